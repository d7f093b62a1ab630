"""The seats that the room plays itself: when they move, what they see, and what becomes of it."""

from dataclasses import replace

from chalicelib.core.action import Action
from chalicelib.core.bots import Bots
from chalicelib.core.ids import Millis
from chalicelib.core.play import next_due, play
from chalicelib.core.ruleset import Ruleset
from tests.core import toy
from tests.core.toy import ANA, BEA, Add, Hand, Note, context

PACE_MS = 1_000


def game(policy=lambda view, deck, rng: Add(1), wants=lambda view: True, pace=PACE_MS) -> Ruleset:
    """The toy game in which bots may add; a number of ms is the pace of all."""
    return toy.ruleset(bots=Bots(wants, policy, lambda view, rng: pace))


def room(bot=BEA, *, ends: tuple[int, ...] = ()) -> toy.ToyState:
    """Ana's turn, or the bot's; the phase ends at these instants."""
    state = toy.new()
    public = replace(state.public, bots=(bot,), turn=bot, ends=tuple(map(Millis, ends)))
    return replace(state, public=public)


def woken_by(ruleset: Ruleset, state: toy.ToyState, action: Action, now: int = 0) -> toy.ToyState:
    """The state after Ana did something that everybody sees."""
    outcome = play(ruleset, state, action, context(ANA, now))
    assert outcome.rejection is None
    return outcome.state


def after_a_change(ruleset: Ruleset, state: toy.ToyState, now: int = 0) -> toy.ToyState:
    """The bot's own view changes: it was given a note."""
    return play(ruleset, state, Note("go"), context(state.public.bots[0], now)).state


def test_a_bot_moves_when_its_time_has_come_and_not_before():
    state = after_a_change(game(), room())

    assert PACE_MS == next_due(game(), state).at
    assert 0 == play(game(), state, None, context(None, PACE_MS - 1)).state.public.heap
    assert 1 == play(game(), state, None, context(None, PACE_MS)).state.public.heap


def test_a_bot_goes_on_at_its_own_pace_however_late_the_server_looks():
    thrice = game(policy=lambda view, deck, rng: Add(1) if view.public.heap < 3 else None)
    state = after_a_change(thrice, room())

    late = play(thrice, state, None, context(None, 60_000)).state

    assert 3 == late.public.heap
    assert next_due(thrice, late) is None


def test_a_bot_that_has_nothing_to_do_is_asked_again_when_its_view_changes():
    waiting = game(policy=lambda view, deck, rng: Add(1) if view.hand.note == "now" else None)
    idle = play(waiting, after_a_change(waiting, room()), None, context(None, PACE_MS)).state

    assert next_due(waiting, idle) is None
    told = play(waiting, idle, Note("now"), context(BEA, 5_000)).state
    assert 5_000 + PACE_MS == next_due(waiting, told).at
    assert 1 == play(waiting, told, None, context(None, 5_000 + PACE_MS)).state.public.heap


def test_what_changes_for_another_alone_wakes_no_bot():
    state = room()

    assert next_due(game(), play(game(), state, Note("mine"), context(ANA)).state) is None


def test_a_bot_sees_its_own_hand_and_no_other():
    seen = []
    spying = game(policy=lambda view, deck, rng: seen.append(view))
    state = after_a_change(spying, replace(room(), hands={ANA: Hand("ana's"), BEA: Hand("bea's")}))
    play(spying, state, None, context(None, PACE_MS))

    (view,) = seen
    assert BEA == view.viewer
    assert "ana's" not in repr(view)


def test_a_deadline_comes_before_the_bot_of_the_same_instant():
    state = after_a_change(game(), room(ends=(PACE_MS,)))

    first = next_due(game(), state)
    assert (PACE_MS, None) == (first.at, first.bot)


def test_what_a_bot_may_not_do_is_left_undone_and_the_room_goes_on():
    greedy = game(policy=lambda view, deck, rng: Add(99))
    state = after_a_change(greedy, room())

    after = play(greedy, state, None, context(None, PACE_MS)).state
    assert 0 == after.public.heap
    assert next_due(greedy, after) is None


def test_a_bot_without_anything_to_do_is_not_waited_for():
    resting = game(wants=lambda view: False)

    assert next_due(resting, after_a_change(resting, room())) is None


def test_a_bot_that_is_gone_moves_no_more():
    state = after_a_change(game(), room())
    gone = replace(state, public=replace(state.public, bots=()))
    after = woken_by(game(), replace(gone, public=replace(gone.public, turn=ANA)), Add(2))

    assert next_due(game(), after) is None


def test_the_same_seed_gives_the_same_bots():
    random = game(policy=lambda view, deck, rng: Add(rng.below(2) + 1) if view.public.heap < 50 else None)
    heaps = []
    for _ in range(2):
        state = after_a_change(random, room())
        states = [
            state := play(random, state, None, context(None, at)).state for at in range(0, 60_000, 1_000)
        ]
        heaps.append([each.public.heap for each in states])

    assert heaps[0] == heaps[1]
    assert 50 <= heaps[0][-1] <= 51
