"""An action belongs to the turn or phase that its actor saw."""

import pytest

from chalicelib.core.action import Action
from chalicelib.core.reason import Reason
from chalicelib.games.impostor.actions import Clue, Guess
from chalicelib.games.impostor.ruleset import RULESET
from chalicelib.mechanics.ballot import Vote
from chalicelib.mechanics.lobby import AddBot, Configure, Deal, Finish, Interrupt, Rematch, Start
from tests.games.impostor.phases import ballot_of, clues, game, reached, turn

ANY_TIME = {"leave", "tick", "seen", "claim_host", "make_host", "remove"}
BOUND: tuple[tuple[str, str, Action], ...] = (
    ("lobby", "ana", Configure({"words": 5})),
    ("lobby", "ana", Deal()),
    ("lobby", "ana", AddBot()),
    ("dealt", "ana", Start()),
    ("dealt", "ana", Interrupt()),
    ("clues", "ana", Clue("sal")),
    ("ballot", "ana", Vote("eva")),
    ("last_chance", "eva", Guess("playa")),
    ("round_over", "ana", Deal()),
    ("round_over", "ana", Finish()),
    ("match_over", "ana", Rematch()),
)


def test_every_action_but_these_is_bound_to_a_phase():
    assert ANY_TIME == {name for name, action in RULESET.actions.items() if action.any_time}
    assert ANY_TIME | {action.type for _, _, action in BOUND} == {*RULESET.actions}


@pytest.mark.parametrize(("phase", "name", "action"), BOUND)
def test_a_stale_action_is_refused(phase: str, name: str, action: Action):
    table = reached(phase)

    assert Reason.STALE_PHASE == table.refuses(name, action, phase_seq=table.phase_seq - 1)
    assert Reason.STALE_PHASE == table.refuses(name, action, phase_seq=table.phase_seq + 1)


def test_every_change_of_phase_and_every_turn_grows_by_one():
    table = game(3, laps=1)
    seen = [table.phase_seq]
    for step in (
        lambda t: t.dealt(impostor="eva", word="playa"),
        lambda t: t.started(opener="ana"),
        *[lambda t: t.when(turn(t), Clue("sal"))] * 3,
        lambda t: ballot_of(t, {}),
        *[lambda t: t.when(turn(t), Clue("sal"))] * 3,
        lambda t: ballot_of(t, {"eva": None}, others="eva"),
        lambda t: t.when("eva", Guess("museo")),
        lambda t: t.when("ana", Finish()),
        lambda t: t.when("ana", Rematch()),
    ):
        table = step(table)
        seen.append(table.phase_seq)

    assert list(range(seen[0], seen[0] + 14)) == seen


def test_a_vote_is_no_step():
    table = reached("ballot")

    assert table.phase_seq == table.when("ana", Vote("eva")).when("ana", Vote(None)).phase_seq


def test_a_double_click_on_a_clue_does_not_speak_in_the_next_lap():
    table = game(3, laps=2).dealt(impostor="eva", word="playa").started(opener="ana")
    first = table.phase_seq
    table = clues(table, laps=1)

    assert ("ana", Reason.STALE_PHASE) == (turn(table), table.refuses("ana", Clue("sal"), phase_seq=first))


def test_a_late_click_does_not_vote_in_the_next_ballot():
    table = reached("ballot")
    later = clues(ballot_of(table, {}))

    assert "ballot" == later.phase
    assert Reason.STALE_PHASE == later.refuses("ana", Vote("eva"), phase_seq=table.phase_seq)
