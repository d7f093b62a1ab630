"""Everybody secretly points at somebody at once; it may be changed until the last one has pointed.

A round that uses this has `timer` and `pointing`; its hands have `point`.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import ClassVar, TypeAlias

from chalicelib.core.action import Action, Context, actor
from chalicelib.core.ids import PlayerId
from chalicelib.core.legal import Move, Offered, offer
from chalicelib.core.ruleset import Phase
from chalicelib.core.state import enter
from chalicelib.core.timer import Due
from chalicelib.mechanics.clock import NO_CLOCK, time_limit, timer_due
from chalicelib.mechanics.seating import TableView, others_in_round, round_refusal
from chalicelib.mechanics.table import TableState, in_seat_order, with_hand, with_hands, with_round

PHASE = "pointing"


@dataclass(frozen=True, slots=True)
class Point(Action):
    """Point at a player, in secret."""

    type: ClassVar[str] = "point"
    suspect: PlayerId


@dataclass(frozen=True, slots=True)
class Pointing:
    """Who has pointed; at whom is told to all at once, when the last one has."""

    pointed: tuple[PlayerId, ...] = ()
    votes: Mapping[PlayerId, PlayerId] | None = None


Count: TypeAlias = Callable[[TableState, Mapping[PlayerId, PlayerId], Context], TableState]
"""A game's answer to the revealed fingers: {who: at whom}, without those who did not point."""


def begin(state: TableState, ctx: Context) -> TableState:
    """The round's clock is over: everybody points."""
    timer = time_limit("point", ctx.now, state.public.table.options.vote_seconds)
    return enter(with_round(state, clock=NO_CLOCK, timer=timer, pointing=Pointing()), PHASE)


def may_point(view: TableView) -> Offered:
    """Every player of the round, at anybody but themselves."""
    return round_refusal(view) or offer(suspect=others_in_round(view))


def phase(count: Count, others: tuple[Move, ...]) -> Phase:
    """The phase in which all point; `others` are the game's own moves in it."""

    def point(state: TableState, action: Point, ctx: Context) -> TableState:
        state = with_hand(state, actor(ctx), point=action.suspect)
        return _settle(_recount(state), ctx, count)

    def expire(state: TableState, ctx: Context) -> TableState:
        return _close(state, ctx, count)

    def due(state: TableState) -> Due | None:
        return timer_due(state.public.round.timer, state.phase_seq)

    return Phase(PHASE, (Move(Point, may_point, point), *others), due, expire)


def left(state: TableState, player: PlayerId, ctx: Context, count: Count) -> TableState:
    """Somebody of the round goes: fingers at them are withdrawn, and their owners choose again."""
    at_them = [p for p in state.public.table.in_round if state.hands[p].point == player]
    return _settle(_recount(with_hands(state, at_them, point=None)), ctx, count)


def singled_out(votes: Mapping[PlayerId, PlayerId]) -> PlayerId | None:
    """Who has strictly more fingers at them than anybody else."""
    ranking = Counter(votes.values()).most_common(2)
    if not ranking or (len(ranking) == 2 and ranking[0][1] == ranking[1][1]):
        return None
    return ranking[0][0]


def fingers(state: TableState) -> dict[PlayerId, PlayerId]:
    """Who points at whom, in seat order; secret until the last one has pointed."""
    pointing: Pointing | None = state.public.round.pointing
    return {p: state.hands[p].point for p in pointing.pointed} if pointing else {}


def _recount(state: TableState) -> TableState:
    table = state.public.table
    pointed = in_seat_order(table, (p for p in table.in_round if state.hands[p].point is not None))
    return with_round(state, pointing=Pointing(pointed))


def _settle(state: TableState, ctx: Context, count: Count) -> TableState:
    everybody = state.public.round.pointing.pointed == state.public.table.in_round
    return _close(state, ctx, count) if everybody else state


def _close(state: TableState, ctx: Context, count: Count) -> TableState:
    votes = fingers(state)
    return count(with_round(state, timer=None, pointing=Pointing(tuple(votes), votes)), votes, ctx)
