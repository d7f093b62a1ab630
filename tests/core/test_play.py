"""The heart: what is due happens first, at its own time; then the action, if the view offers it."""

from dataclasses import replace

import pytest

from chalicelib.core.errors import InvariantBroken
from chalicelib.core.play import next_due, play
from chalicelib.core.reason import Reason, Rejection
from chalicelib.core.state import enter
from tests.core import toy
from tests.core.toy import ANA, BEA, TOY, Add, Hand, Inside, Later, Note, Roll, context, ending

# Actions


def test_an_offered_action_is_applied():
    outcome = play(TOY, toy.new(), Add(2), context(ANA))

    assert (2, None) == (outcome.state.public.heap, outcome.rejection)


@pytest.mark.parametrize(
    ("player", "action", "rejection"),
    [
        (BEA, Add(1), Rejection(Reason.NOT_YOUR_TURN)),
        (ANA, Add(3), Rejection(Reason.INVALID_VALUE, "n", "1, 2")),
        (ANA, Later(), Rejection(Reason.NOT_ENOUGH_PLAYERS)),
        (ANA, Note("taboo"), Rejection(Reason.INVALID_VALUE, "text", "never say that")),
    ],
    ids=["not offered", "no such value", "not yet", "judged by its handler"],
)
def test_a_refused_action_changes_nothing(player: toy.PlayerId, action: toy.Action, rejection: Rejection):
    state = toy.new()
    outcome = play(TOY, state, action, context(player))

    assert rejection == outcome.rejection
    assert state is outcome.state


def test_an_action_of_another_phase_is_out_of_place():
    resting = replace(toy.new(), phase="resting")

    assert Rejection(Reason.WRONG_PHASE) == play(TOY, resting, Add(1), context(ANA)).rejection


def test_a_phase_without_moves_is_over_for_good():
    closed = replace(toy.new(), phase="closed")

    for action in (Add(1), Note("x"), Inside()):
        assert Rejection(Reason.ROOM_CLOSED) == play(TOY, closed, action, context(ANA)).rejection


def test_an_action_that_changes_nothing_leaves_the_very_same_state():
    state = toy.new()

    assert state is play(TOY, state, Inside(), context(None)).state
    assert state is play(TOY, state, None, context(None)).state


def test_playing_leaves_the_state_that_it_was_given_alone():
    state = ending(10)
    before = replace(state)
    play(TOY, state, Add(2), context(ANA, now=20))

    assert before == state


# Phases that the actor saw


def test_an_action_meant_for_another_phase_is_stale():
    state = enter(toy.new(), "adding")

    assert Rejection(Reason.STALE_PHASE) == play(TOY, state, Add(1), context(ANA, phase_seq=1)).rejection
    assert Rejection(Reason.STALE_PHASE) == play(TOY, state, Add(1), context(ANA, phase_seq=3)).rejection
    assert play(TOY, state, Add(1), context(ANA, phase_seq=2)).rejection is None


def test_stale_is_said_before_out_of_place():
    state = enter(toy.new(), "resting")

    assert Rejection(Reason.STALE_PHASE) == play(TOY, state, Add(1), context(ANA, phase_seq=1)).rejection


def test_what_belongs_to_no_phase_is_never_stale():
    assert play(TOY, enter(toy.new(), "adding"), Note("x"), context(ANA, phase_seq=1)).rejection is None


# Time


def test_what_is_due_happens_at_its_own_time():
    assert 0 == play(TOY, ending(10), None, context(None, now=9)).state.public.heap
    assert 10 == play(TOY, ending(10), None, context(None, now=10)).state.public.heap
    assert 10 == play(TOY, ending(10), None, context(None, now=99)).state.public.heap


def test_everything_that_is_due_happens_in_order():
    state = play(TOY, ending(10, 20, 30), None, context(None, now=25)).state

    assert (20, 3, (30,)) == (state.public.heap, state.phase_seq, state.public.ends)


def test_two_deadlines_of_one_instant_both_pass():
    assert () == play(TOY, ending(10, 10), None, context(None, now=10)).state.public.ends


def test_what_is_due_happens_before_the_action_is_looked_at():
    late = context(ANA, now=10, phase_seq=1)
    outcome = play(TOY, ending(10), Add(1), late)

    assert (Rejection(Reason.STALE_PHASE), 10) == (outcome.rejection, outcome.state.public.heap)


def test_what_is_due_next_is_known():
    due = next_due(TOY, ending(10, 20))

    assert due is not None
    assert (10, "1/end") == (due.at, due.id)
    assert next_due(TOY, toy.new()) is None


def test_a_phase_that_does_not_end_when_it_is_due_is_a_bug():
    stuck = toy.ruleset(expire=lambda state, ctx: state)

    with pytest.raises(InvariantBroken, match="toy: settling 1/end did not move on"):
        play(stuck, ending(10), None, context(None, now=10))


def test_time_that_runs_backwards_is_a_bug():
    with pytest.raises(InvariantBroken, match="did not move on"):
        play(TOY, ending(20, 10), None, context(None, now=30))


# Dice


def test_the_same_state_action_and_circumstances_give_the_same_outcome():
    assert play(TOY, toy.new(), Roll(), context(ANA)) == play(TOY, toy.new(), Roll(), context(ANA))


def test_every_step_has_dice_of_its_own():
    once = play(TOY, toy.new(), Roll(), context(ANA)).state
    twice = play(TOY, once, Roll(), context(ANA)).state

    assert 2 == len({once.secret.rolled, twice.secret.rolled})
    assert once.secret.rolled != play(TOY, toy.new(seed="other"), Roll(), context(ANA)).state.secret.rolled


def test_a_refused_action_does_not_use_up_dice():
    refused = play(TOY, toy.new(), Add(3), context(ANA)).state

    assert play(TOY, toy.new(), Roll(), context(ANA)).state == play(TOY, refused, Roll(), context(ANA)).state


def test_an_action_of_players_is_not_taken_by_nobody():
    with pytest.raises(InvariantBroken):
        play(TOY, toy.new(), Note("x"), context(None))


def test_a_hand_is_written_by_its_owner():
    assert Hand("x") == play(TOY, toy.new(), Note("x"), context(BEA)).state.hands[BEA]
