"""What each end of a round is worth."""

import pytest

from chalicelib.core.reason import Reason
from chalicelib.games.espia.actions import Guess
from chalicelib.mechanics.accusation import Accuse, Vote
from chalicelib.mechanics.lobby import Interrupt
from tests.games.espia import phases
from tests.games.espia.phases import ROUND_IS_ON, point, time_is_up
from tests.table import Table


def of_five() -> Table:
    """p1 … p5 are ana, bea, eva, leo, sol; p3 is the spy."""
    return Table("espia", 5).dealt(spy="eva", place="piscina").started()


def of_seven() -> Table:
    """Two spies: bea (p2) and max (p6)."""
    return Table("espia", 7, spies=2).dealt(spies=("bea", "max"), place="piscina").started()


def because(table: Table) -> dict[str, tuple[str, ...]]:
    """Why each player of the round got what they got."""
    return {table.name(p.player): p.because for p in table.result.points}


# The worked examples


def test_example_1_a_right_accusation():
    table = of_five().when("ana", Accuse("eva")).each(("bea", "leo", "sol"), Vote(True))

    assert {"ana": 2, "bea": 1, "leo": 1, "sol": 1} == table.points == table.scores
    assert ("team_win", "right_accusation") == because(table)["ana"]
    assert ("team_win",) == because(table)["bea"]
    assert () == because(table)["eva"]


@pytest.mark.parametrize("order", [("bea", "leo", "sol"), ("leo", "sol", "bea"), ("sol", "bea", "leo")])
def test_example_2_one_no(order: tuple[str, ...]):
    asking = of_five().after(seconds=77)
    table = asking.when("ana", Accuse("eva")).after(seconds=33)
    for voter in order:
        assert "accusation" == table.phase
        table = table.when(voter, Vote(voter != "leo"))

    assert ("questions", asking.remaining_ms) == (table.phase, table.remaining_ms)
    assert Reason.ALREADY_ACCUSED == table.refuses("ana", Accuse("eva"))
    assert {} == table.scores


def test_example_3_a_spy_accuses_the_other():
    table = of_seven().when("max", Accuse("bea")).each(("ana", "eva", "leo", "sol", "paz"), Vote(True))

    assert {"ana": 1, "eva": 1, "leo": 1, "sol": 1, "paz": 1} == table.points == table.scores
    assert "residents" == table.result.winners


def of_four_pointing() -> Table:
    """p4, leo, is the spy: p1→p4, p2→p4, p3→p2, p4→p3."""
    table = time_is_up(Table("espia", 4).dealt(spy="leo", place="piscina").started())
    return point(table, {"ana": "leo", "bea": "leo", "eva": "bea", "leo": "eva"})


def test_example_4_singled_out_and_wrong():
    table = of_four_pointing()
    assert "leo" == table.name(table.round.last_chance.player)

    table = table.when("leo", Guess("tren"))
    assert {"ana": 2, "bea": 2, "eva": 1} == table.points == table.scores
    assert ("team_win", "right_vote") == because(table)["ana"]


def test_example_4_singled_out_and_right():
    assert {"leo": 2} == of_four_pointing().when("leo", Guess("piscina")).scores


def test_example_5_a_tie_between_the_spy_and_another():
    table = time_is_up(Table("espia", 4).dealt(spy="leo", place="piscina").started())
    table = point(table, {"ana": "leo", "bea": "leo", "eva": "ana", "leo": "ana"})

    assert ({"leo": 2}, "spies") == (table.scores, table.result.winners)
    assert {"ana": (), "bea": (), "eva": (), "leo": ("team_win",)} == because(table)


# The table of points


def test_each_spy_gets_four_for_a_right_guess():
    assert {"bea": 4, "max": 4} == of_seven().when("bea", Guess("piscina")).scores


def test_each_spy_gets_four_for_an_innocent_accused():
    table = of_seven().when("ana", Accuse("paz"))

    assert {"bea": 4, "max": 4} == table.each(("bea", "eva", "leo", "sol", "max"), Vote(True)).scores


def test_each_spy_gets_two_for_staying_hidden():
    assert {"bea": 2, "max": 2} == time_is_up(of_seven()).after(seconds=120).scores


def test_each_spy_gets_two_for_a_right_last_chance():
    table = point(time_is_up(of_seven()), {"bea": "ana"}, others="bea")

    assert {"bea": 2, "max": 2} == table.when("bea", Guess("piscina")).scores


def test_catching_one_of_two_spies_is_enough():
    table = point(time_is_up(of_seven()), {"bea": "ana"}, others="bea").when("bea", Guess("tren"))

    assert {"ana": 2, "eva": 2, "leo": 2, "sol": 2, "paz": 2} == table.scores


def test_pointing_at_either_spy_counts_as_right():
    at = {"ana": "bea", "eva": "bea", "leo": "max", "sol": "ana", "paz": "bea", "bea": "max", "max": "bea"}
    table = point(time_is_up(of_seven()), at).when("bea", Guess("tren"))

    assert {"ana": 2, "eva": 2, "leo": 2, "sol": 1, "paz": 2} == table.scores


def test_a_wrong_guess_during_the_round_brings_residents_one_and_no_extra():
    table = of_five().when("ana", Accuse("eva")).each(("bea", "leo", "sol"), Vote(False))

    assert {"ana": 1, "bea": 1, "leo": 1, "sol": 1} == table.when("eva", Guess("tren")).scores


def test_there_is_no_extra_when_the_spies_win():
    table = point(time_is_up(of_five()), {"ana": "eva", "bea": "eva"}, others="ana").after(seconds=120)

    assert {"eva": 2} == table.scores


def test_the_extra_goes_to_the_accuser_of_the_accusation_that_succeeded_alone():
    table = of_five().when("ana", Accuse("eva")).each(("bea", "leo", "sol"), Vote(False))
    table = table.when("bea", Accuse("eva")).each(("ana", "leo", "sol"), Vote(True))

    assert {"ana": 1, "bea": 2, "leo": 1, "sol": 1} == table.scores


def test_who_left_during_the_round_gets_nothing_for_it():
    table = of_five().leaves("bea").when("ana", Accuse("eva")).each(("leo", "sol"), Vote(True))

    assert {"ana": 2, "leo": 1, "sol": 1} == table.scores


def test_a_spy_who_left_gets_nothing_when_the_other_wins():
    assert {"max": 4} == of_seven().leaves("bea").when("max", Guess("piscina")).scores


def test_the_audience_gets_nothing():
    assert {"ana": 1, "bea": 1, "leo": 1, "sol": 1} == of_five().enters("max").when(
        "eva", Guess("tren")
    ).scores


def test_points_add_up_over_the_rounds():
    table = of_five().when("eva", Guess("tren")).dealt(spy="ana", place="museo").started()
    table = table.when("ana", Guess("museo"))

    assert ({"ana": 5, "bea": 1, "leo": 1, "sol": 1}, {"ana": 4}) == (table.scores, table.points)


# Broken off


@pytest.mark.parametrize("phase", ROUND_IS_ON)
def test_the_host_breaks_a_round_off_in_every_phase_of_it(phase: str):
    table = phases.reached(phase).when("ana", Interrupt())

    assert ("round_over", "void", "interrupted") == (
        table.phase,
        table.result.outcome,
        table.result.void_reason,
    )
    assert ({}, None, 0) == (table.scores, table.result.winners, table.sees("ana").public.table.rounds_played)
    assert "piscina" == table.result.reveal.place.id


@pytest.mark.parametrize("phase", ROUND_IS_ON)
def test_only_the_host_breaks_a_round_off(phase: str):
    assert Reason.HOST_ONLY == phases.reached(phase).refuses("bea", Interrupt())


@pytest.mark.parametrize("phase", [p for p in phases.PHASES if p not in (*ROUND_IS_ON, "closed")])
def test_there_is_nothing_to_break_off_outside_of_a_round(phase: str):
    assert Reason.WRONG_PHASE == phases.reached(phase).refuses("ana", Interrupt())


def test_a_round_broken_off_does_not_count_and_leaves_the_scores_alone():
    table = of_five().when("eva", Guess("tren")).dealt().when("ana", Interrupt())

    assert {"ana": 1, "bea": 1, "leo": 1, "sol": 1} == table.scores
    assert 1 == table.sees("ana").public.table.rounds_played


def test_an_open_ballot_is_revealed_with_the_votes_it_had():
    table = of_five().when("ana", Accuse("eva")).when("bea", Vote(False)).when("ana", Interrupt())

    (ballot,) = table.result.reveal.accusations
    assert {"ana": True, "bea": False} == table.named(ballot.votes)
