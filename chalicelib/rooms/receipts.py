"""What a seat did last, so that a repeated action is applied once.

A bot's key is remembered like the key with which a person took a seat: for as long as there is the room.
"""

import hashlib
from base64 import b64decode, b64encode
from collections.abc import Iterator
from dataclasses import replace

from chalicelib.core.action import Action
from chalicelib.core.ids import PlayerId
from chalicelib.rooms.errors import Reused
from chalicelib.rooms.room import Document

KEPT = 4
_ID, _CONTENT = 5, 3
_SIZE = _ID + _CONTENT


def receipt(action_id: str, action: Action, phase_seq: int | None) -> bytes:
    """Eight bytes: five of the id's digest and three of the content's."""
    return _digest(action_id, _ID) + _digest(f"{phase_seq} {action!r}", _CONTENT)


def is_repeat(document: Document, player: PlayerId, made: bytes, what: str = "action_id") -> bool:
    """Whether the seat did exactly this before; raises `Reused` if the id stood for something else.

    `what` says what kind of id it is.
    """
    for known in (*_receipts(document, player), *map(b64decode, document.bot_keys.values())):
        if known[:_ID] == made[:_ID]:
            if known != made:
                raise Reused(what)
            return True
    return False


def with_receipt(document: Document, player: PlayerId, made: bytes) -> Document:
    """Remember it; of what came before only the last few, and nothing of those who left."""
    kept = [*_receipts(document, player), made][-KEPT:]
    table = document.state.public.table
    seated = {p: theirs for p, theirs in document.receipts.items() if table.is_seated(p)}
    return replace(document, receipts={**seated, player: b64encode(b"".join(kept)).decode()})


def with_bot_key(document: Document, bot: PlayerId, made: bytes) -> Document:
    """Remember under which key a bot was added, whether it stays or not."""
    return replace(document, bot_keys={**document.bot_keys, bot: b64encode(made).decode()})


def without_content(document: Document, player: PlayerId) -> Document:
    """Forget what a player did last; of a bot's key stays the key, for no request any more."""
    receipts = {p: theirs for p, theirs in document.receipts.items() if p != player}
    bot_keys = dict(document.bot_keys)
    if player in bot_keys:
        bot_keys[player] = b64encode(b64decode(bot_keys[player])[:_ID]).decode()
    return replace(document, receipts=receipts, bot_keys=bot_keys)


def _receipts(document: Document, player: PlayerId) -> Iterator[bytes]:
    raw = b64decode(document.receipts.get(player, ""))
    return (raw[i : i + _SIZE] for i in range(0, len(raw), _SIZE))


def _digest(content: str, size: int) -> bytes:
    return hashlib.blake2b(content.encode(), digest_size=size).digest()
