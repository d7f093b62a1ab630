"""Sockets, and the seats that they were bound to."""

from dataclasses import replace

from chalicelib.adapters.memory.kept import Memory
from chalicelib.core.ids import PlayerId
from chalicelib.rooms.ports import ConnectionRow


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
