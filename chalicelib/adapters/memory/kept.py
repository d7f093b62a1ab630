"""What the twins keep, of all tenants together."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from operator import itemgetter
from threading import Lock
from typing import TypeVar

from chalicelib.adapters.keys import Key
from chalicelib.core.ids import PlayerId
from chalicelib.decks.own.shelf import Bound
from chalicelib.rooms.ports import ConnectionRow, Opening
from chalicelib.rooms.room import Connected, Said
from chalicelib.tenants.tenant import Tenant
from chalicelib.tenants.usage import Usage
from chalicelib.tenants.webhooks import Dispatch, Endpoint

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class StoredRoom:
    """A room as the store keeps it: bytes, so that nothing is shared with whoever stored it."""

    game: str
    document: bytes
    outbox: bytes
    revision: int
    due_at: int | None
    closes_at: int
    connections: Mapping[str, Connected]
    seen_at: Mapping[PlayerId, int]


@dataclass(slots=True)
class Memory:
    """What the twins of all tenants keep."""

    rooms: dict[Key, StoredRoom] = field(default_factory=dict)
    rounds: dict[Key, tuple[str, bytes]] = field(default_factory=dict)
    openings: dict[Key, Opening] = field(default_factory=dict)
    messages: dict[Key, Said] = field(default_factory=dict)
    said: dict[Key, tuple[Said, int]] = field(default_factory=dict)
    connections: dict[str, ConnectionRow] = field(default_factory=dict)
    opened: set[Key] = field(default_factory=set)
    used: dict[Key, Usage] = field(default_factory=dict)
    totals: dict[Key, Usage] = field(default_factory=dict)
    tenants: dict[Key, Tenant] = field(default_factory=dict)
    buckets: dict[Key, int] = field(default_factory=dict)
    endpoints: dict[Key, Endpoint] = field(default_factory=dict)
    dispatches: dict[Key, Dispatch] = field(default_factory=dict)
    own_decks: dict[Key, str] = field(default_factory=dict)
    own_versions: dict[Key, tuple[Bound, int | None]] = field(default_factory=dict)
    lock: Lock = field(default_factory=Lock)


def is_under(key: Key, pk: str, prefix: str) -> bool:
    """Whether the item is of that partition and its sort key begins so."""
    return key.pk == pk and key.sk.startswith(prefix)


def all_under(kept: Mapping[Key, T], begin: Key) -> list[tuple[Key, T]]:
    """The items whose keys begin so, in the order of their keys."""
    return sorted(((key, each) for key, each in kept.items() if is_under(key, *begin)), key=itemgetter(0))
