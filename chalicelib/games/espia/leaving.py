"""What becomes of a round when somebody of it goes (rules: "Someone leaves during a round")."""

from chalicelib.core.action import Context
from chalicelib.core.ids import PlayerId
from chalicelib.games.espia.dealing import LEAST
from chalicelib.games.espia.phases import accusation as ballot
from chalicelib.games.espia.phases import last_chance
from chalicelib.games.espia.phases import pointing as fingers
from chalicelib.games.espia.reveal import void
from chalicelib.games.espia.state import EspiaState
from chalicelib.mechanics import accusation, pointing, questions
from chalicelib.mechanics.spies import nothing_to_find


def left(state: EspiaState, player: PlayerId, removed: bool, ctx: Context) -> EspiaState:
    """The round without the one who went.

    A caught spy who walks out has guessed wrong, or every one of them would; removed by the host, it is void.
    """
    round_ = state.public.round
    chance = round_.last_chance if round_ else None
    if chance is not None and chance.player == player:
        return void(state, "removed") if removed else last_chance.missed(state)
    why = nothing_to_find(state, state.secret.spies, LEAST)
    if why is not None:
        return void(state, why)
    state = questions.left(state, player)
    if state.phase == accusation.PHASE:
        return accusation.left(state, player, removed, ctx, ballot.convict, questions.resume)
    if state.phase == pointing.PHASE:
        return pointing.left(state, player, ctx, fingers.count)
    return state
