"""One line of JSON for whatever was asked of the service: never a token, a nickname, a code or state."""

import json
import logging
import traceback
from pathlib import PurePath
from typing import Any

from chalicelib.core.errors import InvariantBroken

log = logging.getLogger("tapadillo")
log.setLevel(logging.INFO)  # Lambda leaves the root logger at WARNING

FRAMES = 12


def line(**members: Any) -> None:
    """Write down what was asked and how it ended; members that are None are left out."""
    log.info("%s", json.dumps({name: value for name, value in members.items() if value is not None}))


def bug(trouble: BaseException, request_id: str) -> None:
    """Write down a fault of ours: its kind, its place, and its words where they cannot quote anything."""
    frames = traceback.extract_tb(trouble.__traceback__)[-FRAMES:]
    where = [f"{PurePath(frame.filename).name}:{frame.lineno} {frame.name}" for frame in frames]
    document = {"bug": type(trouble).__name__, "at": where, "request_id": request_id}
    if isinstance(trouble, InvariantBroken):
        document["message"] = str(trouble)
    log.error("%s", json.dumps(document))
