"""Rooms, saved where their revision still stands, and their finished rounds."""

from collections.abc import Callable, Iterable
from dataclasses import replace

from chalicelib.adapters import keys
from chalicelib.adapters.codec import SCHEMA_VERSION, Codec
from chalicelib.adapters.dynamodb import OPENINGS_KEPT_S
from chalicelib.adapters.keys import Key
from chalicelib.adapters.memory.archive import MemoryArchive
from chalicelib.adapters.memory.kept import Memory, StoredRoom
from chalicelib.core.ids import PlayerId
from chalicelib.rooms.errors import Conflict, RoomNotFound
from chalicelib.rooms.ports import Opening
from chalicelib.rooms.room import Connected, Room, RoundRecord


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
        """Note that the seat made a request, without touching the revision, unless a later one is noted."""
        self._amend(
            code,
            lambda room: replace(
                room, seen_at={**room.seen_at, player: max(now, room.seen_at.get(player, now))}
            ),
        )

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

    def opening(self, key: str, opening: Opening) -> Opening:
        """Remember what a key opens for a day, or the earlier opening of that key."""
        place = keys.opening(self._tenant, key)
        with self._memory.lock:
            earlier = self._opened(place, opening.at)
            if earlier is not None:
                return earlier
            self._memory.openings[place] = opening
            return opening

    def opened(self, key: str, now: int) -> Opening | None:
        """What a key opens, if it is remembered."""
        with self._memory.lock:
            return self._opened(keys.opening(self._tenant, key), now)

    def _opened(self, place: Key, now: int) -> Opening | None:
        found = self._memory.openings.get(place)
        return found if found and found.at // 1000 + OPENINGS_KEPT_S > now // 1000 else None

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
