"""How much of the talk is kept: as much as a view has room for beside all else that its table shows."""

import json
from typing import Any

from chalicelib.games.shpion.dealing import MOST
from chalicelib.games.shpion.state import ShpionState
from chalicelib.games.shpion.talk import Talk
from chalicelib.mechanics.nickname import size
from chalicelib.mechanics.seating import ENTRY_BYTES
from chalicelib.mechanics.table import with_round

VIEW = 16 * 1024
"""A view is smaller than this, in bytes, …"""
ALL_ELSE = 5_500
"""… of which so much goes for the largest theme, all of it crossed out, cards, options and actions, …"""
# … `ENTRY_BYTES` for each seat, even for one that somebody may yet take, its nickname, …
PLAYER, VOTE = 180, 14
"""… so much for the role, accusation and points of each player of the round, and for each vote on each."""


def keep(state: ShpionState, talk: Talk, least: int = 1) -> ShpionState:
    """The round with the newest of this talk, which may be open: so much at least; the rest is counted."""
    round_ = state.public.round
    assert round_ is not None
    kept = _newest(talk, room(state), least)
    before = round_.questions_before + len(talk) - len(kept)
    return with_round(state, questions=kept, questions_before=before)


def fit(state: ShpionState) -> ShpionState:
    """What the views of a table that has grown have room for; nothing is asked once all is told."""
    round_ = state.public.round
    return state if round_ is None else keep(state, round_.questions, least=state.public.is_on)


def room(state: ShpionState) -> int:
    """How many bytes of talk a view of this table has room for, now and when all is revealed."""
    table, players = state.public.table, len(state.hands)
    seats = sum(ENTRY_BYTES + size(p.nickname) for p in table.players)
    free = ENTRY_BYTES * (MOST - len(table.seated))
    return VIEW - ALL_ELSE - seats - free - players * (PLAYER + VOTE * players)


def _newest(talk: Talk, most: int, least: int) -> Talk:
    left, number = most - _size(talk), 0
    while left < 0 and number < len(talk) - least:
        left += _size(talk[number]) + len(",")
        number += 1
    return talk[number:]


def _size(part: Any) -> int:
    """In bytes, as a view shows it."""
    return len(_json(part).encode())


def _members(part: Any) -> dict[str, Any]:
    return {name: getattr(part, name) for name in part.__slots__}


_json = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), default=_members).encode
