"""What a tenant used, by day."""

from collections.abc import Mapping

from chalicelib.adapters import keys
from chalicelib.adapters.memory.kept import Memory
from chalicelib.rooms.room import Delivery, Room
from chalicelib.tenants.usage import NOTHING, Usage


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
