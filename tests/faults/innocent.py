"""People in a room of their own, whose evening goes on whatever is done to the server."""

import time

from infra.phone import Service

PATIENCE_MS = 5_000
"""How long one of their steps may take while all others use the same two processors."""


class Innocent:
    """Three phones on their sockets; `go_on` is one step, of which all hear."""

    def __init__(self, service: Service) -> None:
        self._host = service.open_room("Inés")
        guests = [service.join(self._host.code, name) for name in ("Óscar", "Юля")]
        self._phones = [phone.connect() for phone in (self._host, *guests)]
        self._minutes = [5, 8, 10]

    def go_on(self) -> float:
        """The host changes an option and everybody comes to see it; how long that took (ms)."""
        began = time.monotonic()
        self._minutes = [*self._minutes[1:], self._minutes[0]]
        wanted = self._minutes[0] if self._minutes[0] != self._host.view["room"]["options"]["minutes"] else 8
        self._host.act("configure", options={"minutes": wanted})
        for phone in self._phones:
            phone.until(lambda view: view["room"]["options"]["minutes"] == wanted)
        took_ms = (time.monotonic() - began) * 1000
        assert took_ms < PATIENCE_MS
        return took_ms
