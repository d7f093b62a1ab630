"""The one object graph of this process, built when the first request needs it."""

import threading
from functools import cache

from chalicelib.api.language import explain
from chalicelib.bootstrap import Server, build

_building = threading.Lock()


def server() -> Server:
    """The server of this process."""
    with _building:
        return _built()


@cache
def _built() -> Server:
    return build(explain)
