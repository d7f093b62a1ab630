"""Honest twins of everything outside, for tests: same promises, no network, time and dice in their hands."""

import random
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from threading import Lock

from chalicelib.adapters import keys
from chalicelib.adapters.alarms import OVERDUE_MS, Wakeup
from chalicelib.adapters.codec import SCHEMA_VERSION, Codec
from chalicelib.adapters.dynamodb import OPENINGS_KEPT_S
from chalicelib.adapters.keys import Key
from chalicelib.core.ids import PlayerId
from chalicelib.rooms.errors import Conflict, RoomNotFound
from chalicelib.rooms.ports import ConnectionRow, Once, Opening
from chalicelib.rooms.room import Connected, Room, RoundRecord, Said


@dataclass(frozen=True, slots=True)
class StoredRoom:
    """A room as the store keeps it: bytes, so that nothing is shared with whoever stored it."""

    game: str
    document: bytes
    outbox: bytes
    revision: int
    due_at: int | None
    expires_at: int
    connections: Mapping[str, Connected]
    seen_at: Mapping[PlayerId, int]


@dataclass(slots=True)
class Memory:
    """What the twins of all tenants keep."""

    rooms: dict[Key, StoredRoom] = field(default_factory=dict)
    rounds: dict[Key, bytes] = field(default_factory=dict)
    openings: dict[Key, tuple[Opening, int]] = field(default_factory=dict)
    messages: dict[Key, Said] = field(default_factory=dict)
    said: dict[Key, tuple[Said, int]] = field(default_factory=dict)
    connections: dict[str, ConnectionRow] = field(default_factory=dict)
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
            self._memory.rounds.setdefault(key, raw)

    def rounds(self, room: Room) -> list[RoundRecord]:
        """The finished rounds that were delivered, oldest first."""
        pk, prefix = keys.rounds(self._tenant, room.code, room.document.id)
        with self._memory.lock:
            found = [raw for key, raw in sorted(self._memory.rounds.items()) if _is_under(key, pk, prefix)]
        return [r for raw in found for r in self._codec.load_rounds(room.game, raw, SCHEMA_VERSION)]

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
            outbox=self._codec.dump_rounds(room.game, room.outbox),
            revision=room.revision,
            due_at=room.due_at,
            expires_at=room.expires_at,
            connections=dict(room.connections),
            seen_at=dict(room.seen_at),
        )

    def _room(self, code: str, stored: StoredRoom) -> Room:
        return Room(
            code=code,
            game=stored.game,
            document=self._codec.load_document(stored.game, stored.document, SCHEMA_VERSION),
            expires_at=stored.expires_at,
            revision=stored.revision,
            due_at=stored.due_at,
            outbox=self._codec.load_rounds(stored.game, stored.outbox, SCHEMA_VERSION),
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
            self._memory.connections[connection] = ConnectionRow(connection, language=language)

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
