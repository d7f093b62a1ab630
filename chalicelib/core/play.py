"""The heart: one pure function from a state and an action to the next state."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from chalicelib.core.action import Action, Context
from chalicelib.core.bots import next_move, wake, woken
from chalicelib.core.errors import InvariantBroken
from chalicelib.core.ids import Millis
from chalicelib.core.legal import AnyState, rejection
from chalicelib.core.reason import Reason, Refused, Rejection
from chalicelib.core.rng import Rng
from chalicelib.core.ruleset import Ruleset
from chalicelib.core.state import advance
from chalicelib.core.timer import Due
from chalicelib.core.view import project


@dataclass(frozen=True, slots=True)
class Outcome:
    """The state after everything due and the action; a refused action leaves what was due settled."""

    state: AnyState
    rejection: Rejection | None = None


def play(ruleset: Ruleset, state: AnyState, action: Action | None, ctx: Context) -> Outcome:
    """Settle all that is due up to `ctx.now`, each at its own time, then apply the action to what is left.

    Deterministic: the same state, action and context give the same outcome. Actions that
    `legal(project(state, actor))` does not list are refused, so handlers repeat no guard.
    """
    state = settle(ruleset, state, ctx)
    return Outcome(state) if action is None else _apply(ruleset, state, action, ctx)


def _apply(ruleset: Ruleset, state: AnyState, action: Action, ctx: Context) -> Outcome:
    move = ruleset.moves[state.phase].get(type(action))
    if move is None:
        closed = not ruleset.moves[state.phase]
        return Outcome(state, Rejection(Reason.ROOM_CLOSED if closed else _out_of_place(action, state, ctx)))
    if _is_late(action, state, ctx):
        return Outcome(state, Rejection(Reason.STALE_PHASE))
    view = project(state, ctx.actor, ctx.presence)
    refused = rejection(move, view, action, frozenset(ruleset.candidates(view, ctx.deck) or ()))
    if refused is not None:
        return Outcome(state, refused)
    try:
        after = advance(state, move.apply(state, action, _with_dice(ctx, state)))
        return Outcome(wake(ruleset.bots, state, after, ctx.now))
    except Refused as why:
        return Outcome(state, why.rejection)


def _out_of_place(action: Action, state: AnyState, ctx: Context) -> Reason:
    return Reason.STALE_PHASE if _is_late(action, state, ctx) else Reason.WRONG_PHASE


def _is_late(action: Action, state: AnyState, ctx: Context) -> bool:
    """Whether it was meant for another phase than this."""
    is_bound = action.dated or not action.any_time
    return is_bound and ctx.phase_seq not in (None, state.phase_seq)


def settle(ruleset: Ruleset, state: AnyState, ctx: Context) -> AnyState:
    """Let everything happen that was due by `ctx.now`, in time order, each at the instant it was due."""
    for _, after in steps(ruleset, state, ctx):
        state = after
    return state


def steps(ruleset: Ruleset, state: AnyState, ctx: Context) -> Iterator[tuple[Millis, AnyState]]:
    """Everything that was due by `ctx.now`, one after the other: its instant, and the state after it."""
    earlier = None
    while (due := next_due(ruleset, state)) is not None and due.at <= ctx.now:
        at_its_time = replace(ctx, actor=None, now=due.at, phase_seq=None)
        after = _happen(ruleset, state, due, at_its_time)
        if after is state or (earlier is not None and due.at < earlier.at):
            raise InvariantBroken(f"{ruleset.id}: settling {due.id} did not move on")
        state, earlier = after, due
        yield due.at, state


def _happen(ruleset: Ruleset, state: AnyState, due: Due, ctx: Context) -> AnyState:
    if due.bot is None:
        after = advance(state, ruleset.by_name[state.phase].expire(state, _with_dice(ctx, state)))
        return wake(ruleset.bots, state, after, ctx.now)
    assert ruleset.bots is not None
    state, view = woken(state, due.bot), project(state, due.bot, ctx.presence)
    action = ruleset.bots.policy(view, ctx.deck, _with_dice(ctx, state).rng.fork(f"bot/{due.bot}"))
    # one that wants what it may not do says nothing: the table waits for it no longer than for anybody
    return state if action is None else _apply(ruleset, state, action, replace(ctx, actor=due.bot)).state


def next_due(ruleset: Ruleset, state: AnyState) -> Due | None:
    """What happens by itself next, if nobody acts before; a deadline before a bot of the same instant."""
    deadline, move = ruleset.by_name[state.phase].due(state), next_move(state)
    if deadline is None or move is None:
        return deadline or move
    return move if move.at < deadline.at else deadline


def _with_dice(ctx: Context, state: AnyState) -> Context:
    return replace(ctx, rng=Rng(f"{state.seed}/{state.step}"))
