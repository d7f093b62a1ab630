"""Which rooms a tenant opened, by day."""

from collections.abc import Iterator

from chalicelib.adapters import keys
from chalicelib.adapters.memory.kept import Memory
from chalicelib.rooms.room import Delivery, Room


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
