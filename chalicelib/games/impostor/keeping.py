"""How many of the clues are kept: what a view and a stored room have room for beside all else."""

import sys

from chalicelib.games.impostor.dealing import MOST
from chalicelib.games.impostor.state import ImpostorState
from chalicelib.mechanics.clues import Clues, Space
from chalicelib.mechanics.nickname import SURE_BYTES
from chalicelib.mechanics.seating import ENTRY_BYTES
from chalicelib.mechanics.table import with_round

WHILE_ON = Space(shown=9_200, stored=4_300)
"""What the clues may take beside all that a room of the largest table holds while a word is on, …"""
AT_THE_REVEAL = Space(shown=9_400, stored=4_300)
"""… beside its reveal, …"""
A_BALLOT = Space(shown=400, stored=0)
"""… but for what each ballot takes that it tells of, …"""
A_GUEST = Space(shown=ENTRY_BYTES, stored=140)
"""… and for each player that is listed beyond the seats, as people come and go; …"""
A_SEAT = Space(shown=ENTRY_BYTES, stored=250)
"""… while each seat that is free leaves so much more. …"""
NAMES_SHOWN = MOST * SURE_BYTES
"""… So many bytes of nicknames are thought of in what is shown; from what is stored all are taken off."""


def keep(state: ImpostorState, clues: Clues) -> Clues:
    """The newest of these, while the word is on."""
    return clues.newest(_beside_the_players(state, WHILE_ON))


def keep_at_the_reveal(state: ImpostorState, clues: Clues) -> Clues:
    """The newest of these, beside all that the end of the word tells.

    The last lap goes only where a view has no room for it, not for the sake of what is stored.
    """
    assert state.public.round is not None
    space = AT_THE_REVEAL.less(A_BALLOT, len(state.public.round.ballots))
    space = _beside_the_players(state, space)
    return clues.newest(space).newest(space._replace(stored=sys.maxsize), least=0)


def fit(state: ImpostorState) -> ImpostorState:
    """What the views of a table that has grown have room for."""
    round_ = state.public.round
    if round_ is None:
        return state
    kept = keep if state.public.is_on else keep_at_the_reveal
    return with_round(state, clues=kept(state, round_.clues))


def _beside_the_players(state: ImpostorState, space: Space) -> Space:
    players = state.public.table.players
    names = sum(len(p.nickname.encode()) for p in players)
    space = space.less(A_GUEST, max(0, len(players) - MOST)).less(A_SEAT, min(0, len(players) - MOST))
    return Space(space.shown + NAMES_SHOWN - names, space.stored - names)
