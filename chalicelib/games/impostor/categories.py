"""The categories of the words."""

CATEGORIES = (
    "animales",
    "comida",
    "bebidas-y-dulces",
    "lugares",
    "profesiones",
    "cosas-de-casa",
    "deportes",
    "transporte",
    "naturaleza",
    "cuerpo-humano",
    "ropa",
    "musica",
    "paises-y-ciudades",
    "fiestas",
    "ocio",
    "fantasia",
    "tecnologia",
    "escuela-y-oficina",
    "cine-y-television",
)
"""Their ids, in the order in which they are offered."""
