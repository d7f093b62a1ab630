"""Questions are spoken aloud; the room keeps whose turn it is."""

import pytest

from chalicelib.core.reason import Reason
from chalicelib.games.espia.actions import PassTurn
from chalicelib.mechanics.accusation import Accuse, Vote
from chalicelib.mechanics.seating import MakeHost
from tests.table import Table


@pytest.fixture
def asking() -> Table:
    """Five at the table; ana is the host, bea asks."""
    return Table("espia", 5).dealt(spy="eva").started(asker="bea")


def turn(table: Table) -> tuple[str, str | None]:
    """Who asks, and who has asked them."""
    return table.named((table.round.asker, table.round.asked_by))


def test_whoever_answered_asks_next(asking: Table):
    assert ("bea", None) == turn(asking)
    assert ("leo", "bea") == turn(asking.when("bea", PassTurn("leo")))


def test_the_first_asker_may_ask_anybody_else(asking: Table):
    assert ("ana", "eva", "leo", "sol") == asking.choices("bea", PassTurn)


def test_a_question_is_not_handed_straight_back(asking: Table):
    table = asking.when("bea", PassTurn("leo"))

    assert Reason.CANNOT_ASK_BACK == table.refuses("leo", PassTurn("bea"))
    assert ("ana", "eva", "sol") == table.choices("leo", PassTurn)


def test_a_question_may_come_back_by_way_of_somebody_else(asking: Table):
    table = asking.when("bea", PassTurn("leo")).when("leo", PassTurn("sol"))

    assert ("bea", "sol") == turn(table.when("sol", PassTurn("bea")))


def test_at_a_table_of_three_the_question_goes_round():
    table = Table("espia", 3).dealt().started(asker="bea").when("bea", PassTurn("eva"))

    assert ("ana",) == table.choices("eva", PassTurn)


def test_nobody_asks_themselves(asking: Table):
    assert Reason.CANNOT_CHOOSE_SELF == asking.refuses("bea", PassTurn("bea"))


def test_only_people_of_the_round_are_asked(asking: Table):
    table = asking.leaves("sol").enters("max")

    assert Reason.NOT_IN_ROUND == table.refuses("bea", PassTurn("max"))
    assert Reason.NOT_IN_ROUND == table.refuses("bea", PassTurn("sol"))
    assert Reason.UNKNOWN_PLAYER == table.refuses("bea", PassTurn("p99"))


def test_only_the_asker_passes_the_turn(asking: Table):
    assert Reason.NOT_ASKER == asking.refuses("leo", PassTurn("eva"))


def test_the_audience_passes_no_turn(asking: Table):
    assert Reason.AUDIENCE_ONLY_WATCHES == asking.enters("max").refuses("max", PassTurn("eva"))


def test_the_host_passes_the_turn_of_a_sleeper(asking: Table):
    assert ("leo", "bea") == turn(asking.when("ana", PassTurn("leo")))


def test_the_host_may_say_that_they_themselves_answered(asking: Table):
    assert ("ana", "bea") == turn(asking.when("ana", PassTurn("ana")))


def test_a_host_in_the_audience_passes_the_turn_of_a_sleeper(asking: Table):
    table = asking.enters("max").when("ana", MakeHost("max"))

    assert ("leo", "bea") == turn(table.when("max", PassTurn("leo")))
    assert Reason.NOT_IN_ROUND == table.refuses("max", PassTurn("max"))


def test_the_host_may_not_hand_the_question_straight_back_either(asking: Table):
    table = asking.when("bea", PassTurn("leo"))

    assert Reason.CANNOT_ASK_BACK == table.refuses("ana", PassTurn("bea"))
    assert Reason.CANNOT_CHOOSE_SELF == table.refuses("ana", PassTurn("leo"))


def test_passing_the_turn_does_not_stop_the_clock(asking: Table):
    table = asking.after(seconds=30)

    assert table.remaining_ms == table.when("bea", PassTurn("leo")).remaining_ms == 450_000


def test_the_turn_rests_during_a_ballot_and_is_as_it_was_after_it(asking: Table):
    table = asking.when("bea", PassTurn("leo")).when("sol", Accuse("ana"))

    assert Reason.WRONG_PHASE == table.refuses("leo", PassTurn("eva"))
    assert ("leo", "bea") == turn(table.each(("bea", "eva", "leo"), Vote(False)))
