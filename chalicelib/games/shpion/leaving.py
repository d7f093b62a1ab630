"""What becomes of a round when somebody of it goes (rules: "Leaving, interrupting, audience")."""

from chalicelib.core.action import Context
from chalicelib.core.ids import PlayerId
from chalicelib.games.shpion.dealing import LEAST
from chalicelib.games.shpion.phases import accusation as ballot
from chalicelib.games.shpion.phases import pointing as fingers
from chalicelib.games.shpion.phases import questions as talk
from chalicelib.games.shpion.reveal import void
from chalicelib.games.shpion.state import ShpionState
from chalicelib.mechanics import accusation, pointing
from chalicelib.mechanics.questions import QUESTIONS
from chalicelib.mechanics.spies import nothing_to_find


def left(state: ShpionState, player: PlayerId, removed: bool, ctx: Context) -> ShpionState:
    """The round without the one who went; one without a clock may have waited for their accusation alone."""
    why = nothing_to_find(state, [spy for spy in [state.secret.spy] if spy], LEAST)
    if why is not None:
        return void(state, why)
    state = talk.left(state, player)
    if state.phase == accusation.PHASE:
        return accusation.left(state, player, removed, ctx, ballot.convict, talk.resume)
    if state.phase == pointing.PHASE:
        return pointing.left(state, player, ctx, fingers.count)
    return talk.resume(state, ctx) if state.phase == QUESTIONS else state
