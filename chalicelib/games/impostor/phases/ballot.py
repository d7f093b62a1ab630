"""All living players vote at once; who goes out is shown, and the word ends or goes on."""

from dataclasses import replace

from chalicelib.core.action import Context
from chalicelib.games.impostor.dealing import ballots_at_most
from chalicelib.games.impostor.phases import last_chance
from chalicelib.games.impostor.phases.clues import begin_lap
from chalicelib.games.impostor.reveal import impostors_win, living_impostors, void
from chalicelib.games.impostor.state import ImpostorState
from chalicelib.mechanics import ballot
from chalicelib.mechanics.ballot import Ballot
from chalicelib.mechanics.lobby import interrupt
from chalicelib.mechanics.table import with_round, with_table


def count(state: ImpostorState, closed: Ballot, ctx: Context) -> ImpostorState:
    """The endings of a word, in their order; else one more lap of clues among those left, and a ballot."""
    state = _told(state, closed)
    round_, table, secret = state.public.round, state.public.table, state.secret
    assert round_ is not None
    impostors = living_impostors(state)
    if not impostors and closed.out is not None:
        return last_chance.begin(state, closed.out, ctx)
    if 2 * len(impostors) >= len(table.in_round):
        return impostors_win(state, "impostors_parity")
    if len(round_.ballots) >= ballots_at_most(len(secret.impostors)):
        return impostors_win(state, "ballots_exhausted")
    return begin_lap(with_round(state, laps=round_.laps + 1), ctx)


def _told(state: ImpostorState, closed: Ballot) -> ImpostorState:
    """The votes are public by name; whoever goes out is shown as what they are."""
    round_ = state.public.round
    assert round_ is not None
    out = closed.out
    if out is not None:
        closed = replace(closed, was=state.hands[out].card.kind)
        state = with_table(state, state.public.table.with_player(out, status="out"))
    left = None if round_.ballots_left is None else round_.ballots_left - 1
    return with_round(state, ballots=round_.ballots.plus(closed), ballots_left=left)


PHASE = ballot.phase(count, (interrupt(void),))
