"""People in a room of their own, whose evening goes on whatever is done to the server."""

import time

from infra.phone import Service

PATIENCE_MS = 5_000
"""How long one of their steps may take while all others use the same two processors."""
MINUTES = (5, 8, 10)


class Innocent:
    """Three phones; `go_on` is one step, of which all hear."""

    def __init__(self, service: Service) -> None:
        self._host = service.open_room("Inés")
        self._phones = [self._host, *(service.join(self._host.code, name) for name in ("Óscar", "Юля"))]

    def go_on(self) -> float:
        """All open their sockets, the host changes an option, and all hear of it; how long that took (ms).

        Nobody stays on the line: the client library rolls dice in the background, which no strategy may see.
        """
        began = time.monotonic()
        for phone in self._phones:
            phone.connect()
        now = self._host.view["room"]["options"]["minutes"]
        wanted = next(minutes for minutes in MINUTES if minutes != now)
        self._host.act("configure", options={"minutes": wanted})
        for phone in self._phones:
            phone.until(lambda view: view["room"]["options"]["minutes"] == wanted)
            phone.hang_up()
        took_ms = (time.monotonic() - began) * 1000
        assert took_ms < PATIENCE_MS
        return took_ms
