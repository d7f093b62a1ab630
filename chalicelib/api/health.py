"""Whether the service answers, and whether a room could be played on it."""

import time
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor, wait
from threading import Lock
from typing import Final

from chalice.app import Response

from chalicelib.api.problems import Fault, problem
from chalicelib.api.request import Request
from chalicelib.api.routes import Routes, reply
from chalicelib.api.server import server

PATIENCE_S: Final = 3.0
"""What has not answered by then does not work for players either."""
KEPT_S: Final = 5.0
"""For so long an answer is given again: anybody may ask, and nobody can make the service work by asking."""

Check = Callable[[], object]
Checks = Mapping[str, Check]
Found = Mapping[str, bool]
"""Whether each check passed, by its name."""

NOT_KEPT: Final = {"Cache-Control": "no-store"}

routes = Routes(__name__)


class Doctor:
    """Makes checks side by side, and remembers for a moment what they found."""

    def __init__(self, clock: Callable[[], float] = time.monotonic, patience_s: float = PATIENCE_S) -> None:
        """Look at nothing yet."""
        self._clock, self._patience_s = clock, patience_s
        self._lock = Lock()
        self._looked_at = float("-inf")
        self._found: Found = {}

    def look(self, checks: Checks) -> Found:
        """What the checks find, or found a moment ago; one that takes too long has failed."""
        with self._lock:
            if self._clock() - self._looked_at >= KEPT_S:
                self._found = self._made(checks)
                self._looked_at = self._clock()
            return self._found

    def _made(self, checks: Checks) -> Found:
        pool = ThreadPoolExecutor(max(1, len(checks)), thread_name_prefix="check")
        running = {name: pool.submit(check) for name, check in checks.items()}
        wait(running.values(), self._patience_s)
        pool.shutdown(wait=False, cancel_futures=True)
        return {name: call.done() and call.exception() is None for name, call in running.items()}


_doctor = Doctor()


@routes.get("/v1/health")
def health(request: Request) -> Response:
    """Whether the service answers; with `?deep=1`, whether its table, its queue and its decks do."""
    if request.query("deep") != "1":
        return reply({"status": "pass"}, headers=NOT_KEPT)
    found = _doctor.look(server().outside.checks)
    failed = [Fault(f"/checks/{name}", "unhealthy") for name, passed in found.items() if not passed]
    if failed:
        raise problem("unhealthy", *failed)
    return reply({"status": "pass", "checks": dict.fromkeys(found, "pass")}, headers=NOT_KEPT)
