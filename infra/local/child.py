"""Runs the local server as a child process on a free port, for tests, demos and measurements.

with running(TIME_SCALE="60") as url: ...
"""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from infra.local.keeper import __file__ as keeper

ROOT: Final = Path(__file__).parents[2]


@contextmanager
def running(folder: Path = ROOT, **settings: str) -> Iterator[str]:
    """Run the app of a folder with these settings; gives the address, once it answers.

    It ends with the block, or with this process, however that ends.
    """
    server = subprocess.Popen(
        [sys.executable, "-I", "-S", keeper, sys.executable, "-m", "infra.local"],
        cwd=folder,
        env=os.environ | {"PYTHONPATH": str(ROOT), "PORT": "0"} | settings,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    with server:
        assert server.stdout and server.stdin
        greeting = server.stdout.readline()
        address = re.search(r"http://[^ ]+", greeting)
        try:
            if address is None:
                raise RuntimeError("the local server did not start; it has said why")
            yield address[0]
        finally:
            server.stdin.close()
            server.stdout.read()  # Until it has ended.
