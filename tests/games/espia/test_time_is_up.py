"""When the clock runs out everybody points, and a spy who is singled out may still guess."""

import pytest

from chalicelib.core.deck import CardRef
from chalicelib.core.reason import Reason
from chalicelib.games.espia.actions import Guess, PassTurn
from chalicelib.mechanics.accusation import Accuse
from chalicelib.mechanics.lobby import Interrupt
from chalicelib.mechanics.pointing import Point
from tests.games.espia.phases import point, time_is_up
from tests.table import Table


@pytest.fixture
def pointing() -> Table:
    """Five at the table, eva the spy at the pool, time just up."""
    return time_is_up(Table("espia", 5).dealt(spy="eva", place="piscina").started(asker="ana"))


@pytest.fixture
def caught(pointing: Table) -> Table:
    """Eva is singled out, four to one."""
    return point(pointing, {"eva": "ana"}, others="eva")


# Time is up


def test_the_last_millisecond_of_the_clock_still_belongs_to_the_questions():
    table = Table("espia", 5, minutes=5).dealt(spy="eva").started()

    assert "questions" == table.after(ms=299_999).phase
    assert "pointing" == table.after(ms=300_000).phase


def test_when_time_is_up_nobody_asks_accuses_or_guesses_any_more(pointing: Table):
    assert Reason.WRONG_PHASE == pointing.refuses("ana", PassTurn("bea"))
    assert Reason.WRONG_PHASE == pointing.refuses("ana", Accuse("eva"))
    assert Reason.WRONG_PHASE == pointing.refuses("eva", Guess("piscina"))


# Pointing


def test_everybody_of_the_round_points_spies_too(pointing: Table):
    table = pointing.enters("max")

    assert {"ana", "bea", "eva", "leo", "sol"} == {name for name in table.seated if table.may(name, Point)}
    assert ("ana", "bea", "leo", "sol") == table.choices("eva", Point)


def test_nobody_points_at_themselves_or_at_people_outside_the_round(pointing: Table):
    table = pointing.enters("max").leaves("sol")

    assert Reason.CANNOT_CHOOSE_SELF == table.refuses("ana", Point("ana"))
    assert Reason.NOT_IN_ROUND == table.refuses("ana", Point("max"))
    assert Reason.NOT_IN_ROUND == table.refuses("ana", Point("sol"))
    assert Reason.UNKNOWN_PLAYER == table.refuses("ana", Point("p99"))
    assert Reason.AUDIENCE_ONLY_WATCHES == table.refuses("max", Point("eva"))


def test_only_who_has_pointed_is_shown(pointing: Table):
    at_eva, at_leo = (point(pointing, {"ana": suspect}) for suspect in ("eva", "leo"))

    assert ("ana",) == at_eva.named(at_eva.round.pointing.pointed)
    assert at_eva.round.pointing.votes is None
    assert all(at_eva.sees(name) == at_leo.sees(name) for name in ("bea", "eva", "leo", "sol", None))
    assert ("eva", "leo") == (
        at_eva.named(at_eva.sees("ana").hand.point),
        at_leo.named(at_leo.sees("ana").hand.point),
    )


def test_pointing_may_be_changed_until_the_last_one_has_pointed(pointing: Table):
    undecided = point(pointing, {"ana": "eva", "bea": "eva", "eva": "leo", "leo": "eva"})
    changed = undecided.when("ana", Point("bea")).when("bea", Point("ana")).when("leo", Point("ana"))

    table = changed.when("sol", Point("ana"))
    assert {"ana": "bea", "bea": "ana", "eva": "leo", "leo": "ana", "sol": "ana"} == table.named(
        table.round.pointing.votes
    )
    assert "round_over" == table.phase
    assert Reason.WRONG_PHASE == table.refuses("ana", Point("eva"))


def test_all_fingers_are_revealed_at_once(caught: Table):
    assert {"ana": "eva", "bea": "eva", "eva": "ana", "leo": "eva", "sol": "eva"} == caught.named(
        caught.sees("sol").public.round.pointing.votes
    )


@pytest.mark.parametrize(
    ("at", "outcome"),
    [
        ({"ana": "eva", "bea": "eva", "eva": "ana", "leo": "ana", "sol": "leo"}, "spy_hidden"),
        ({"ana": "leo", "bea": "leo", "eva": "leo", "leo": "eva", "sol": "eva"}, "spy_hidden"),
        ({"ana": "bea", "bea": "eva", "eva": "leo", "leo": "sol", "sol": "ana"}, "spy_hidden"),
        ({"ana": "leo", "bea": "leo", "eva": "leo", "leo": "bea", "sol": "bea"}, "spy_hidden"),
        ({"ana": "eva", "bea": "eva", "eva": "ana", "leo": "bea", "sol": "leo"}, None),
    ],
    ids=["tie with the spy", "innocent on top", "one each", "nobody at the spy", "two of five are enough"],
)
def test_only_a_spy_strictly_on_top_is_singled_out(pointing: Table, at: dict[str, str], outcome: str | None):
    table = point(pointing, at)

    assert ("last_chance" if outcome is None else "round_over") == table.phase
    assert outcome == (table.result and table.result.outcome)


def test_a_tie_between_the_two_spies_leaves_them_hidden():
    table = Table("espia", 7, spies=2).dealt(spies=("eva", "max"), place="tren").started()
    at = {"ana": "eva", "bea": "eva", "leo": "eva", "sol": "max", "paz": "max", "eva": "max", "max": "ana"}
    table = point(time_is_up(table), at)

    assert ("spy_hidden", {"eva": 2, "max": 2}) == (table.result.outcome, table.points)


def test_no_finger_at_all_leaves_the_spies_hidden(pointing: Table):
    table = pointing.after(seconds=120)

    assert ("spy_hidden", "spies", {"eva": 2}) == (table.result.outcome, table.result.winners, table.points)
    assert {} == table.result.reveal.pointing


# The time to point


def test_pointing_has_a_time_of_its_own(pointing: Table):
    assert ("point", pointing.now + 120_000) == (pointing.round.timer.for_, pointing.round.timer.deadline)
    assert ("none", None) == (pointing.round.clock.state, pointing.round.clock.deadline)
    assert "pointing" == pointing.after(ms=119_999).phase
    assert "round_over" == pointing.after(ms=120_000).phase


def test_fingers_pointed_in_time_stand_and_a_missing_one_is_none(pointing: Table):
    table = point(pointing, {"leo": "eva"}).after(seconds=120)

    assert "last_chance" == table.phase
    assert {"leo": "eva"} == table.named(table.round.pointing.votes)


def test_a_finger_one_millisecond_late_does_not_count(pointing: Table):
    table = point(pointing, {"leo": "eva"})

    assert Reason.WRONG_PHASE == table.after(ms=120_000).refuses("ana", Point("leo"))


def test_pointing_without_a_limit_waits():
    table = time_is_up(Table("espia", 3, vote_seconds=None).dealt().started())

    assert table.round.timer is None
    assert "pointing" == table.after(minutes=24 * 60).phase


# The last chance


def test_only_the_card_of_who_was_singled_out_is_opened():
    def caught(spies: tuple[str, str], place: str) -> Table:
        table = Table("espia", 7, spies=2).dealt(spies=spies, place=place).started()
        return point(time_is_up(table), {"eva": "ana"}, others="eva")

    one, other = caught(("eva", "max"), "tren"), caught(("eva", "sol"), "circo")

    assert "eva" == one.name(one.sees("ana").public.round.last_chance.player)
    assert one.sees(None) == other.sees(None)
    assert one.sees("eva") == other.sees("eva")


def test_only_who_was_singled_out_guesses():
    table = Table("espia", 7, spies=2).dealt(spies=("eva", "max"), place="tren").started()
    table = point(time_is_up(table), {"eva": "ana"}, others="eva")

    assert Reason.NOT_YOUR_TURN == table.refuses("max", Guess("tren"))
    assert Reason.SPY_ONLY == table.refuses("ana", Guess("tren"))
    assert ["eva"] == [name for name in table.seated if table.may(name, Guess)]


def test_a_right_guess_in_the_last_chance_is_a_win_for_the_spies(caught: Table):
    table = caught.when("eva", Guess("piscina"))

    assert ("spy_last_chance_right", "spies", {"eva": 2}) == (
        table.result.outcome,
        table.result.winners,
        table.points,
    )
    assert CardRef("piscina") == table.result.reveal.guess


def test_a_wrong_guess_in_the_last_chance_is_a_win_for_the_residents(caught: Table):
    table = caught.when("eva", Guess("circo"))

    assert ("spy_last_chance_wrong", "residents") == (table.result.outcome, table.result.winners)
    assert CardRef("circo") == table.result.reveal.guess


def test_an_unknown_place_does_not_spend_the_last_chance(caught: Table):
    assert Reason.UNKNOWN_CARD == caught.refuses("eva", Guess("casino"))
    assert caught.may("eva", Guess)


def test_the_last_chance_has_a_time_of_its_own():
    table = time_is_up(Table("espia", 5, guess_seconds=30).dealt(spy="eva", place="tren").started())
    table = point(table, {"eva": "ana"}, others="eva")

    assert ("guess", table.now + 30_000) == (table.round.timer.for_, table.round.timer.deadline)
    assert "spy_last_chance_right" == table.after(ms=29_999).when("eva", Guess("tren")).result.outcome
    assert Reason.WRONG_PHASE == table.after(ms=30_000).refuses("eva", Guess("tren"))


def test_no_guess_in_time_is_a_wrong_one(caught: Table):
    table = caught.after(seconds=120)

    assert ("spy_last_chance_wrong", None) == (table.result.outcome, table.result.reveal.guess)


def test_a_last_chance_without_a_limit_waits():
    table = time_is_up(Table("espia", 3, guess_seconds=None).dealt(spy="eva").started())
    table = point(table, {"eva": "ana"}, others="eva")

    assert table.round.timer is None
    assert "last_chance" == table.after(minutes=24 * 60).phase


# Broken off


def test_a_pointing_that_is_broken_off_reveals_the_fingers_so_far(pointing: Table):
    table = point(pointing, {"ana": "eva", "leo": "bea"}).when("ana", Interrupt())

    assert {"ana": "eva", "leo": "bea"} == table.named(table.result.reveal.pointing)
