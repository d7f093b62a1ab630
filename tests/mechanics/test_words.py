"""What gives a secret word away, and what guesses it."""

from time import process_time
from timeit import timeit

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from chalicelib.core.deck import Deck
from chalicelib.mechanics.words import Word, clue_contains, is_guess
from tests.decks import bank

WORDS = {
    card.name: card
    for card in (
        bank.word("Playa", "beach", block=["balneario"]),
        bank.word("Sol", "sun"),
        bank.word("Pan", "bread"),
        bank.word("Luna", "moon"),
        bank.word("Uña", "nail"),
        bank.word("Piña", "pineapple", block=["ananá"]),
        bank.word("Sal", "salt"),
        bank.word("Mano", "hand"),
        bank.word("Mar", "sea"),
        bank.word("Ojo", "eye"),
        bank.word("Pez", "fish"),
        bank.word("Dado", ["die", "dice"]),
        bank.word("Yate", "yacht"),
        bank.word("Dedo", "finger"),
        bank.word("Serie", "series"),
        bank.word("Siesta", "nap"),
        bank.word("Tela", "fabric"),
        bank.word("Café", "coffee"),
        bank.word("Té", "tea", exact=True),
        bank.word("Perro", "dog", animate=True),
        bank.word("Pato", "duck", animate=True),
        bank.word("Bombero", ["firefighter", "fireman"], animate=True),
        bank.word("Panadero", "baker", animate=True, block=["~panadería"]),
        bank.word("Actor", "actor", animate=True),
        bank.word("Bruja", "witch", animate=True),
        bank.word("Diente", "tooth"),
        bank.word("Cuchillo", "knife"),
        bank.word("Calle", "street"),
        bank.word("Coche", "car", block=["carro", "auto"]),
        bank.word("Móvil", "mobile phone", block=["celular"]),
        bank.word("Tijeras", "scissors"),
        bank.word("Autobús", "bus"),
        bank.word("Algodón de azúcar", ["cotton candy", "candyfloss"]),
        bank.word("Tenis de mesa", "table tennis", block=["ping-pong"]),
        bank.word("Yoyó", "yo-yo"),
        bank.word("Lápiz", "pencil"),
        bank.word("Máscara", "mask"),
        bank.word("Paracaídas", "parachute"),
        bank.word("Avión", ["aeroplane", "plane"], block=["aeronave"]),
        bank.word("Ogro", "ogre"),
        bank.word("Río", "river"),
        bank.word("Dron", "drone"),
        bank.word("Queso", "cheese", block=["~quesería"]),
        bank.word("Nochevieja", "New Year’s Eve"),
    )
}


def card(es: str) -> Word:
    return WORDS[es].card()


TELLING = [
    # number
    ("Playa", "playa"),
    ("Playa", "playas"),
    ("Pez", "peces de colores"),
    ("Lápiz", "lápices"),
    ("Autobús", "autobuses"),
    ("Tijeras", "una tijera"),
    ("Diente", "dientes"),
    # articles, case, accents, punctuation
    ("Playa", "la playa"),
    ("Mar", "El MAR"),
    ("Café", "cafe"),
    ("Playa", "pláyà"),
    ("Sol", "¡sol!"),
    ("Té", "té"),
    ("Té", "TÉ verde"),
    ("Uña", "uñas"),
    ("Piña", "pina"),
    ("Piña", "pin\u0303a"),
    # small ones, the other gender, other names
    ("Perro", "perrito"),
    ("Coche", "cochecito"),
    ("Pez", "pececito"),
    ("Perro", "perra"),
    ("Bombero", "bomberas"),
    ("Actor", "actriz"),
    ("Bruja", "brujo"),
    ("Coche", "carro"),
    ("Móvil", "celulares"),
    ("Panadero", "panadería"),
    # English
    ("Playa", "beaches"),
    ("Diente", "teeth"),
    ("Cuchillo", "knives"),
    ("Bombero", "firemen"),
    ("Pan", "bread"),
    # several words
    ("Algodón de azúcar", "azúcar y algodón"),
    ("Algodón de azúcar", "algodón azucar"),
    ("Algodón de azúcar", "algodondeazucar"),
    ("Algodón de azúcar", "cotton candies"),
    ("Tenis de mesa", "mesa tenis"),
    ("Tenis de mesa", "ping pong"),
    ("Tenis de mesa", "pingpong"),
    ("Yoyó", "yo-yo"),
    ("Nochevieja", "new years eve"),
    ("Nochevieja", "New Year's Eve"),
    ("Playa", "the beach's end"),
    # letters pulled apart
    ("Playa", "p l a y a"),
    ("Playa", "p.l.a.y.a"),
    ("Playa", "x p l a y a"),
    ("Playa", "p-l-a-y-a"),
    ("Playa", "pla ya"),
    ("Playa", "pla-ya"),
    ("Playa", "una pla ya"),
    ("Playa", "pl_a_ya"),
    ("Playa", "pla'ya"),
    ("Playa", "pl a ya"),
    ("Playa", "pla\nya"),
    ("Sol", "hola\nsol"),
    ("Sol", "hola\u2800sol"),
    ("Yate", "ya te"),
    ("Avión", "a vión"),
    ("Paracaídas", "para caídas"),
    # letters glued together and drawn out
    ("Playa", "laplaya"),
    ("Sol", "elsol"),
    ("Perro", "thedog"),
    ("Pan", "lospanes"),
    ("Mano", "lasmanos"),
    ("Playa", "plaaaaya"),
    ("Calle", "calllle"),
    ("Perro", "peeerrrrooo"),
    ("Playa", "plaayya"),
    ("Playa", "MiPlaya"),
    ("Playa", "playa123"),
    ("Playa", "ᴘʟᴀʏᴀ"),
    ("Playa", "🅿🅻🅰🆈🅰"),
    ("Playa", "🅟🅛🅐🅨🅐"),
    ("Playa", "🄿🄻🄰🅈🄰"),
    ("Playa", "🇵 🇱 🇦 🇾 🇦"),
    ("Playa", "ꓑꓡꓮꓬꓮ"),
    ("Playa", "ᏢᏞᎪᎽᎪ"),
    ("Playa", "plaaa ya"),
    # digits and signs for letters
    ("Playa", "pl4ya"),
    ("Playa", "p1aya"),
    ("Playa", "pl@y@"),
    ("Sol", "$0l"),
    ("Playa", "b34ch"),
    ("Playa", "pl4ya!"),
    ("Playa", "p l 4 y 4"),
    ("Sol", "5o1"),
    # letters of other alphabets, and what is not seen
    ("Playa", "рlауа"),
    ("Playa", "plαya"),
    ("Sol", "ЅΟL"),
    ("Sol", "soI"),
    ("Sol", "EIsoI"),
    ("Calle", "caIIe"),
    ("Luna", "Iuna"),
    ("Perro", "PerroInglés"),
    ("Perro", "pҽrro"),
    ("Perro", "doꞬ"),
    ("Sol", "soӏ"),
    ("Perro", "doɡ"),
    ("Playa", "ｐｌａｙａ"),
    ("Playa", "𝓅𝓁𝒶𝓎𝒶"),
    ("Playa", "pla\u200bya"),
    ("Playa", "p\u00adla\u2060ya"),
    ("Playa", "p\u20ddl\u20dda\u20ddy\u20dda\u20dd"),
]

HARMLESS = [
    # words that have the letters, but are others
    ("Sol", "consola"),
    ("Sol", "soldado"),
    ("Pan", "pantalla"),
    ("Luna", "lunes"),
    ("Uña", "una cosa"),
    ("Uña", "unas"),
    ("Sal", "sale"),
    ("Sal", "salsa"),
    ("Mano", "hermano"),
    ("Ojo", "rojo"),
    ("Mar", "marrón"),
    ("Mar", "amar"),
    ("Café", "cafetería"),
    ("Pan", "panadería"),
    ("Playa", "placa"),
    ("Playa", "plaza"),
    ("Calle", "cale"),
    ("Dron", "ladrones"),
    ("Sol", "soIo"),
    ("Coche", "lacar la mesa"),
    ("Perro", "pero"),
    ("Coche", "noche"),
    # another meaning of a form that the rules of grammar would make
    ("Pato", "patas"),
    ("Sol", "solito"),
    ("Río", "un rito antiguo"),
    ("Té", "te lo digo"),
    # English that is ordinary Spanish
    ("Mar", "que sea azul"),
    ("Dado", "se dice mucho"),
    ("Avión", "hacer planes"),
    # a part of several words
    ("Algodón de azúcar", "azúcar"),
    ("Algodón de azúcar", "algodón"),
    ("Tenis de mesa", "mesa"),
    ("Móvil", "phone"),
    # ordinary neighbours that would make the word
    ("Yate", "ya te dije"),
    ("Dedo", "de dos en dos"),
    ("Serie", "se ríe mucho"),
    ("Siesta", "si está lejos"),
    ("Tela", "te la doy"),
    ("Yoyó", "yo y tú"),
    ("Queso", "y qué sería eso"),
    ("Queso", "qué sos vos"),
    ("Máscara", "es más cara que otra"),
    ("Paracaídas", "es para caídas grandes"),
    ("Ogro", "da miedo o gritos"),
    # numbers, letters, and nothing at all
    ("Sol", "501"),
    ("Sol", "50 1"),
    ("Ojo", "0 a 0"),
    ("Sol", "s o"),
    ("Playa", "p a y"),
    ("Sol", "solllla"),
    ("Playa", ""),
    ("Playa", "?!"),
    ("Playa", "🏖️"),
    ("Playa", "verano, arena y calor"),
]


@pytest.mark.parametrize(("es", "text"), TELLING)
def test_a_clue_that_contains_the_word_is_found_whatever_its_spelling(es: str, text: str):
    assert clue_contains(card(es), text)


@pytest.mark.parametrize(("es", "text"), HARMLESS)
def test_a_clue_that_contains_another_word_is_fine(es: str, text: str):
    assert clue_contains(card(es), text) is None


@pytest.mark.parametrize(
    ("es", "text"), [("Mar", "sea"), ("Mar", "the sea"), ("Mar", "¡Sea!"), ("Dado", "dice")]
)
def test_english_that_is_ordinary_spanish_is_no_clue_of_its_own(es: str, text: str):
    assert clue_contains(card(es), text)


def test_the_form_that_hit_is_named():
    assert "playas" == clue_contains(card("Playa"), "Las PLAYAS del norte")


def test_of_several_forms_always_the_same_one_is_named():
    assert {"beach"} == {clue_contains(card("Playa"), text) for text in ("playa beach", "beach playa")}


HOSTILE = [
    "a" * 300,
    "a " * 150,
    "1 " * 150,
    "4 1a " * 60,
    "4a1 " * 75,
    "aaab" * 75,
    "aaa " * 75,
    "@!" * 150,
    "la" * 150,
    "\ufdfa" * 300,
    "㌖" * 300,
    "e\u0301" * 150,
    "a" + "\u0301" * 299,
    "\u200b" * 300,
    "".join(map(chr, range(0x400, 0x52C))),
]


@pytest.mark.parametrize("text", HOSTILE)
def test_no_message_of_300_letters_takes_long_to_check(text: str):
    word = card("Algodón de azúcar")

    assert (
        min(timeit(lambda: clue_contains(word, text), number=5, timer=process_time) for _ in range(5)) < 0.05
    )


@given(st.text(max_size=300))
@example("\ud800playa")
@example("te")
def test_whatever_is_typed_is_judged(text: str):
    assert clue_contains(card("Playa"), f"{text} playa {text}") in card("Playa").blocked
    assert clue_contains(card("Té"), text) in (None, *card("Té").blocked, *card("Té").alone)


@given(st.sampled_from(sorted(WORDS)), st.sampled_from(["\u200b", "\u2060", "\u00ad", "\ufe0f"]), st.data())
def test_what_is_not_seen_hides_nothing_wherever_it_stands(es: str, unseen: str, data: st.DataObject):
    at = data.draw(st.integers(0, len(es)))

    assert clue_contains(card(es), es[:at] + unseen + es[at:])


# -- The guess --

DECK = bank.deck(*WORDS.values(), bank.word("Jamón", "ham"), bank.word("Jabón", "soap")).rules


@pytest.mark.parametrize(
    ("es", "text"),
    [
        ("Playa", "playa"),
        ("Playa", "La Playa"),
        ("Playa", "es la playa"),
        ("Playa", "PLAYAS"),
        ("Playa", "beach"),
        ("Playa", "the beach"),
        ("Playa", "a beach!"),
        ("Playa", "balneario"),
        ("Playa", "plya"),
        ("Playa", "palya"),
        ("Playa", "рlауа"),
        ("Té", "te"),
        ("Mar", "sea"),
        ("Coche", "carro"),
        ("Móvil", "celular"),
        ("Móvil", "celulra"),
        ("Bombero", "bombera"),
        ("Actor", "actriz"),
        ("Algodón de azúcar", "algodon de azucar"),
        ("Algodón de azúcar", "algodón azúcar"),
        ("Algodón de azúcar", "algdon de asucar"),
        ("Tenis de mesa", "Ping pong"),
        ("Tenis de mesa", "pingpong"),
        ("Jamón", "jamon"),
        ("Jamón", "jjamón"),
        ("Piña", "ananas"),
    ],
)
def test_the_word_is_guessed_in_either_language_with_case_article_number_and_a_slip_forgiven(
    es: str, text: str
):
    assert is_guess(DECK, _of(es), text)


@pytest.mark.parametrize(
    ("es", "text"),
    [
        ("Sol", "sal"),
        ("Sol", "so"),
        ("Sol", "sola"),
        ("Sol", "consola"),
        ("Jamón", "jabón"),
        ("Jabón", "ham"),
        ("Jamón", "jaón"),
        ("Pan", "panadero"),
        ("Panadero", "panadería"),
        ("Playa", "plyaaa"),
        ("Playa", "placita"),
        ("Algodón de azúcar", "algodón"),
        ("Mar", "playa o mar"),
        ("Uña", "una"),
        ("Playa", ""),
        ("Playa", "🏖️"),
        ("Perro", "gato"),
    ],
)
def test_another_word_guesses_nothing_nor_what_is_as_near_to_another_card(es: str, text: str):
    assert not is_guess(DECK, _of(es), text)


def test_no_word_of_a_deck_guesses_another_one():
    deck = bank.small()

    for one in deck.cards:
        guessed = [
            other.id for other in deck.cards if is_guess(deck.rules, _of(other.name, deck.rules), one.name)
        ]
        assert guessed == [one.id]


@given(st.text(max_size=40), st.sampled_from(sorted(WORDS)))
def test_whatever_is_guessed_is_judged(text: str, es: str):
    assert is_guess(DECK, _of(es), text) in (True, False)


def _of(es: str, deck: Deck = DECK) -> Word:
    card = deck.cards[bank.id_of(es)]
    assert isinstance(card, Word)
    return card
