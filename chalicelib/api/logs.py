"""One line of JSON for whatever was asked of the service: never a token, a nickname, a code or state."""

import json
import logging
import traceback
from pathlib import PurePath
from typing import Any

from chalicelib.adapters import telemetry
from chalicelib.core.errors import InvariantBroken

log = logging.getLogger("tapadillo")
log.setLevel(logging.INFO)  # Lambda leaves the root logger at WARNING

FRAMES = 12


def begin() -> None:
    """Another call begins; what is written from now on is about that one."""
    telemetry.begin()


def line(**members: Any) -> None:
    """Write down what was asked, of which room, and how it ended; members that are None are left out."""
    document = {**members, **telemetry.about()}
    log.info("%s", json.dumps({name: value for name, value in document.items() if value is not None}))


def bug(trouble: BaseException, request_id: str) -> None:
    """Write down a fault of ours: its kind, its place, and its words where they cannot quote anything."""
    document = {"bug": type(trouble).__name__, "at": _where(trouble), "request_id": request_id}
    if isinstance(trouble, InvariantBroken):
        document["message"] = str(trouble)
    log.error("%s", json.dumps({**document, **telemetry.about()}))


def _where(trouble: BaseException) -> list[str]:
    frames = traceback.extract_tb(trouble.__traceback__)[-FRAMES:]
    return [f"{PurePath(frame.filename).name}:{frame.lineno} {frame.name}" for frame in frames]


class Lines(logging.Formatter):
    """Every record as one line of JSON, as ours are already; of exceptions no words, which may quote."""

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        if record.name == log.name or record.name.startswith(f"{log.name}."):
            return record.getMessage()
        document: dict[str, Any] = {
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
        }
        if record.exc_info and record.exc_info[1]:
            document |= {"bug": type(record.exc_info[1]).__name__, "at": _where(record.exc_info[1])}
        return json.dumps({**document, **telemetry.about()})


def as_lines() -> None:
    """Let whatever Lambda writes into the log be lines of JSON, which its queries and metrics read."""
    for handler in logging.getLogger().handlers:
        handler.setFormatter(Lines())
