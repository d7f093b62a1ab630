"""What a seat did last, so that a repeated action is applied once."""

import base64
import hashlib
from dataclasses import replace

from chalicelib.core.action import Action
from chalicelib.core.ids import PlayerId
from chalicelib.rooms.errors import Reused
from chalicelib.rooms.room import Document

KEPT = 4
_ID_BYTES, _CONTENT_BYTES = 5, 3


def receipt(action_id: str, action: Action, phase_seq: int | None) -> str:
    """Eight bytes: five of the id's digest and three of the content's."""
    content = f"{phase_seq} {action!r}".encode()
    raw = _digest(action_id.encode(), _ID_BYTES), _digest(content, _CONTENT_BYTES)
    return ".".join(base64.urlsafe_b64encode(part).decode().rstrip("=") for part in raw)


def is_repeat(document: Document, player: PlayerId, made: str) -> bool:
    """Whether the seat did exactly this before; raises `Reused` if the id stood for something else."""
    action_id, content = made.split(".")
    for known in document.receipts.get(player, ()):
        known_id, known_content = known.split(".")
        if known_id == action_id:
            if known_content != content:
                raise Reused("action_id")
            return True
    return False


def with_receipt(document: Document, player: PlayerId, made: str) -> Document:
    """Remember it, and forget the oldest but the last few."""
    kept = (*document.receipts.get(player, ()), made)[-KEPT:]
    table = document.state.public.table
    seated = {p: made for p, made in document.receipts.items() if table.is_seated(p)}
    return replace(document, receipts={**seated, player: kept})


def _digest(content: bytes, size: int) -> bytes:
    return hashlib.blake2b(content, digest_size=size).digest()
