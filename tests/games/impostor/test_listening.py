"""What a bot makes of the clues it hears, with a bank of which it knows what may be said of each word."""

import pytest

from chalicelib.core.deck import CardRef
from chalicelib.core.rng import Rng
from chalicelib.games.impostor.actions import Clue, Guess
from chalicelib.games.impostor.bot import Level, decide
from chalicelib.games.impostor.listening import ASTRAY, KINDRED, lexicon, listen, trust
from chalicelib.games.impostor.state import Card, Help, ImpostorView
from chalicelib.mechanics.ballot import Vote
from chalicelib.mechanics.clues import Clues
from chalicelib.mechanics.table import with_hand, with_round
from tests.decks import bank
from tests.games.impostor.phases import reached

BANK = bank.small().rules
KNOWN = lexicon(BANK)
ANIMALS = [card.id for card in BANK.cards.values() if card.group == "animales"]
ATTENTIVE = Level(notice=100, slip=0)
"""Misses nothing, even if it does not know what is talked about."""
CAT = Card("civilian", CardRef("gato"))
AN_ANIMAL = Card("impostor", help=Help(category="animales"))


def hearing(*texts: str | None, viewer: str = "ana", card: Card = CAT, phase: str = "ballot") -> ImpostorView:
    """What one of five sees after these clues of all, from ana on; None: out of time."""
    table = reached(phase)
    given = {player: (text,) for player, text in zip(table.state.hands, texts, strict=False)}
    clues = Clues((table.who("ana"),), given)
    state = with_hand(with_round(table.state, clues=clues), table.who(viewer), card=card)
    return table.with_state(state).sees(viewer)


def decided(view: ImpostorView) -> object:
    return decide(view, BANK, Rng("x"), ATTENTIVE)


def trusted(*texts: str | None) -> list[float]:
    """How much is made of each of these clues by whoever knows that it is the cat."""
    view = hearing(*texts)
    heard = listen(view, BANK, 1, Rng("x"))
    return [*trust("gato", ANIMALS, heard, BANK).values()]


@pytest.mark.parametrize(
    ("text", "fits"),
    [
        ("maullar", {"gato"}),
        ("SIETE VIDAS", {"gato"}),
        ("mascotas", {"gato", "perro", "conejo"}),
        ("cola bosque", {"zorro", "conejo"}),
        ("ladrar maullar", {"gato", "perro"}),
        ("maullar fuerte", {"gato"}),
        ("perro", {*ANIMALS} - {"perro"}),
    ],
)
def test_a_clue_fits_the_words_of_which_the_bank_says_it_or_its_parts(text: str, fits: set[str]):
    assert fits == KNOWN.heard(text)


@pytest.mark.parametrize("text", ["xilófono", "cosa mía"])
def test_what_nobody_foresaw_fits_no_word_and_speaks_against_none(text: str):
    assert KNOWN.heard(text) is None


def test_what_is_said_of_a_words_kin_may_be_said_of_it_too_and_anything_else_hardly():
    own, kin, strange = (KNOWN.heard(text) for text in ("maullar", "ladrar", "harina"))

    assert (1 / 8, KINDRED * 5 / 8 / 8, ASTRAY) == pytest.approx(
        tuple(KNOWN.chance(fits, "gato") for fits in (own, kin, strange))
    )


def test_whoever_says_what_fits_the_word_alone_is_trusted_most_and_whoever_goes_astray_least():
    telling, unforeseen, silent, astray, repeated = trusted("maullar", "cosa mía", None, "harina", "maullar")

    assert telling > unforeseen > 0 > silent > max(repeated, astray)


def test_whoever_says_nothing_twice_repeats_nobody():
    once, twice = trusted("maullar", None, None)[1:]

    assert once == twice < 0


def test_a_clue_that_anybody_might_have_given_speaks_for_nobody():
    vague, telling = trusted("cola", "siete vidas")

    assert telling > 2 * abs(vague)


def test_a_civilian_votes_for_whoever_speaks_of_something_else():
    assert Vote("p3") == decided(hearing("siete vidas", "mascota", "harina", "de noche", "maullar"))


def test_a_civilian_votes_for_nobody_when_all_talk_sense():
    assert Vote(None) == decided(hearing("siete vidas", "mascota", "en casa", "de noche", "maullar"))


def test_an_impostor_who_listened_names_the_word():
    view = hearing(
        "de noche",
        "mascota",
        None,
        "en casa",
        "pelo suave",
        viewer="eva",
        card=AN_ANIMAL,
        phase="last_chance",
    )

    assert Guess("Gato") == decided(view)


def test_an_impostor_does_not_believe_their_own_clue():
    texts = ("cuatro patas", None, "berrea")
    view = hearing(*texts, viewer="eva", card=AN_ANIMAL, phase="last_chance")

    assert Guess("Ciervo") != decided(view)
    assert Guess("Ciervo") == decided(hearing(*texts, viewer="leo", card=AN_ANIMAL, phase="last_chance"))


def test_a_hint_counts_as_a_clue():
    hint = Card("impostor", help=Help(hint="maullar"))

    assert Guess("Gato") == decided(hearing(viewer="eva", card=hint, phase="last_chance"))


def test_an_impostor_says_what_fits_what_they_heard():
    view = hearing("de noche", "mascota", viewer="eva", card=AN_ANIMAL, phase="clues")
    clue = decided(view)

    assert isinstance(clue, Clue)
    assert "gato" in KNOWN.heard(clue.text)


def test_a_civilian_shows_that_they_know_the_word_and_does_not_tell_it():
    clue = decided(hearing(phase="clues"))

    assert isinstance(clue, Clue)
    assert {"gato"} < KNOWN.heard(clue.text) < {*ANIMALS}
