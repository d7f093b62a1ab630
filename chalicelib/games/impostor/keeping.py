"""How many of the clues are kept: what a view and a stored room have room for beside all else."""

from chalicelib.games.impostor.dealing import MOST
from chalicelib.games.impostor.state import ImpostorState
from chalicelib.mechanics.clues import Clues, Space
from chalicelib.mechanics.nickname import size
from chalicelib.mechanics.seating import ENTRY_BYTES
from chalicelib.mechanics.table import with_round

LISTED = 1_250
"""What a stored room has space for of nicknames and people who left, though the last lap be all emoji."""
WHILE_ON = Space(shown=10_480, stored=4_450)
"""What clues and nicknames may take beside all that the largest table holds while a word is on, …"""
AT_THE_REVEAL = Space(shown=9_950, stored=3_250)
"""… beside its reveal, …"""
A_BALLOT = Space(shown=410, stored=0)
"""… but for what each ballot takes that it tells of, …"""
A_GUEST = Space(shown=ENTRY_BYTES, stored=140)
"""… and for each player that is listed beyond the seats, as people come and go; …"""
A_SEAT = Space(shown=ENTRY_BYTES, stored=150)
"""… while each seat that is free leaves so much more."""


def keep(state: ImpostorState, clues: Clues) -> Clues:
    """The newest of these, while the word is on."""
    return clues.newest(_beside_the_players(state, WHILE_ON))


def keep_at_the_reveal(state: ImpostorState, clues: Clues) -> Clues:
    """The newest of these, beside all that the end of the word tells."""
    assert state.public.round is not None
    space = AT_THE_REVEAL.less(A_BALLOT, len(state.public.round.ballots))
    return clues.newest(_beside_the_players(state, space))


def fit(state: ImpostorState) -> ImpostorState:
    """What the views of a table that has grown have room for."""
    round_ = state.public.round
    if round_ is None:
        return state
    kept = keep if state.public.is_on else keep_at_the_reveal
    return with_round(state, clues=kept(state, round_.clues))


def _beside_the_players(state: ImpostorState, space: Space) -> Space:
    players = state.public.table.players
    names, guests = sum(size(p.nickname) for p in players), len(players) - MOST
    space = space.less(A_GUEST, max(0, guests)).less(A_SEAT, min(0, guests))
    return Space(space.shown - names, space.stored - names)
