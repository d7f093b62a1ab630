"""Everybody secretly points at somebody at once; it may be changed until the last one has pointed.

A round that uses this has `timer` and `pointing`; its hands have `point`.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, TypeAlias

from chalicelib.core.action import Action, Context
from chalicelib.core.ids import PlayerId
from chalicelib.core.legal import Move
from chalicelib.core.ruleset import Phase
from chalicelib.core.state import enter
from chalicelib.mechanics.choosing import Choosing, Close
from chalicelib.mechanics.clock import NO_CLOCK, time_limit
from chalicelib.mechanics.seating import others_in_round
from chalicelib.mechanics.table import TableState, with_round

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
Begin: TypeAlias = Callable[[TableState, Context], TableState]
"""Ends the questions, and has all point."""


def begin(state: TableState, ctx: Context) -> TableState:
    """The round's clock is over: everybody points."""
    timer = time_limit("point", ctx.now, state.public.table.options.vote_seconds)
    return enter(with_round(state, clock=NO_CLOCK, timer=timer, pointing=Pointing()), PHASE)


def phase(count: Count, others: tuple[Move, ...]) -> Phase:
    """The phase in which all point; `others` are the game's own moves in it."""
    return POINTING.to_phase(_told(count), others)


def left(state: TableState, player: PlayerId, ctx: Context, count: Count) -> TableState:
    """Somebody of the round goes: fingers at them are withdrawn, and their owners choose again."""
    return POINTING.left(state, player, ctx, _told(count))


def fingers(state: TableState) -> dict[PlayerId, Any]:
    """Who points at whom, in seat order; secret until the last one has pointed."""
    return POINTING.choices(state)


def _told(count: Count) -> Close:
    def close(state: TableState, votes: Mapping[PlayerId, PlayerId], ctx: Context) -> TableState:
        return count(with_round(state, timer=None, pointing=Pointing(tuple(votes), votes)), votes, ctx)

    return close


def _pointed(round_: Any) -> tuple[PlayerId, ...]:
    pointing: Pointing | None = round_.pointing
    return pointing.pointed if pointing else ()


def _note(state: TableState, pointed: tuple[PlayerId, ...]) -> TableState:
    return with_round(state, pointing=Pointing(pointed))


POINTING = Choosing(PHASE, Point, "point", _pointed, _note, others_in_round)
