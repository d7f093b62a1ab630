"""Plays all games, one after the other, and shows what the phones see.

They play against a server of their own with a fast clock, or against the one at BASE_URL. The exit code says
whether everything ended as it should.
"""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from httpx import HTTPError

from infra.demo import espia, impostor, shpion
from infra.demo.print import dim
from infra.local.child import running
from infra.phone import Refused, Service

TIME_SCALE: Final = "40"


def main() -> int:
    """Play; 0 if all went well."""
    try:
        with _address() as url, Service(url, os.environ.get("API_KEY")) as service:
            print(dim(url))
            wrong = [fault for game in (espia, impostor, shpion) if (fault := game.play(service))]
    except (HTTPError, OSError, Refused, RuntimeError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    print(dim("; ".join(wrong) or "All rounds ended as they should."))
    return 1 if wrong else 0


@contextmanager
def _address() -> Iterator[str]:
    if given := os.environ.get("BASE_URL"):
        yield given
    else:
        with running(TIME_SCALE=TIME_SCALE, DATA="", CHAOS="") as url:
            yield url


if __name__ == "__main__":
    sys.exit(main())
