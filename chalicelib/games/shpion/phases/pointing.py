"""Time is up: everybody secretly points at somebody, and only a unanimous table opens a card."""

from collections.abc import Mapping

from chalicelib.core.action import Context
from chalicelib.core.ids import PlayerId
from chalicelib.games.shpion.phases.notes import CROSS_OUT
from chalicelib.games.shpion.reveal import residents_win, spy_wins, void
from chalicelib.games.shpion.state import ShpionState
from chalicelib.mechanics import pointing
from chalicelib.mechanics.choosing import unanimous
from chalicelib.mechanics.lobby import interrupt
from chalicelib.mechanics.table import with_round


def begin(state: ShpionState, ctx: Context) -> ShpionState:
    """A question that is still open is dropped."""
    return pointing.begin(with_round(state, asked=None), ctx)


def count(state: ShpionState, votes: Mapping[PlayerId, PlayerId], ctx: Context) -> ShpionState:
    """All but the one they point at agree: that card is opened. Else the spy was not caught."""
    opened = unanimous(votes, state.public.table.in_round)
    if opened is None:
        return spy_wins(state, "spy_hidden", 2)
    if opened == state.secret.spy:
        return residents_win(state, "spy_pointed")
    return spy_wins(state, "innocent_pointed", 4)


PHASE = pointing.phase(count, (CROSS_OUT, interrupt(void)))
