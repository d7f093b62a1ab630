"""A match is so many words; most points win, and ties share the place."""

import pytest

from chalicelib.core.reason import Reason
from chalicelib.games.impostor.actions import Guess
from chalicelib.mechanics.lobby import Deal, Finish, Interrupt, Rematch
from chalicelib.mechanics.table import Standing
from tests.games.impostor.phases import ballot_of, game
from tests.table import Table


def won_by_civilians(table: Table) -> Table:
    """A word in which leo is caught by all, and does not know it."""
    table = table.dealt(impostor="leo", word="playa").started(opener="ana")
    return ballot_of(table, {"leo": None}, others="leo").when("leo", Guess("museo"))


def won_by_the_impostor(table: Table) -> Table:
    """A word in which nobody is caught."""
    table = table.dealt(impostor="leo", word="playa").started(opener="ana")
    for _ in range(3):
        table = ballot_of(table, {})
    return table


@pytest.mark.parametrize("words", [1, 3, 5, 8])
def test_a_match_ends_with_its_last_word(words: int):
    table = game(4, words=words)
    for number in range(1, words + 1):
        assert table.phase in ("lobby", "round_over")
        table = won_by_the_impostor(table)
        assert number == table.round.number

    assert ("match_over", words) == (table.phase, table.sees(None).public.table.rounds_played)
    assert "ballots_exhausted" == table.result.outcome


def test_a_void_word_does_not_count():
    table = won_by_civilians(game(4, words=1).dealt().when("ana", Interrupt()))

    assert ("match_over", 2, 1) == (
        table.phase,
        table.round.number,
        table.sees(None).public.table.rounds_played,
    )


def test_most_points_win_and_ties_share_the_place():
    table = won_by_the_impostor(won_by_civilians(game(4, words=3)))
    table = won_by_civilians(table)

    assert (
        Standing("p1", 6, 1),
        Standing("p2", 6, 1),
        Standing("p3", 6, 1),
        Standing("p4", 3, 4),
    ) == table.sees(None).public.table.standings


def test_whoever_left_keeps_what_they_had_in_the_standings():
    table = won_by_civilians(game(5, words=3)).leaves("bea").when("ana", Finish())

    assert {"p1": 3, "p2": 3, "p3": 3, "p4": 0, "p5": 3} == {
        s.player: s.score for s in table.sees(None).public.table.standings
    }


def test_after_a_word_everybody_plays_again():
    table = game(6).dealt(impostor="leo", word="playa").started(opener="ana")
    table = ballot_of(table, {"bea": "ana"}, others="bea").enters("paz").when("ana", Interrupt())

    assert {"playing"} == {player.status for player in table.sees(None).public.table.players}
    assert ("ana", "bea", "eva", "leo", "sol", "max", "paz") == table.dealt().in_round


def test_the_host_may_end_the_match_between_words():
    assert "match_over" == won_by_civilians(game(4, words=8)).when("ana", Finish()).phase


def test_a_rematch_starts_from_nothing_with_the_same_people_and_options():
    table = won_by_civilians(game(4, words=1)).when("ana", Rematch())

    assert ("lobby", {}, 0) == (table.phase, table.scores, table.sees(None).public.table.rounds_played)
    assert 1 == table.sees(None).public.table.options.words
    assert 1 == table.when("ana", Deal()).round.number


def test_after_the_match_nothing_is_dealt():
    assert Reason.WRONG_PHASE == won_by_civilians(game(4, words=1)).refuses("ana", Deal())
