"""Time is up: everybody secretly points at somebody."""

from collections.abc import Mapping

from chalicelib.core.action import Context
from chalicelib.core.ids import PlayerId
from chalicelib.games.espia.phases import last_chance
from chalicelib.games.espia.phases.notes import CROSS_OUT
from chalicelib.games.espia.reveal import spies_win, void
from chalicelib.games.espia.state import EspiaState
from chalicelib.mechanics import pointing
from chalicelib.mechanics.choosing import singled_out
from chalicelib.mechanics.lobby import interrupt


def count(state: EspiaState, votes: Mapping[PlayerId, PlayerId], ctx: Context) -> EspiaState:
    """A spy with more fingers than anybody else gets a last chance; otherwise the spies stayed hidden."""
    top = singled_out(votes)
    if top in state.secret.spies and top is not None:
        return last_chance.begin(state, top, ctx)
    return spies_win(state, "spy_hidden", 2)


PHASE = pointing.phase(count, (CROSS_OUT, interrupt(void)))
