"""What is said in the rooms of a tenant."""

from chalicelib.adapters import keys
from chalicelib.adapters.memory.kept import Memory
from chalicelib.core.ids import PlayerId
from chalicelib.rooms.ports import Once
from chalicelib.rooms.room import Room, Said


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
