"""How many of the clues are kept: what a view and a stored room have room for beside all else."""

import sys

from chalicelib.games.impostor.dealing import MOST
from chalicelib.games.impostor.state import ImpostorState
from chalicelib.mechanics.clues import Clues, Space

WHILE_ON = Space(shown=9_200, stored=4_300)
"""What the clues may take beside all that a room of the largest table holds while a word is on, …"""
AT_THE_REVEAL = Space(shown=9_400, stored=4_300)
"""… beside its reveal, …"""
A_BALLOT = Space(shown=400, stored=90)
"""… but for what each ballot takes that it tells of, …"""
NAMES = 16 * 20 * 4
"""The first two leave room for names of so many bytes, …"""
A_SEAT = Space(shown=146, stored=140)
"""… and this goes for each player more who is still listed, though gone."""


def keep(state: ImpostorState, clues: Clues) -> Clues:
    """The newest of these, while the word is on."""
    return clues.newest(_beside_the_seats(state, WHILE_ON))


def keep_at_the_reveal(state: ImpostorState, clues: Clues) -> Clues:
    """The newest of these, beside all that the end of the word tells; none where names alone fill a view."""
    assert state.public.round is not None
    space = AT_THE_REVEAL.less(A_BALLOT, len(state.public.round.ballots))
    space = _beside_the_seats(state, space)
    return clues.newest(space).newest(space._replace(stored=sys.maxsize), least=0)


def _beside_the_seats(state: ImpostorState, space: Space) -> Space:
    players = state.public.table.players
    names = sum(len(p.nickname.encode()) for p in players)
    space = space.less(A_SEAT, max(0, len(players) - MOST))
    return Space(space.shown - max(0, names - NAMES), space.stored - names)
