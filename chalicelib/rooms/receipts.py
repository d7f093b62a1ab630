"""What a seat did last, so that a repeated action is applied once."""

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


def is_repeat(document: Document, player: PlayerId, made: bytes) -> bool:
    """Whether the seat did exactly this before; raises `Reused` if the id stood for something else."""
    for known in _receipts(document, player):
        if known[:_ID] == made[:_ID]:
            if known != made:
                raise Reused("action_id")
            return True
    return False


def with_receipt(document: Document, player: PlayerId, made: bytes) -> Document:
    """Remember it; of what came before only the last few, and nothing of those who left."""
    kept = [*_receipts(document, player), made][-KEPT:]
    table = document.state.public.table
    seated = {p: theirs for p, theirs in document.receipts.items() if table.is_seated(p)}
    return replace(document, receipts={**seated, player: b64encode(b"".join(kept)).decode()})


def _receipts(document: Document, player: PlayerId) -> Iterator[bytes]:
    raw = b64decode(document.receipts.get(player, ""))
    return (raw[i : i + _SIZE] for i in range(0, len(raw), _SIZE))


def _digest(content: str, size: int) -> bytes:
    return hashlib.blake2b(content.encode(), digest_size=size).digest()
