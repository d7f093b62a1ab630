"""A spy names the place, and strikes out on their own list what it is not."""

import pytest

from chalicelib.core.deck import CardRef
from chalicelib.core.reason import Kind, Reason
from chalicelib.games.espia.actions import CrossOut, Guess
from chalicelib.mechanics.accusation import Accuse
from chalicelib.mechanics.lobby import Interrupt
from chalicelib.mechanics.questions import QUESTIONS
from tests.games.espia import phases
from tests.games.espia.phases import PHASES, ROUND_IS_ON
from tests.table import Table


@pytest.fixture
def asking() -> Table:
    """Five at the table, eva the spy at the pool."""
    return Table("espia", 5).dealt(spy="eva", place="piscina").started()


def struck(table: Table, name: str) -> tuple[str, ...]:
    """What somebody has struck out."""
    return table.sees(name).hand.crossed_out.ids(table.deck)


# The guess


def test_a_right_guess_ends_the_round_at_once_for_the_spies(asking: Table):
    table = asking.when("eva", Guess("piscina"))

    assert ("round_over", "spy_guessed", "spies") == (table.phase, table.result.outcome, table.result.winners)
    assert {"eva": 4} == table.points


def test_a_wrong_guess_ends_the_round_at_once_for_the_residents(asking: Table):
    table = asking.when("eva", Guess("tren"))

    assert ("round_over", "spy_guess_wrong", "residents") == (
        table.phase,
        table.result.outcome,
        table.result.winners,
    )
    assert {"ana": 1, "bea": 1, "leo": 1, "sol": 1} == table.points


@pytest.mark.parametrize("guessed", ["tren", "piscina"])
def test_the_reveal_tells_the_guess(asking: Table, guessed: str):
    reveal = asking.when("eva", Guess(guessed)).sees("ana").public.result.reveal

    assert (CardRef("piscina"), CardRef(guessed)) == (reveal.place, reveal.guess)


def test_a_place_outside_the_deck_does_not_spend_the_guess(asking: Table):
    assert Reason.UNKNOWN_CARD == asking.refuses("eva", Guess("casino"))
    assert Reason.UNKNOWN_CARD == asking.refuses("eva", Guess(""))
    assert Kind.INVALID == Reason.UNKNOWN_CARD.kind
    assert asking.tries("eva", Guess("casino")).may("eva", Guess)


def test_with_the_larger_deck_its_places_may_be_guessed():
    table = Table("espia", 3, deck="completa").dealt(spy="eva", place="casino").started()

    assert "spy_guessed" == table.when("eva", Guess("casino")).result.outcome


def test_a_place_that_is_struck_out_may_be_guessed(asking: Table):
    table = asking.when("eva", CrossOut(("piscina", "tren")))

    assert "spy_guessed" == table.when("eva", Guess("piscina")).result.outcome


def test_a_place_that_was_dealt_before_may_be_guessed(asking: Table):
    table = asking.when("ana", Interrupt()).dealt(spy="bea", place="tren").started()

    assert "spy_guess_wrong" == table.when("bea", Guess("piscina")).result.outcome


def test_only_a_spy_guesses(asking: Table):
    table = asking.enters("max")

    assert Reason.SPY_ONLY == table.refuses("ana", Guess("piscina"))
    assert Reason.SPY_ONLY == table.refuses("ana", Guess("nowhere"))
    assert Reason.AUDIENCE_ONLY_WATCHES == table.refuses("max", Guess("piscina"))


@pytest.mark.parametrize("phase", [p for p in PHASES if p not in (QUESTIONS, "last_chance", "closed")])
def test_the_spy_guesses_only_while_questions_are_asked(phase: str):
    assert Reason.WRONG_PHASE == phases.reached(phase).refuses("eva", Guess("piscina"))


def test_either_of_two_spies_guesses_for_both():
    table = Table("espia", 7, spies=2).dealt(spies=("bea", "max"), place="tren").started()

    assert {"bea": 4, "max": 4} == table.when("max", Guess("tren")).points
    assert {"ana", "eva", "leo", "sol", "paz"} == table.when("max", Guess("circo")).points.keys()


# The spy's notes


@pytest.mark.parametrize("phase", ROUND_IS_ON)
def test_a_spy_strikes_out_places_from_the_deal_to_the_end_of_the_round(phase: str):
    table = phases.reached(phase).when("eva", CrossOut(("tren", "circo")))

    assert ("circo", "tren") == struck(table, "eva")


@pytest.mark.parametrize("phase", [p for p in PHASES if p not in (*ROUND_IS_ON, "closed")])
def test_outside_of_a_round_nothing_is_struck_out(phase: str):
    assert Reason.WRONG_PHASE == phases.reached(phase).refuses("eva", CrossOut(("tren",)))


def test_striking_out_replaces_what_was_struck_out(asking: Table):
    table = asking.when("eva", CrossOut(("tren", "circo"))).when("eva", CrossOut(("museo", "tren", "tren")))

    assert ("museo", "tren") == struck(table, "eva")
    assert () == struck(table.when("eva", CrossOut(())), "eva")


def test_one_unknown_place_and_the_notes_stay(asking: Table):
    table = asking.when("eva", CrossOut(("tren",)))

    assert Reason.UNKNOWN_CARD == table.refuses("eva", CrossOut(("circo", "casino")))


def test_only_that_spy_sees_the_notes():
    table = Table("espia", 7, spies=2).dealt(spies=("bea", "max"), place="tren").enters("luz")
    noted = table.when("max", CrossOut(("circo",)))

    for name in ("ana", "bea", "eva", "leo", "sol", "paz", "luz", None):
        assert table.sees(name) == noted.sees(name)


@pytest.mark.parametrize("phase", ROUND_IS_ON)
def test_residents_and_the_audience_strike_nothing_out(phase: str):
    table = phases.reached(phase).enters("max")

    assert Reason.SPY_ONLY == table.refuses("ana", CrossOut(("tren",)))
    assert Reason.SPY_ONLY == table.refuses("ana", CrossOut(("nowhere",)))
    assert Reason.AUDIENCE_ONLY_WATCHES == table.refuses("max", CrossOut(("tren",)))


def test_the_notes_last_through_the_phases_of_a_round(asking: Table):
    table = asking.when("eva", CrossOut(("tren",))).when("ana", Accuse("bea")).after(minutes=20)

    assert ("tren",) == struck(table, "eva")


def test_the_next_round_starts_with_a_clean_list(asking: Table):
    table = asking.when("eva", CrossOut(("tren",))).when("ana", Interrupt()).dealt(spy="eva")

    assert () == struck(table, "eva")
