"""Honest twins of everything outside, for tests: same promises, no network, time and dice in their hands."""

import json
import random
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from operator import itemgetter
from threading import Lock
from typing import Any, TypeVar

from chalicelib.adapters import keys
from chalicelib.adapters.alarms import OVERDUE_MS, Wakeup
from chalicelib.adapters.codec import SCHEMA_VERSION, Codec
from chalicelib.adapters.dynamodb import OPENINGS_KEPT_S
from chalicelib.adapters.keys import Key
from chalicelib.core.ids import PlayerId
from chalicelib.decks.own.shelf import KEPT_S, Bound, Json
from chalicelib.rooms.errors import Conflict, RoomNotFound
from chalicelib.rooms.ports import ConnectionRow, Once, Opening
from chalicelib.rooms.room import Connected, Delivery, Room, RoundRecord, Said
from chalicelib.tenants.delivering import Post
from chalicelib.tenants.pace import Rate
from chalicelib.tenants.ports import Level, Page
from chalicelib.tenants.tenant import Tenant
from chalicelib.tenants.usage import NOTHING, Usage
from chalicelib.tenants.webhooks import Answer, Dispatch, Endpoint, Errand, Status, first_id

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
    openings: dict[Key, tuple[Opening, int]] = field(default_factory=dict)
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


class MemoryRooms:
    """The rooms of one tenant."""

    def __init__(self, memory: Memory, tenant: str, codec: Codec) -> None:
        """Keep them in a memory that other tenants may share."""
        self._memory, self._tenant, self._codec = memory, tenant, codec

    def load(self, code: str) -> Room | None:
        """The room, or None."""
        with self._memory.lock:
            stored = self._memory.rooms.get(self._key(code))
        return self._room(code, stored) if stored else None

    def create(self, room: Room) -> bool:
        """Store a new room; False if the code is taken."""
        stored = self._stored(room)
        with self._memory.lock:
            return self._memory.rooms.setdefault(self._key(room.code), stored) is stored

    def save(self, room: Room, actor: PlayerId | None, now: int) -> Room:
        """Replace what a save replaces, if the revision still stands."""
        key, new = self._key(room.code), self._stored(replace(room, revision=room.revision + 1))
        with self._memory.lock:
            current = self._memory.rooms.get(key)
            if current is None:
                raise RoomNotFound
            if current.revision != room.revision:
                raise Conflict(self._room(room.code, current))
            seen_at = {**current.seen_at, actor: now} if actor is not None else current.seen_at
            new = replace(new, connections=current.connections, seen_at=seen_at)
            self._memory.rooms[key] = new
        return self._room(room.code, new)

    def connect(self, code: str, connection: str, player: PlayerId, now: int) -> Room | None:
        """Add a socket without touching the revision."""
        new = self._amend(
            code,
            lambda room: replace(room, connections={**room.connections, connection: Connected(player, now)}),
        )
        return self._room(code, new) if new else None

    def disconnect(self, code: str, connections: Iterable[str]) -> None:
        """Forget sockets without touching the revision."""
        gone = set(connections)
        self._amend(
            code,
            lambda room: replace(
                room, connections={c: s for c, s in room.connections.items() if c not in gone}
            ),
        )

    def touch(self, code: str, player: PlayerId, now: int) -> None:
        """Note that the seat made a request, without touching the revision."""
        self._amend(code, lambda room: replace(room, seen_at={**room.seen_at, player: now}))

    def keep_round(self, room: Room, record: RoundRecord) -> None:
        """Store a finished round at its own place; doing it again changes nothing."""
        key = keys.finished_round(self._tenant, room.code, room.document.id, record.id)
        raw = self._codec.dump_rounds(room.game, (record,))
        with self._memory.lock:
            self._memory.rounds.setdefault(key, (room.game, raw))

    def rounds(self, room: Room) -> list[RoundRecord]:
        """The finished rounds that were delivered, oldest first."""
        archive = MemoryArchive(self._memory, self._tenant, self._codec)
        return archive.rounds(room.code, room.document.id)

    def kept_round(self, code: str, room_id: str, record_id: str) -> RoundRecord | None:
        """One finished round, whether its room still stands or not."""
        with self._memory.lock:
            found = self._memory.rounds.get(keys.finished_round(self._tenant, code, room_id, record_id))
        return self._codec.load_rounds(*found, SCHEMA_VERSION)[0] if found else None

    def opening(self, key: str, opening: Opening, now: int) -> Opening:
        """Remember what a key opens for a day, or the earlier opening of that key."""
        place = keys.opening(self._tenant, key)
        with self._memory.lock:
            earlier, expires_at = self._memory.openings.get(place, (opening, 0))
            if expires_at > now // 1000:
                return earlier
            self._memory.openings[place] = opening, now // 1000 + OPENINGS_KEPT_S
            return opening

    def _key(self, code: str) -> Key:
        return keys.room(self._tenant, code)

    def _amend(self, code: str, change: Callable[[StoredRoom], StoredRoom]) -> StoredRoom | None:
        key = self._key(code)
        with self._memory.lock:
            current = self._memory.rooms.get(key)
            if current is not None:
                self._memory.rooms[key] = current = change(current)
        return current

    def _stored(self, room: Room) -> StoredRoom:
        return StoredRoom(
            game=room.game,
            document=self._codec.dump_document(room.game, room.document),
            outbox=self._codec.dump_deliveries(room.game, room.outbox),
            revision=room.revision,
            due_at=room.due_at,
            closes_at=room.closes_at,
            connections=dict(room.connections),
            seen_at=dict(room.seen_at),
        )

    def _room(self, code: str, stored: StoredRoom) -> Room:
        return Room(
            code=code,
            game=stored.game,
            document=self._codec.load_document(stored.game, stored.document, SCHEMA_VERSION),
            closes_at=stored.closes_at,
            revision=stored.revision,
            due_at=stored.due_at,
            outbox=self._codec.load_deliveries(stored.game, stored.outbox, SCHEMA_VERSION),
            connections=dict(stored.connections),
            seen_at=dict(stored.seen_at),
        )


class MemoryTalk:
    """The chats of one tenant."""

    def __init__(self, memory: Memory, tenant: str) -> None:
        """Keep them in a memory that other tenants may share."""
        self._memory, self._tenant = memory, tenant

    def last(self, room: Room, most: int) -> list[Said]:
        """The last messages, oldest first."""
        return self._all(room)[-most:]

    def after(self, room: Room, number: int, most: int) -> list[Said]:
        """The messages that follow a number, oldest first."""
        return [said for said in self._all(room) if said.number > number][:most]

    def earlier(self, room: Room, player: PlayerId, key: str, now: int) -> Said | None:
        """What the seat said under that key, while the key is kept."""
        with self._memory.lock:
            found = self._memory.said.get(keys.said(self._tenant, room.code, room.document.id, player, key))
        return found[0] if found and found[1] > now // 1000 else None

    def add(self, room: Room, said: Said, once: Once | None, now: int) -> bool:
        """Keep a message, and the key that it was said under; False if its number or the key is taken."""
        place = keys.message(self._tenant, room.code, room.document.id, said.number)
        with self._memory.lock:
            if once is not None:
                key = keys.said(self._tenant, room.code, room.document.id, said.player, once.key)
                if key in self._memory.said and self._memory.said[key][1] > now // 1000:
                    return False
            if place in self._memory.messages:
                return False
            self._memory.messages[place] = said
            if once is not None:
                self._memory.said[key] = said, now // 1000 + once.kept_s
        return True

    def _all(self, room: Room) -> list[Said]:
        first = keys.message(self._tenant, room.code, room.document.id, 0)
        last = keys.message(self._tenant, room.code, room.document.id, keys.MOST_MESSAGES)
        with self._memory.lock:
            return [said for key, said in sorted(self._memory.messages.items()) if first < key <= last]


class MemoryArchive:
    """What is kept of one tenant's rooms, whether they still stand or not."""

    def __init__(self, memory: Memory, tenant: str, codec: Codec) -> None:
        """Look through a memory that other tenants may share."""
        self._memory, self._tenant, self._codec = memory, tenant, codec

    def room_ids(self, code: str) -> list[str]:
        """Of what rounds and messages are kept under a code."""
        pk = keys.room(self._tenant, code).pk
        with self._memory.lock:
            kept = [*self._memory.rounds, *self._memory.messages, *self._memory.said]
        return sorted({id for key in kept if key.pk == pk and (id := keys.room_id_in(key.sk))})

    def rounds(self, code: str, room_id: str) -> list[RoundRecord]:
        """The finished rounds, oldest first."""
        with self._memory.lock:
            found = _all_under(self._memory.rounds, keys.rounds(self._tenant, code, room_id))
        return [r for _, (game, raw) in found for r in self._codec.load_rounds(game, raw, SCHEMA_VERSION)]

    def messages(self, code: str, room_id: str, after: int, most: int) -> list[Said]:
        """The messages that follow a number, oldest first."""
        with self._memory.lock:
            found = _all_under(self._memory.messages, keys.messages(self._tenant, code, room_id))
        return [said for _, said in found if said.number > after][:most]

    def erase(self, code: str, room_id: str, players: Collection[PlayerId]) -> None:
        """Take the nicknames of players out of the rounds, and out of the chat all that they said."""
        memory, at = self._memory, (self._tenant, code, room_id)
        with memory.lock:
            for key, said in _all_under(memory.messages, keys.messages(*at)):
                memory.messages[key] = said.without(players)
            for key, (said, until) in _all_under(memory.said, keys.said_under(*at)):
                memory.said[key] = said.without(players), until
            for key, (game, raw) in _all_under(memory.rounds, keys.rounds(*at)):
                records = self._codec.load_rounds(game, raw, SCHEMA_VERSION)
                after = self._codec.dump_rounds(game, [record.without(players) for record in records])
                memory.rounds[key] = game, after

    def clear(self, code: str, room_id: str) -> Mapping[str, int]:
        """Delete some of it, the room itself last."""
        memory, at = self._memory, (self._tenant, code, room_id)
        parts: tuple[tuple[str, dict[Key, Any], Key], ...] = (
            ("rounds", memory.rounds, keys.rounds(*at)),
            ("message_keys", memory.said, keys.said_under(*at)),
            ("messages", memory.messages, keys.messages(*at)),
        )
        with memory.lock:
            for kind, kept, begin in parts:
                found = _all_under(kept, begin)
                for key, _ in found:
                    del kept[key]
                if found:
                    return {kind: len(found)}
            key = keys.room(self._tenant, code)
            room = memory.rooms.get(key)
            if room is None or json.loads(room.document)["id"] != room_id:
                return {}
            del memory.rooms[key]
            return {"rooms": 1}


class MemoryRegister:
    """Which rooms one tenant opened."""

    def __init__(self, memory: Memory, tenant: str) -> None:
        """Keep them in a memory that other tenants may share."""
        self._memory, self._tenant = memory, tenant

    def enter(self, room: Room) -> None:
        """Take note of a room."""
        key = keys.opened(self._tenant, room.document.created_at, room.code, room.document.id)
        with self._memory.lock:
            self._memory.opened.add(key)

    def deliver(self, room: Room, delivery: Delivery) -> None:
        """It was still there."""
        self.enter(room)

    def drop(self, code: str, room_id: str, opened_at: int | None) -> None:
        """Remember a room no longer."""
        if opened_at is not None:
            with self._memory.lock:
                self._memory.opened.discard(keys.opened(self._tenant, opened_at, code, room_id))

    def opened_on(self, day: str) -> Iterator[tuple[str, str]]:
        """Code and id of every room opened on a day."""
        pk = keys.opened_on(self._tenant, day)
        with self._memory.lock:
            found = sorted(key.sk for key in self._memory.opened if key.pk == pk)
        for sk in found:
            code, _, room_id = sk.partition("#")
            yield code, room_id


class MemoryUsage:
    """What one tenant used."""

    def __init__(self, memory: Memory, tenant: str) -> None:
        """Keep it in a memory that other tenants may share."""
        self._memory, self._tenant = memory, tenant

    def deliver(self, room: Room, delivery: Delivery) -> None:
        """Write down what was used, once."""
        if delivery.usage != NOTHING:
            key = keys.used(self._tenant, delivery.at, room.document.id, delivery.id)
            with self._memory.lock:
                self._memory.used.setdefault(key, delivery.usage)

    def drop(self, code: str, room_id: str, opened_at: int | None) -> None:
        """Figures outlive their room."""

    def clear(self, day: str) -> bool:
        """Forget what was used on a day; False if nothing was."""
        total, pk = keys.used_in_all(self._tenant, day), keys.used_on(self._tenant, day)
        with self._memory.lock:
            found = [key for key in self._memory.used if key.pk == pk]
            for key in found:
                del self._memory.used[key]
            self._memory.totals.pop(total, None)
            return bool(found)

    def totals(self, first: str, last: str) -> Mapping[str, Usage]:
        """The days from the first to the last that were added up for good."""
        pk = keys.used_in_all(self._tenant, first).pk
        with self._memory.lock:
            found = [(key.sk, total) for key, total in self._memory.totals.items() if key.pk == pk]
        return {day: total for day, total in found if first <= day <= last}

    def sum(self, day: str) -> Usage:
        """All that was delivered of a day."""
        pk = keys.used_on(self._tenant, day)
        with self._memory.lock:
            return sum((usage for key, usage in self._memory.used.items() if key.pk == pk), start=NOTHING)

    def keep(self, day: str, total: Usage) -> None:
        """Add a day up for good."""
        with self._memory.lock:
            self._memory.totals.setdefault(keys.used_in_all(self._tenant, day), total)


class MemoryShelf:
    """The own decks of one tenant."""

    def __init__(self, memory: Memory, tenant: str) -> None:
        """Keep them in a memory that other tenants may share."""
        self._memory, self._tenant = memory, tenant

    def summaries(self) -> list[Json]:
        """Of the newest version of each deck, by id."""
        pk = keys.own_decks(self._tenant)
        with self._memory.lock:
            ids = sorted(key.sk for key in self._memory.own_decks if key.pk == pk)
        return [summary for id in ids if (summary := self.newest(id)) is not None]

    def newest(self, deck_id: str) -> Json | None:
        """The summary of the newest version, or None."""
        with self._memory.lock:
            version = self._memory.own_decks.get(keys.own_deck(self._tenant, deck_id))
        found = self.bound(deck_id, version) if version else None
        return found.summary if found else None

    def bound(self, deck_id: str, version: str) -> Bound | None:
        """That version, while it is kept."""
        with self._memory.lock:
            found = self._memory.own_versions.get(keys.own_version(self._tenant, deck_id, version))
        return found[0] if found else None

    def put(self, bound: Bound, before: str | None, now: int) -> bool:
        """Make it the newest version if that one (None: none) is the newest now, which then expires."""
        return self._replace(bound.id, before, bound, now)

    def remove(self, deck_id: str, version: str, now: int) -> bool:
        """Have no such deck any more if that is its newest version, which then expires."""
        return self._replace(deck_id, version, None, now)

    def clear(self, deck_id: str) -> None:
        """Delete a deck with all its versions at once."""
        pk = keys.own_versions(self._tenant, deck_id)
        with self._memory.lock:
            for key in [key for key in self._memory.own_versions if key.pk == pk]:
                del self._memory.own_versions[key]
            self._memory.own_decks.pop(keys.own_deck(self._tenant, deck_id), None)

    def _replace(self, deck_id: str, before: str | None, after: Bound | None, now: int) -> bool:
        place, wanted = keys.own_deck(self._tenant, deck_id), after and after.version
        with self._memory.lock:
            standing = self._memory.own_decks.get(place)
            if standing != before:
                return standing == wanted
            if before is not None:
                key = keys.own_version(self._tenant, deck_id, before)
                self._memory.own_versions[key] = self._memory.own_versions[key][0], now // 1000 + KEPT_S
            if after is None:
                del self._memory.own_decks[place]
            else:
                self._memory.own_decks[place] = after.version
                key = keys.own_version(self._tenant, deck_id, after.version)
                self._memory.own_versions[key] = after, None
        return True


class MemoryConnections:
    """The rows of all sockets."""

    def __init__(self, memory: Memory) -> None:
        """Keep them in a memory."""
        self._memory = memory

    def open(
        self, connection: str, origin: str | None, address: str | None, now: int, language: str | None = None
    ) -> None:
        """A socket was opened."""
        with self._memory.lock:
            self._memory.connections[connection] = ConnectionRow(
                connection, language=language, address=address
            )

    def get(self, connection: str) -> ConnectionRow | None:
        """The socket, or None."""
        with self._memory.lock:
            return self._memory.connections.get(connection)

    def bind(self, connection: str, tenant: str, code: str, player: PlayerId) -> bool:
        """Give the socket to a seat, once and for good."""
        with self._memory.lock:
            row = self._memory.connections.get(connection)
            if row is None:
                return False
            bound = replace(row, tenant=tenant, code=code, player=player)
            if row.player is not None and row != bound:
                return False
            self._memory.connections[connection] = bound
            return True

    def forget(self, connection: str) -> None:
        """The socket is gone."""
        with self._memory.lock:
            self._memory.connections.pop(connection, None)


class MemoryDueRooms:
    """Rooms of all tenants whose alarm was lost."""

    def __init__(self, memory: Memory) -> None:
        """Look through a memory."""
        self._memory = memory

    def due_rooms(self, now: int, limit: int) -> Iterator[Wakeup]:
        """At most `limit` rooms that are overdue."""
        with self._memory.lock:
            rooms = list(self._memory.rooms.items())
        due = [(key, room.due_at) for key, room in rooms if room.due_at is not None]
        overdue = [(key, due_at) for key, due_at in due if due_at < now - OVERDUE_MS]
        for key, due_at in overdue[:limit]:
            yield Wakeup(*keys.room_of(key.pk), due_at)


class MemoryTenants:
    """The records of all tenants."""

    def __init__(self, memory: Memory) -> None:
        """Keep them in a memory."""
        self._memory = memory

    def get(self, id: str) -> Tenant | None:
        """The tenant, or None."""
        return self._memory.tenants.get(keys.tenant(id))

    def save(self, tenant: Tenant) -> bool:
        """Store it as the revision after its own; False if it was changed meanwhile."""
        key = keys.tenant(tenant.id)
        with self._memory.lock:
            standing = self._memory.tenants.get(key)
            if (standing.revision if standing else 0) != tenant.revision:
                return False
            self._memory.tenants[key] = replace(tenant, revision=tenant.revision + 1)
        return True


class MemoryBuckets:
    """The token buckets of one tenant."""

    def __init__(self, memory: Memory, tenant: str) -> None:
        """Keep them in a memory that other tenants may share."""
        self._memory, self._tenant = memory, tenant

    def take(self, name: str, rate: Rate, now: int) -> Level:
        """Take one from the bucket of that name, if there is one."""
        key = keys.bucket(self._tenant, name)
        with self._memory.lock:
            full_at = self._memory.buckets.get(key, 0)
            spent = rate.spent(full_at, now)
            if spent is not None:
                self._memory.buckets[key] = spent
        return Level.of(rate, full_at if spent is None else spent, now, is_taken=spent is not None)

    def give_back(self, name: str, rate: Rate) -> None:
        """Put one back that was taken."""
        key = keys.bucket(self._tenant, name)
        with self._memory.lock:
            if key in self._memory.buckets:
                self._memory.buckets[key] -= rate.interval_ms


class MemoryWebhooks:
    """The webhooks of one tenant."""

    def __init__(self, memory: Memory, tenant: str) -> None:
        """Keep them in a memory that other tenants may share."""
        self._memory, self._tenant = memory, tenant

    def endpoints(self) -> list[Endpoint]:
        """All of them, the oldest first."""
        pk, prefix = keys.webhooks(self._tenant)
        with self._memory.lock:
            found = [each for key, each in self._memory.endpoints.items() if _is_under(key, pk, prefix)]
        return sorted(found, key=lambda endpoint: (endpoint.created_at, endpoint.id))

    def endpoint(self, id: str) -> Endpoint | None:
        """The endpoint, or None."""
        with self._memory.lock:
            return self._memory.endpoints.get(keys.webhook(self._tenant, id))

    def add(self, endpoint: Endpoint) -> None:
        """Keep a new one."""
        with self._memory.lock:
            self._memory.endpoints[keys.webhook(self._tenant, endpoint.id)] = endpoint

    def rotate(self, endpoint: Endpoint) -> bool:
        """Replace its secrets by these; False if it is gone."""
        secrets = {name: getattr(endpoint, name) for name in ("secret", "old_secret", "old_until")}
        return self._change(endpoint.id, lambda standing: replace(standing, **secrets))

    def disable(self, id: str, now: int) -> None:
        """Note that it wants nothing more, if it is not gone."""
        self._change(id, lambda standing: replace(standing, disabled_at=now))

    def remove(self, id: str) -> bool:
        """Forget it; False if it was gone."""
        with self._memory.lock:
            return self._memory.endpoints.pop(keys.webhook(self._tenant, id), None) is not None

    def keep(self, dispatch: Dispatch) -> None:
        """Keep a new one; doing it again changes nothing, whatever became of it since."""
        with self._memory.lock:
            self._memory.dispatches.setdefault(self._key(dispatch), dispatch)

    def dispatch(self, endpoint: str, event: str) -> Dispatch | None:
        """The dispatch of an event to an endpoint, or None."""
        with self._memory.lock:
            return self._memory.dispatches.get(keys.dispatch(self._tenant, endpoint, event))

    def update(self, dispatch: Dispatch, expected: int | None) -> bool:
        """Replace it where its `next_at` is still what was expected; False where it is not, or is gone."""
        key = self._key(dispatch)
        with self._memory.lock:
            standing = self._memory.dispatches.get(key)
            if standing is None or standing.next_at != expected:
                return False
            self._memory.dispatches[key] = dispatch
        return True

    def clear(self, endpoint: str) -> int:
        """Delete some dispatches to an endpoint; how many. None: nothing is left."""
        pk = keys.dispatches(self._tenant, endpoint)
        return self._delete(lambda key, dispatch: key.pk == pk)

    def drop(self, room_id: str, since: int) -> None:
        """Delete what was dispatched of a room."""
        own = {keys.dispatches(self._tenant, endpoint.id) for endpoint in self.endpoints()}
        self._delete(lambda key, dispatch: key.pk in own and dispatch.event.room_id == room_id)

    def _delete(self, is_meant: Callable[[Key, Dispatch], bool]) -> int:
        with self._memory.lock:
            found = [key for key, dispatch in self._memory.dispatches.items() if is_meant(key, dispatch)]
            for key in found:
                del self._memory.dispatches[key]
        return len(found)

    def page(self, endpoint: str, since: int, before: str | None, status: Status | None, most: int) -> Page:
        """At most so many dispatches of events since an instant (epoch ms), and before another event."""
        pk = keys.dispatches(self._tenant, endpoint)
        with self._memory.lock:
            kept = sorted(self._memory.dispatches.items(), reverse=True)
        found = [
            each
            for key, each in kept
            if key.pk == pk
            and first_id(since) <= key.sk
            and (before is None or key.sk < before)
            and status in (None, each.status)
        ]
        return Page(tuple(found[:most]), found[most - 1].event.id if len(found) > most else None)

    def _key(self, dispatch: Dispatch) -> Key:
        return keys.dispatch(self._tenant, dispatch.endpoint, dispatch.event.id)

    def _change(self, id: str, change: Callable[[Endpoint], Endpoint]) -> bool:
        key = keys.webhook(self._tenant, id)
        with self._memory.lock:
            standing = self._memory.endpoints.get(key)
            if standing is not None:
                self._memory.endpoints[key] = change(standing)
        return standing is not None


@dataclass(frozen=True, slots=True)
class RecordingCourier:
    """Keeps what one tenant's dispatches would wait for in the queue."""

    errands: list[Errand]
    tenant: str

    def send(self, endpoint: str, event: str, due_at: int, now: int) -> None:
        """Record it."""
        self.errands.append(Errand(self.tenant, endpoint, event, due_at))


@dataclass(slots=True)
class RecordingSender:
    """Keeps what was sent; a test says what is answered, by URL."""

    answers: dict[str, Answer] = field(default_factory=dict)
    sent: list[tuple[str, Mapping[str, str], bytes]] = field(default_factory=list)

    def post(self, url: str, headers: Mapping[str, str], body: bytes) -> Answer:
        """Record it."""
        self.sent.append((url, headers, body))
        return self.answers.get(url, Answer(204))


@dataclass(slots=True)
class MemoryPost:
    """The webhooks of all tenants, what waits in their queue, and what was sent."""

    memory: Memory
    errands: list[Errand] = field(default_factory=list)
    sender: RecordingSender = field(default_factory=RecordingSender)

    def of(self, tenant: str) -> Post:
        """That of one tenant."""
        return Post(MemoryWebhooks(self.memory, tenant), RecordingCourier(self.errands, tenant), self.sender)


@dataclass(slots=True)
class RecordingPush:
    """Keeps what was sent; a test says which sockets are gone."""

    gone: set[str] = field(default_factory=set)
    sent: list[tuple[str, bytes]] = field(default_factory=list)
    closed: list[str] = field(default_factory=list)

    def send(self, messages: Iterable[tuple[str, bytes]]) -> list[str]:
        """Record what reaches somebody; the ids of those that are gone."""
        messages = list(messages)
        self.sent.extend(message for message in messages if message[0] not in self.gone)
        return list(dict.fromkeys(connection for connection, _ in messages if connection in self.gone))

    def close(self, connections: Iterable[str]) -> None:
        """Record it; closed sockets are gone."""
        closed = list(connections)
        self.closed.extend(closed)
        self.gone.update(closed)


@dataclass(slots=True)
class RecordingAlarm:
    """Keeps which rooms were to be woken when: (code, due_at)."""

    armed: list[tuple[str, int]] = field(default_factory=list)

    def arm(self, code: str, due_at: int, now: int) -> None:
        """Record it."""
        self.armed.append((code, due_at))


@dataclass(slots=True)
class HandClock:
    """A clock that stands still until the test sets it."""

    at: int = 1_800_000_000_000

    def now(self) -> int:
        """Epoch milliseconds."""
        return self.at

    def pass_ms(self, duration_ms: int) -> None:
        """Let time pass."""
        self.at += duration_ms


class SeededEntropy:
    """Dice that fall the same way for the same seed."""

    def __init__(self, seed: int = 0) -> None:
        """Start the sequence of a seed."""
        self._random = random.Random(seed)

    def hexadecimal(self, n_bytes: int) -> str:
        """So many bytes in hexadecimal."""
        return self._random.randbytes(n_bytes).hex()

    def below(self, n: int) -> int:
        """A whole number from 0 to n − 1."""
        return self._random.randrange(n)


def _is_under(key: Key, pk: str, prefix: str) -> bool:
    return key.pk == pk and key.sk.startswith(prefix)


def _all_under(kept: Mapping[Key, T], begin: Key) -> list[tuple[Key, T]]:
    return sorted(((key, each) for key, each in kept.items() if _is_under(key, *begin)), key=itemgetter(0))
