"""An accusation is open: the clock stands, all others vote."""

from chalicelib.core.action import Context
from chalicelib.games.espia.phases.notes import CROSS_OUT
from chalicelib.games.espia.reveal import residents_win, spies_win, void
from chalicelib.games.espia.state import EspiaState
from chalicelib.mechanics import accusation, questions
from chalicelib.mechanics.lobby import interrupt


def convict(state: EspiaState, closed: accusation.Closed, ctx: Context) -> EspiaState:
    """Unanimous: the card is opened. A spy: the residents win; an innocent: the spies do."""
    if closed.suspect in state.secret.spies:
        return residents_win(state, "spy_accused", accuser=closed.accuser)
    return spies_win(state, "innocent_accused", 4)


PHASE = accusation.phase(convict, questions.resume, (CROSS_OUT, interrupt(void)))
