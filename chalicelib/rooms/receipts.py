"""What was asked before under which id, so that a repeated request is applied once.

Of what a seat did, the last few are remembered. The key with which it was taken is remembered for as long as
there is the room, and so is a bot's.
"""

import hashlib
from base64 import b85decode, b85encode
from collections.abc import Iterable
from dataclasses import replace

from chalicelib.core.action import Action
from chalicelib.core.ids import PlayerId
from chalicelib.rooms.errors import Reused
from chalicelib.rooms.room import Document

KEPT = 4
_ID, _CONTENT = 5, 3
_SIZE = _ID + _CONTENT


def receipt(id: str, content: str) -> bytes:
    """Eight bytes: five of the id's digest and three of the content's."""
    return _digest(id, _ID) + _digest(content, _CONTENT)


def receipt_of_action(player: PlayerId, action_id: str, action: Action, phase_seq: int | None) -> bytes:
    """The receipt of what a player does."""
    return receipt(f"{player} {action_id}", f"{phase_seq} {action!r}")


def is_among(made: bytes, known: Iterable[str], what: str) -> bool:
    """Whether it was asked before; raises `Reused` if the id, which is a `what`, stood for something else."""
    for kept in known:
        raw = b85decode(kept)
        for each in (raw[i : i + _SIZE] for i in range(0, len(raw), _SIZE)):
            if each[:_ID] == made[:_ID]:
                if each != made:
                    raise Reused(what)
                return True
    return False


def is_repeat(document: Document, player: PlayerId, made: bytes, what: str = "action_id") -> bool:
    """Whether the seat did exactly this before; raises `Reused` if the id stood for something else."""
    seat = document.seats.get(player)
    return is_among(made, [*([seat.receipts] if seat else []), *document.bot_keys.values()], what)


def kept(made: bytes) -> str:
    """A receipt as it is stored."""
    return b85encode(made).decode()


def with_receipt(document: Document, player: PlayerId, made: bytes) -> Document:
    """Remember it; of what came before only the last few, and nothing of those who left."""
    table, seats = document.state.public.table, dict(document.seats)
    for other, seat in seats.items():
        if seat.receipts and not table.is_seated(other):
            seats[other] = seat._replace(receipts="")
    raw = b85decode(seats[player].receipts) + made
    seats[player] = seats[player]._replace(receipts=kept(raw[-KEPT * _SIZE :]))
    return replace(document, seats=seats)


def with_bot_key(document: Document, bot: PlayerId, made: bytes) -> Document:
    """Remember under which key a bot was added, whether it stays or not."""
    return replace(document, bot_keys={**document.bot_keys, bot: kept(made)})


def without_content(document: Document, player: PlayerId) -> Document:
    """Forget what a player did; of the keys of people and bots stays the key, for no request any more."""
    seats, bot_keys = dict(document.seats), dict(document.bot_keys)
    if player in seats:
        seats[player] = seats[player]._replace(receipts="", entry=_only_id(seats[player].entry))
    if player in bot_keys:
        bot_keys[player] = _only_id(bot_keys[player])
    return replace(document, seats=seats, bot_keys=bot_keys)


def _only_id(stored: str) -> str:
    return kept(b85decode(stored)[:_ID])


def _digest(content: str, size: int) -> bytes:
    return hashlib.blake2b(content.encode(), digest_size=size).digest()
