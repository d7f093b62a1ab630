"""Rooms whose alarm was lost."""

from collections.abc import Iterator

from chalicelib.adapters import keys
from chalicelib.adapters.alarms import OVERDUE_MS, Wakeup
from chalicelib.adapters.memory.kept import Memory


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
