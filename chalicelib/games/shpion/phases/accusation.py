"""An accusation is open: the clock and the open question wait, all others vote; the spy may still guess."""

from chalicelib.core.action import Context
from chalicelib.games.shpion.phases import questions
from chalicelib.games.shpion.phases.guess import GUESS
from chalicelib.games.shpion.phases.notes import CROSS_OUT
from chalicelib.games.shpion.reveal import residents_win, spy_wins, void
from chalicelib.games.shpion.state import ShpionState
from chalicelib.mechanics import accusation
from chalicelib.mechanics.lobby import interrupt


def convict(state: ShpionState, closed: accusation.Closed, ctx: Context) -> ShpionState:
    """Unanimous: the card is opened. The spy: the residents win; anybody else: the spy does."""
    if closed.suspect == state.secret.spy:
        return residents_win(state, "spy_accused")
    return spy_wins(state, "innocent_accused", 4)


PHASE = accusation.phase(convict, questions.resume, (GUESS, CROSS_OUT, interrupt(void)))
