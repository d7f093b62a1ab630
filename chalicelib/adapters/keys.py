"""Every key of the table: built here and nowhere else, so that no tenant can be left out or made up."""

import hashlib
import re
import zlib
from datetime import UTC, datetime
from typing import Final, NamedTuple

from chalicelib.tenants.webhooks import ENDPOINT_ID, EVENT_ID

DUE_SHARDS: Final = tuple("0123456789abcdef")
"""Between which the index of due rooms is divided, so that no part of it takes all the writes."""

MOST_MESSAGES: Final = 9_999_999_999
"""The number of the last message that a room could have."""

_TENANT: Final = re.compile(r"[a-z0-9-]{1,40}", re.ASCII)
_CODE: Final = re.compile(r"[A-Z0-9]{1,16}", re.ASCII)
_BUCKET: Final = re.compile(r"[a-z_]{1,40}(?:#[0-9a-f]{1,64})?", re.ASCII)
_DAY: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", re.ASCII)
_DECK: Final = re.compile(r"[a-z0-9-]{1,40}", re.ASCII)
_VERSION: Final = re.compile(r"[0-9a-f]{12}", re.ASCII)
_ROOM: Final = re.compile(rf"T#({_TENANT.pattern})#R#({_CODE.pattern})", re.ASCII)


class Key(NamedTuple):
    """The two parts of a primary key."""

    pk: str
    sk: str


def tenant(tenant: str) -> Key:
    """The record of a tenant."""
    return Key(_of(tenant), "TENANT")


def bucket(tenant: str, name: str) -> Key:
    """What a tenant, or one address that asks for it, may still do."""
    return Key(f"{_of(tenant)}#B#{_checked(_BUCKET, name)}", "BUCKET")


def webhooks(tenant: str) -> Key:
    """Where the webhooks of a tenant begin, among its own items."""
    return Key(_of(tenant), "WEBHOOK#")


def webhook(tenant: str, endpoint: str) -> Key:
    """One of the URLs that a tenant wants told of its rooms."""
    pk, prefix = webhooks(tenant)
    return Key(pk, prefix + _checked(ENDPOINT_ID, endpoint))


def dispatches(tenant: str, endpoint: str) -> str:
    """The partition of what was sent to one endpoint, sorted by event and so by time."""
    return f"{_of(tenant)}#W#{_checked(ENDPOINT_ID, endpoint)}"


def dispatch(tenant: str, endpoint: str, event: str) -> Key:
    """An event on its way to an endpoint."""
    return Key(dispatches(tenant, endpoint), _checked(EVENT_ID, event))


def own_decks(tenant: str) -> str:
    """The partition in which a tenant's own decks stand, each by its newest version."""
    return f"{_of(tenant)}#DECKS"


def own_deck(tenant: str, deck_id: str) -> Key:
    """Which version of an own deck is the newest."""
    return Key(own_decks(tenant), _checked(_DECK, deck_id))


def own_version(tenant: str, deck_id: str, version: str) -> Key:
    """A version of an own deck."""
    return Key(own_versions(tenant, deck_id), _checked(_VERSION, version))


def own_versions(tenant: str, deck_id: str) -> str:
    """The partition of all versions of an own deck that are still kept."""
    return f"{_of(tenant)}#DECK#{_checked(_DECK, deck_id)}"


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


def messages(tenant: str, code: str, room_id: str) -> Key:
    """Where the messages of a room begin."""
    return Key(room(tenant, code).pk, f"MSG#{room_id}#")


def said_under(tenant: str, code: str, room_id: str) -> Key:
    """Where the keys begin under which something was said in a room."""
    return Key(room(tenant, code).pk, f"SAID#{room_id}#")


def room_id_in(sk: str) -> str | None:
    """The room to which an item beside the rooms of a code belongs; None for a room's own item."""
    beside = sk.partition("#")[2]
    return beside.partition("#")[0] if beside else None


def said(tenant: str, code: str, room_id: str, player: str, key: str) -> Key:
    """What a seat said under a key; only the key's digest is stored."""
    return Key(room(tenant, code).pk, f"SAID#{room_id}#{player}#{hashlib.sha256(key.encode()).hexdigest()}")


def opening(tenant: str, key: str) -> Key:
    """What an idempotency key opened; only its digest is stored."""
    return Key(f"{_of(tenant)}#OPEN#{hashlib.sha256(key.encode()).hexdigest()}", "OPEN")


def opened(tenant: str, at: int, code: str, room_id: str) -> Key:
    """The note of a room that was opened at an instant (epoch ms)."""
    return Key(opened_on(tenant, day_of(at)), f"{_checked(_CODE, code)}#{room_id}")


def opened_on(tenant: str, day: str) -> str:
    """Where the rooms stand that a tenant opened on a day."""
    return f"{_of(tenant)}#D#{_checked(_DAY, day)}"


def used(tenant: str, at: int, room_id: str, delivery_id: str) -> Key:
    """What was used up to an instant (epoch ms) at which something ended in a room.

    The instant is part of it: a room that was deleted and made again at once has the same ids.
    """
    return Key(used_on(tenant, day_of(at)), f"{room_id}#{delivery_id}#{at}")


def used_on(tenant: str, day: str) -> str:
    """Where everything stands that a tenant used on a day."""
    return f"{_of(tenant)}#U#{_checked(_DAY, day)}"


def used_in_all(tenant: str, day: str) -> Key:
    """What a tenant used on a day, added up; all days stand side by side."""
    return Key(f"{_of(tenant)}#U", _checked(_DAY, day))


def day_of(at: int) -> str:
    """The day (UTC) of an instant (epoch ms)."""
    return datetime.fromtimestamp(at // 1000, UTC).date().isoformat()


def noon_of(day: str) -> int:
    """The middle of a day (UTC), in epoch ms."""
    return int(datetime.fromisoformat(f"{_checked(_DAY, day)}T12:00+00:00").timestamp()) * 1000


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
