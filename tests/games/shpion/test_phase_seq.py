"""An action belongs to the phase that its actor saw."""

import pytest

from chalicelib.core.action import Action
from chalicelib.core.reason import Reason
from chalicelib.games.shpion.actions import Answer, Ask, CrossOut, Guess, PassTurn
from chalicelib.games.shpion.ruleset import RULESET
from chalicelib.mechanics.accusation import Accuse, Vote
from chalicelib.mechanics.lobby import AddBot, Configure, Deal, Finish, Interrupt, Rematch, Start
from chalicelib.mechanics.pointing import Point
from tests.games.shpion.phases import READY, accused, asked, asks, game, point, reached, time_is_up

ANY_TIME = {"leave", "tick", "seen", "cross_out", "claim_host", "make_host", "remove"}
BOUND: tuple[tuple[str, str, Action], ...] = (
    ("lobby", "ana", Configure({"minutes": 5})),
    ("lobby", "ana", Deal()),
    ("lobby", "ana", AddBot()),
    ("dealt", "ana", Start()),
    ("dealt", "ana", Interrupt()),
    ("questions", "ana", Ask("bea", question=READY)),
    ("questions", "bea", Answer("yes")),
    ("questions", "ana", PassTurn("bea")),
    ("questions", "ana", Accuse("eva")),
    ("questions", "eva", Guess("баня")),
    ("accusation", "eva", Guess("баня")),
    ("accusation", "leo", Vote(True)),
    ("pointing", "ana", Point("eva")),
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


def test_striking_out_is_never_stale():
    assert reached("questions").when("ana", CrossOut(("баня",)), phase_seq=0)


def test_every_change_of_phase_grows_by_one():
    table = game(5)
    seen = [table.phase_seq]
    for step in (
        lambda t: t.dealt(spy="eva"),
        lambda t: t.started(),
        lambda t: t.when("ana", Accuse("bea")),
        lambda t: t.each(("eva", "leo", "sol"), Vote(False)),
        time_is_up,
        lambda t: point(t, {"eva": "ana"}, others="eva"),
        lambda t: t.when("ana", Finish()),
        lambda t: t.when("ana", Rematch()),
    ):
        table = step(table)
        seen.append(table.phase_seq)

    assert list(range(seen[0], seen[0] + 9)) == seen


def test_asking_answering_and_passing_the_turn_are_no_steps():
    table = reached("questions")
    after = asks(asked(table, "ana", "bea"), "bea", "leo").when("ana", PassTurn("sol"))

    assert table.phase_seq == after.phase_seq


def test_a_double_click_does_not_vote_in_the_next_ballot():
    table = reached("questions").when("ana", Accuse("bea"))
    first = table.phase_seq
    table = table.each(("eva", "leo", "sol"), Vote(False)).when("bea", Accuse("ana"))

    assert Reason.STALE_PHASE == table.refuses("leo", Vote(True), phase_seq=first)


def test_a_guess_meant_for_a_ballot_does_not_count_after_it():
    table = reached("accusation")
    later = table.each(("eva", "leo", "sol"), Vote(False))

    assert Reason.STALE_PHASE == later.refuses("eva", Guess("баня"), phase_seq=table.phase_seq)
    assert "questions" == accused(later, "leo", "ana", against="sol").phase
