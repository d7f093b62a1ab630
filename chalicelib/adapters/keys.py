"""Every key of the table: built here and nowhere else, so that no tenant can be left out or made up."""

import hashlib
import re
import zlib
from typing import Final, NamedTuple

DUE_SHARDS: Final = tuple("0123456789abcdef")
"""Between which the index of due rooms is divided, so that no part of it takes all the writes."""

MOST_MESSAGES: Final = 9_999_999_999
"""The number of the last message that a room could have."""

_TENANT: Final = re.compile(r"[a-z0-9-]{1,40}", re.ASCII)
_CODE: Final = re.compile(r"[A-Z0-9]{1,16}", re.ASCII)
_ROOM: Final = re.compile(rf"T#({_TENANT.pattern})#R#({_CODE.pattern})", re.ASCII)


class Key(NamedTuple):
    """The two parts of a primary key."""

    pk: str
    sk: str


def room(tenant: str, code: str) -> Key:
    """A room's own item."""
    return Key(f"{_of(tenant)}#R#{_checked(_CODE, code)}", "ROOM")


def rounds(tenant: str, code: str, room_id: str) -> Key:
    """Where the finished rounds of a room begin: by its id, for another room may get the code one day."""
    return Key(room(tenant, code).pk, f"ROUND#{room_id}#")


def finished_round(tenant: str, code: str, room_id: str, record_id: str) -> Key:
    """One finished round, beside its room."""
    pk, prefix = rounds(tenant, code, room_id)
    return Key(pk, prefix + record_id)


def message(tenant: str, code: str, room_id: str, number: int) -> Key:
    """What was said in a room, in the order in which it was."""
    return Key(room(tenant, code).pk, f"MSG#{room_id}#{number:0{len(str(MOST_MESSAGES))}}")


def said(tenant: str, code: str, room_id: str, player: str, key: str) -> Key:
    """What a seat said under a key; only the key's digest is stored."""
    return Key(room(tenant, code).pk, f"SAID#{room_id}#{player}#{hashlib.sha256(key.encode()).hexdigest()}")


def opening(tenant: str, key: str) -> Key:
    """What an idempotency key opened; only its digest is stored."""
    return Key(f"{_of(tenant)}#OPEN#{hashlib.sha256(key.encode()).hexdigest()}", "OPEN")


def connection(connection: str) -> Key:
    """A socket, whose id belongs to no tenant until its first hello."""
    return Key(f"C#{connection}", "CONN")


def due_shard(pk: str) -> str:
    """The part of the index of due rooms in which an item stands, always the same one."""
    return DUE_SHARDS[zlib.crc32(pk.encode()) % len(DUE_SHARDS)]


def room_of(pk: str) -> tuple[str, str]:
    """The tenant and the code of a room's key."""
    found = _ROOM.fullmatch(pk)
    if found is None:
        raise ValueError("not the key of a room")
    return found[1], found[2]


def _of(tenant: str) -> str:
    return f"T#{_checked(_TENANT, tenant)}"


def _checked(pattern: re.Pattern[str], text: str) -> str:
    """A part of a key that cannot reach into another's; what comes from outside was judged before."""
    if pattern.fullmatch(text) is None:
        raise ValueError("this cannot stand in a key")
    return text
