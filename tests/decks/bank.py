"""A small bank of words of `impostor`, for tests to play with and to spoil.

`small()` is a deck of three categories as it would be published, `small().rules` what the rules need of it,
`write(root)` makes it the deck of a `Library(root)`. `word(…)` is one card, its forms made as in a build.
"""

from collections.abc import Sequence
from pathlib import Path

from chalicelib.decks.bank import CategorySource, WordSource, card
from chalicelib.decks.model import ImpostorDeck, Picture, Theme, WordCard
from chalicelib.decks.source import render, versioned
from tests.decks.sample import CREDIT

# Spanish, English, hint, and associations: vague, middling and specific ones.
_ROWS = {
    "animales": """
        Gato; cat; bigotes; cola, cuatro patas, pelo suave; de noche, mascota, en casa; maullar, siete vidas
        Perro; dog; compañía; cola, cuatro patas, pelo suave; olfato, mascota, en casa; ladrar, pasear
        Vaca; cow; campo; cola, cuatro patas, grande; hierba, granja, cuernos; leche, mugir
        Caballo; horse; establo; cola, cuatro patas, grande; hierba, granja, correr; galope, montar
        Toro; bull; fuerza; cola, cuatro patas, grande; hierba, correr, cuernos; embestir, ruedo
        Búho; owl; ojos redondos; grande, pelo suave, animal salvaje; de noche, bosque, olfato; ulular, sabio
        Zorro; fox; astucia; cola, pelo suave, animal salvaje; de noche, bosque, correr; gallinero, rojizo
        Conejo; rabbit; orejas; cola, animal salvaje, pelo suave; hierba, mascota, bosque; zanahoria, saltar
        Ciervo; deer; elegancia; cuatro patas, animal salvaje, grande; bosque, hierba, cuernos; berrea, venado
    """,
    "comida": """
        Pan; bread; cada día; horno, caliente, en porciones; harina, masa, desayuno; corteza, miga
        Pizza; pizza; para compartir; horno, caliente, en porciones; harina, masa, leche; redonda, italiana
        Sopa; soup; invierno; caliente, salado, fácil; caldo, cuchara, verduras; sorber, fideos
        Queso; cheese; aroma; frío, salado, en porciones; leche, desayuno, cuchillo; agujeros, ratones
        Arroz; rice; grano; caliente, salado, fácil; caldo, cuchara, verduras; paella, palillos
        Huevo; egg; frágil; caliente, salado, fácil; desayuno, cuchara, masa; cáscara, yema
        Tarta; cake; celebración; horno, frío, en porciones; harina, leche, cuchillo; velas, merengue
        Ensalada; salad; frescura; frío, salado, fácil; verduras, cuchillo, colores; lechuga, aliño
        Lasaña; lasagne; domingo; horno, caliente, frío; masa, leche, colores; capas, besamel
    """,
    "lugares": """
        Playa; beach; descanso; verano, gente, aire libre; agua, pasear, bañador; arena, sombrilla
        Piscina; pool; azulejos; verano, gente, aire libre; agua, bañador, entradas; cloro, trampolín
        Museo; museum; cultura; silencio, gente, edificio; entradas, pasear, arte; cuadros, vitrinas
        Cine; cinema; oscuridad; silencio, gente, edificio; entradas, butacas, estreno; película, sala
        Teatro; theatre; aplausos; silencio, gente, edificio; arte, butacas, estreno; telón, actores
        Parque; park; bancos; verano, gente, aire libre; agua, pasear, árboles; palomas, tobogán
        Bosque; forest; senderos; verano, silencio, aire libre; acampar, pasear, árboles; setas, ardillas
        Biblioteca; library; orden; silencio, edificio, verano; arte, estantes, mesas; libros, carné
        Montaña; mountain; cumbre; silencio, aire libre, verano; acampar, agua, árboles; escalar, nieve
        Librería; bookshop; novedades; silencio, edificio, gente; estantes, mesas, arte; novelas, firmas
    """,
}
_TITLES = {"animales": "Animales", "comida": "Comida", "lugares": "Lugares"}


def word(
    es: str,
    en: str | Sequence[str],
    category: str = "animales",
    *,
    ordinal: int = 1,
    hint: str = "pista",
    block: Sequence[str] = (),
    exact: bool = False,
    animate: bool = False,
    vague: Sequence[str] = (),
    middling: Sequence[str] = (),
    specific: Sequence[str] = (),
) -> WordCard:
    """The card of a word in Spanish and in English, as it is built from an editor's row."""
    row = WordSource.model_construct(
        ordinal=ordinal,
        id=id_of(es),
        es=es,
        en=[en] if isinstance(en, str) else list(en),
        hint=hint,
        picture="",
        block=list(block),
        exact=exact,
        animate=animate,
        vague=list(vague),
        middling=list(middling),
        specific=list(specific),
    )
    return card(row, _category(category), {_category(category).picture: CREDIT})


def deck(*cards: WordCard) -> ImpostorDeck:
    """A deck of these words, with the categories that they are of."""
    ids = dict.fromkeys(each.category for each in cards)
    return versioned(
        ImpostorDeck(
            schema=1,
            id="impostor-palabras",
            game="impostor",
            locale="es",
            title="Palabras",
            rating="family",
            version="",
            cards=cards,
            themes=tuple(
                Theme(
                    id=id,
                    title=_TITLES.get(id, id.capitalize()),
                    picture=Picture(src=_category(id).picture, **CREDIT.model_dump()),
                )
                for id in ids
            ),
        )
    )


def small() -> ImpostorDeck:
    """Nine animals, nine dishes and ten places."""
    cards: list[WordCard] = []
    for category, rows in _ROWS.items():
        for row in rows.strip().splitlines():
            es, en, hint, *clues = (cell.strip() for cell in row.split(";"))
            vague, middling, specific = (cell.split(", ") for cell in clues)
            cards.append(
                word(
                    es,
                    en,
                    category,
                    ordinal=len(cards) + 1,
                    hint=hint,
                    animate=category == "animales",
                    vague=vague,
                    middling=middling,
                    specific=specific,
                )
            )
    return deck(*sorted(cards, key=lambda each: each.id))


def write(root: Path) -> Path:
    """The small deck as a built file under a decks' root; returns the root."""
    (root / "impostor").mkdir(parents=True, exist_ok=True)
    built = small()
    (root / "impostor" / f"{built.id}.json").write_text(render(built), "utf-8")
    return root


def id_of(es: str) -> str:
    """The id that an editor would give to a word."""
    return es.lower().translate(str.maketrans("áéíóúüñ ", "aeiouun-"))


def _category(id: str) -> CategorySource:
    return CategorySource(id=id, title=_TITLES.get(id, id.capitalize()), picture=f"om/{id}.svg")
