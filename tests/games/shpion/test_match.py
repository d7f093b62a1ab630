"""A match is so many rounds; most points win, and ties share the place."""

import pytest

from chalicelib.core.reason import Reason
from chalicelib.games.shpion.actions import Guess
from chalicelib.mechanics.lobby import Deal, Finish, Interrupt, Rematch
from chalicelib.mechanics.table import Standing
from tests.games.shpion.phases import game
from tests.table import Table


def won_by_the_spy(table: Table, spy: str = "leo") -> Table:
    """A round in which the spy names the word."""
    return table.dealt(spy=spy, word="баня").started().when(spy, Guess("баня"))


def won_by_residents(table: Table, spy: str = "leo") -> Table:
    """A round in which the spy names another."""
    return table.dealt(spy=spy, word="баня").started().when(spy, Guess("цирк"))


@pytest.mark.parametrize("rounds", [1, 2, 5, 20])
def test_a_match_ends_with_its_last_round(rounds: int):
    table = game(3, rounds=rounds)
    for number in range(1, rounds + 1):
        assert table.phase in ("lobby", "round_over")
        table = won_by_the_spy(table, "eva")
        assert number == table.round.number

    assert ("match_over", rounds) == (table.phase, table.sees(None).public.table.rounds_played)
    assert "spy_guessed" == table.result.outcome


def test_the_number_of_rounds_is_told():
    table = game(3, rounds=7)

    assert 7 == table.ruleset.rounds_total(table.sees(None).public.table.options)


def test_a_void_round_does_not_count():
    table = won_by_the_spy(game(4, rounds=1).dealt().when("ana", Interrupt()))

    assert ("match_over", 2, 1) == (
        table.phase,
        table.round.number,
        table.sees(None).public.table.rounds_played,
    )


def test_most_points_win_and_ties_share_the_place():
    table = won_by_residents(won_by_residents(won_by_the_spy(game(4, rounds=3))), "ana")

    assert (
        Standing("p4", 5, 1),
        Standing("p2", 2, 2),
        Standing("p3", 2, 2),
        Standing("p1", 1, 4),
    ) == table.sees(None).public.table.standings


def test_whoever_left_keeps_what_they_had_in_the_standings():
    table = won_by_residents(game(5)).leaves("bea").when("ana", Finish())

    assert {"p1": 1, "p2": 1, "p3": 1, "p4": 0, "p5": 1} == {
        s.player: s.score for s in table.sees(None).public.table.standings
    }


def test_whoever_came_during_a_round_plays_the_next():
    table = game(4).dealt().enters("sol").when("ana", Interrupt())

    assert ("ana", "bea", "eva", "leo", "sol") == table.dealt().in_round


def test_the_host_may_end_the_match_between_rounds():
    assert "match_over" == won_by_the_spy(game(4, rounds=8)).when("ana", Finish()).phase


def test_a_rematch_starts_from_nothing_with_the_same_people_and_options():
    table = won_by_the_spy(game(4, rounds=1)).when("ana", Rematch())

    assert ("lobby", {}, 0) == (table.phase, table.scores, table.sees(None).public.table.rounds_played)
    assert 1 == table.sees(None).public.table.options.rounds
    assert 1 == table.when("ana", Deal()).round.number


def test_after_the_match_nothing_is_dealt():
    assert Reason.WRONG_PHASE == won_by_the_spy(game(4, rounds=1)).refuses("ana", Deal())
