"""Rounds add up to a match, which ends when the host says so; a rematch starts a new one."""

import pytest

from chalicelib.core.reason import Reason
from chalicelib.games.espia.actions import Guess
from chalicelib.mechanics.lobby import Deal, Finish, Interrupt, Rematch
from tests.games.espia import phases
from tests.games.espia.phases import PHASES
from tests.table import Table


def won_by(table: Table, spy: str) -> Table:
    """Another round, in which the spy guesses right: four points."""
    return table.dealt(spy=spy, place="tren").started().when(spy, Guess("tren"))


def standings(table: Table) -> list[tuple[str, int, int]]:
    return [(table.name(s.player), s.score, s.place) for s in table.sees("ana").public.table.standings]


def test_no_number_of_rounds_is_set():
    table = Table("espia", 3)
    for _ in range(12):
        table = won_by(table, "eva")

    assert ("round_over", 12) == (table.phase, table.sees("ana").public.table.rounds_played)
    assert table.ruleset.rounds_total(table.sees("ana").public.table.options) is None
    assert table.may("ana", Deal)


def test_the_host_ends_the_match_between_rounds():
    table = won_by(Table("espia", 3), "eva").when("ana", Finish())

    assert "match_over" == table.phase
    assert [("eva", 4, 1), ("ana", 0, 2), ("bea", 0, 2)] == standings(table)


def test_only_the_host_ends_the_match():
    assert Reason.HOST_ONLY == won_by(Table("espia", 3), "eva").refuses("bea", Finish())


@pytest.mark.parametrize("phase", [phase for phase in PHASES if phase not in ("round_over", "closed")])
def test_the_match_ends_only_between_rounds(phase: str):
    assert Reason.WRONG_PHASE == phases.reached(phase).refuses("ana", Finish())


def test_the_last_result_stays_beside_the_standings():
    table = won_by(Table("espia", 3), "eva").when("ana", Finish())

    assert "spy_guessed" == table.sees("bea").public.result.outcome


def test_there_are_no_standings_before_the_end_of_the_match():
    assert won_by(Table("espia", 3), "eva").sees("ana").public.table.standings is None


def test_ties_share_the_place_and_the_next_place_is_skipped():
    table = won_by(won_by(won_by(Table("espia", 4), "eva"), "leo"), "leo").when("ana", Finish())
    assert [("leo", 8, 1), ("eva", 4, 2), ("ana", 0, 3), ("bea", 0, 3)] == standings(table)

    table = won_by(won_by(Table("espia", 4), "eva"), "leo").when("ana", Finish())
    assert [("eva", 4, 1), ("leo", 4, 1), ("ana", 0, 3), ("bea", 0, 3)] == standings(table)


def test_the_score_of_who_left_stays_in_the_standings():
    table = won_by(Table("espia", 4), "eva").leaves("eva").when("ana", Finish())

    assert [("eva", 4, 1), ("ana", 0, 2), ("bea", 0, 2), ("leo", 0, 2)] == standings(table)


def test_who_comes_back_starts_from_nothing():
    table = won_by(Table("espia", 4), "eva").leaves("eva").enters("eva")
    table = won_by(table, "eva").when("ana", Finish())

    assert [("eva", 4, 1), ("eva", 4, 1)] == standings(table)[:2]


def test_rounds_are_numbered_from_one():
    table = Table("espia", 3).dealt()

    assert 1 == table.round.number
    assert 2 == table.when("ana", Interrupt()).dealt().round.number


def test_a_void_round_does_not_count():
    table = won_by(Table("espia", 3).dealt().when("ana", Interrupt()), "eva")

    assert 1 == table.sees("ana").public.table.rounds_played


def test_a_match_may_end_without_a_round_that_counted():
    table = Table("espia", 3).dealt().when("ana", Interrupt()).when("ana", Finish())

    assert [("ana", 0, 1), ("bea", 0, 1), ("eva", 0, 1)] == standings(table)


# The rematch


def test_a_rematch_goes_back_to_the_lobby_with_the_same_people_and_no_scores():
    table = won_by(Table("espia", 4), "eva").when("ana", Finish()).when("ana", Rematch())
    public = table.sees("ana").public

    assert ("lobby", ("ana", "bea", "eva", "leo"), {}) == (table.phase, table.seated, table.scores)
    assert (0, None, None, None) == (
        public.table.rounds_played,
        public.table.standings,
        public.round,
        public.result,
    )
    assert 1 == table.dealt().round.number


def test_matches_are_numbered_from_one():
    table = Table("espia", 3)
    for number in (1, 2, 3):
        assert number == table.sees("bea").public.table.match
        table = won_by(table, "eva").when("ana", Finish()).when("ana", Rematch())


def test_nobody_holds_a_card_after_a_rematch():
    table = won_by(Table("espia", 3), "eva").when("ana", Finish()).when("ana", Rematch())

    assert [None, None, None] == [table.sees(name).hand for name in table.seated]
    assert not any(p.seen for p in table.sees("ana").public.table.seated)


def test_who_left_is_not_in_the_standings_of_the_next_match():
    table = won_by(Table("espia", 4), "eva").leaves("eva").when("ana", Finish()).when("ana", Rematch())
    table = won_by(table, "leo").when("ana", Finish())

    assert [("leo", 4, 1), ("ana", 0, 2), ("bea", 0, 2)] == standings(table)


def test_seats_are_not_numbered_anew_by_a_rematch():
    table = Table("espia", 4).leaves("leo").dealt().when("ana", Interrupt()).when("ana", Finish())

    assert "p5" == table.when("ana", Rematch()).enters("leo").who("leo")


@pytest.mark.parametrize("phase", [phase for phase in PHASES if phase not in ("match_over", "closed")])
def test_there_is_no_rematch_before_the_match_is_over(phase: str):
    assert Reason.WRONG_PHASE == phases.reached(phase).refuses("ana", Rematch())


def test_only_the_host_calls_a_rematch():
    assert Reason.HOST_ONLY == phases.reached("match_over").refuses("bea", Rematch())


def test_after_the_match_nothing_is_dealt_without_a_rematch():
    assert Reason.WRONG_PHASE == phases.reached("match_over").refuses("ana", Deal())


# The end of the room


def test_the_room_closes_when_everybody_has_left():
    table = Table("espia", 3).leaves("ana").leaves("bea")
    assert ("lobby", "eva") == (table.phase, table.host)

    assert "closed" == table.leaves("eva").phase


def test_the_audience_alone_keeps_the_room_open():
    table = Table("espia", 3).dealt().enters("max").leaves("ana").leaves("bea").leaves("eva")

    assert ("round_over", "max") == (table.phase, table.host)
