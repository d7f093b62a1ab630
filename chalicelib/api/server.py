"""The one object graph of this process, built when the first request needs it."""

import threading

from chalicelib.api.language import explain
from chalicelib.bootstrap import Server, build

_serving: Server | None = None
_building = threading.Lock()


def server() -> Server:
    """The server of this process."""
    global _serving
    with _building:
        if _serving is None:
            _serving = build(explain)
        return _serving


def serve_with(made: Server | None) -> None:
    """Answer with another server from now on; None: with one of the environment, built anew."""
    global _serving
    with _building:
        _serving = made
