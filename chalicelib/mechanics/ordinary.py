"""The words that Spanish is never without: articles, pronouns, prepositions, and the verbs of every sentence.

As a secret word one of them would make talk impossible; as an English one (`van`, `sea`, `once`) it is kept
from being a whole clue only; and side by side they are never a word pulled apart (`ya te`, `de dos`).
"""

_WORDS = """
    a ahi ahora al algo alta alto ama ante antes aqui are asi aun ayer bajo base bien cada case casi cerca
    como con contra cosa cosas cruel cual cuando cuanto cuarto cuenta da dado dan dar de debe del den
    dentro desde despues di dia dias dice dices dicho dijo dio donde dones dos duro e el ella ellas ellos
    en entre era eran eres es esa esas ese eso esos esta estan estar estas este esto estos fin final fines
    fue fuera gases gente grave ha hace hacia han has hasta hay he hecho hizo hola hora hoy iba igual ir
    jamas la lado largo las le lento les lo los luego mal manga mas mayor mayores me media medio mejor
    menor menos mi mia mil mio mire mis misma mismo mucha mucho muy nada nadie ni no nos nunca o once os
    otra otras otro otros par para pare pares parte partes pasa pase pena pero pese pide pie pies planes
    poca poco pone por pose pues que queda quien real red resume rie rodea rompe sale salve se sea seas
    segun segundo ser si sido siempre siete sin sino sobre son soy su sus tal tales tan tanto tarde te ten
    tener ti tiene tire toca toda todas todo todos toma tras tres tu tus un una unas uno unos usa usas use
    uses usual va vale van vas ve veces ven ver vez vi vine voy y ya yo
"""

ORDINARY = frozenset(_WORDS.split())
"""They, as folded."""

_BESIDE = """
    caida caidas cara caras corre corren corta creo curso cursos des dios gas lados les mina minas plata prima
    primas santo seria serian so sola solas solo solos sos villa
"""

BESIDE_ORDINARY = ORDINARY | frozenset(_BESIDE.split())
"""They, and what makes another word with one of them though both are meant: `más cara`, `qué sería`."""
