"""Asking in turn while the clock of the round runs; when it has run out, all point.

A round that uses this has `asker`, `asked_by` and `clock`, its options have `minutes` (None: no limit).
"""

from chalicelib.core.action import Context
from chalicelib.core.ids import PlayerId
from chalicelib.core.legal import Move
from chalicelib.core.ruleset import Phase
from chalicelib.core.state import enter
from chalicelib.core.timer import Due
from chalicelib.mechanics import pointing
from chalicelib.mechanics.clock import MINUTE, NO_CLOCK, clock_due, running
from chalicelib.mechanics.pointing import Begin
from chalicelib.mechanics.table import TableState, with_round
from chalicelib.mechanics.turn_order import next_seat

QUESTIONS = "questions"


def start(state: TableState, ctx: Context) -> TableState:
    """Start the clock, where there is one, and draw who asks first."""
    table = state.public.table
    minutes = table.options.minutes
    clock = NO_CLOCK if minutes is None else running(ctx.now, minutes * MINUTE)
    asker = ctx.rng.fork("asker").pick(table.in_round)
    return enter(with_round(state, clock=clock, asker=asker), QUESTIONS)


def resume(state: TableState, ctx: Context) -> TableState:
    """Go on asking; the turn is as it was."""
    return enter(state, QUESTIONS)


def phase(moves: tuple[Move, ...], time_is_up: Begin = pointing.begin) -> Phase:
    """The phase in which all ask, with the game's own moves; `time_is_up` begins the pointing."""
    return Phase(QUESTIONS, moves, due, time_is_up)


def due(state: TableState) -> Due | None:
    """The end of the round's clock."""
    return clock_due(state.public.round.clock, state.phase_seq)


def left(state: TableState, player: PlayerId) -> TableState:
    """The next in seat order asks in the place of an asker who went, and may ask anybody."""
    round_ = state.public.round
    if round_.asker == player:
        return with_round(state, asker=next_seat(state.public.table.in_round, player), asked_by=None)
    if round_.asked_by == player:
        return with_round(state, asked_by=None)
    return state
