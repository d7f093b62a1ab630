"""What becomes of a word when somebody of it goes (rules: "Someone leaves")."""

from chalicelib.core.action import Context
from chalicelib.core.ids import PlayerId
from chalicelib.games.impostor.dealing import LEAST
from chalicelib.games.impostor.phases import ballot as voting
from chalicelib.games.impostor.phases.clues import CLUES, pass_turn
from chalicelib.games.impostor.phases.last_chance import missed
from chalicelib.games.impostor.reveal import at_the_table, civilians_win, living_impostors, void
from chalicelib.games.impostor.state import ImpostorState
from chalicelib.mechanics import ballot


def left(state: ImpostorState, player: PlayerId, removed: bool, ctx: Context) -> ImpostorState:
    """The word without the one who went.

    The last impostor who walks out has lost, in the last chance too; removed by the host, it is void.
    """
    round_, impostors = state.public.round, living_impostors(state)
    assert round_ is not None
    chance = round_.last_chance
    if chance is None and not impostors:
        return void(state, "removed") if removed else civilians_win(state)
    if chance is not None and chance.player == player:
        return void(state, "removed") if removed else missed(state)
    if len(at_the_table(state)) < LEAST:
        return void(state, "too_few")
    if impostors and 2 * len(impostors) >= len(state.public.table.in_round):
        return void(state, "parity_by_leaving")
    if state.phase == CLUES and round_.turn == player:
        return pass_turn(state, ctx)
    if state.phase == ballot.PHASE:
        return ballot.left(state, player, ctx, voting.count)
    return state
