"""What becomes of a round when somebody of it goes (rules: "Someone leaves during a round")."""

from chalicelib.core.action import Context
from chalicelib.core.ids import PlayerId
from chalicelib.games.espia.dealing import LEAST
from chalicelib.games.espia.phases import accusation as ballot
from chalicelib.games.espia.phases import last_chance
from chalicelib.games.espia.phases import pointing as fingers
from chalicelib.games.espia.phases.questions import QUESTIONS
from chalicelib.games.espia.reveal import void
from chalicelib.games.espia.state import EspiaState
from chalicelib.mechanics import accusation, pointing
from chalicelib.mechanics.table import with_round
from chalicelib.mechanics.turn_order import next_seat


def left(state: EspiaState, player: PlayerId, removed: bool, ctx: Context) -> EspiaState:
    """The round without the one who went.

    A caught spy who walks out has guessed wrong, or every one of them would; removed by the host, it is void.
    """
    round_, table = state.public.round, state.public.table
    assert round_ is not None
    if round_.last_chance is not None and round_.last_chance.player == player:
        return void(state, "removed") if removed else last_chance.missed(state)
    if not any(spy in table.in_round for spy in state.secret.spies):
        return void(state, "spy_left")
    if len(table.in_round) < LEAST:
        return void(state, "too_few")
    state = _turn_without(state, player)
    if state.phase == accusation.PHASE:
        return accusation.left(state, player, removed, ctx, ballot.convict, QUESTIONS)
    if state.phase == pointing.PHASE:
        return pointing.left(state, player, ctx, fingers.count)
    return state


def _turn_without(state: EspiaState, player: PlayerId) -> EspiaState:
    """The next in seat order asks in the place of an asker who went, and may ask anybody."""
    round_ = state.public.round
    assert round_ is not None
    if round_.asker == player:
        return with_round(state, asker=next_seat(state.public.table.in_round, player), asked_by=None)
    if round_.asked_by == player:
        return with_round(state, asked_by=None)
    return state
