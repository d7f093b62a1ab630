"""What operators see: the room that a log line is about, and metrics in CloudWatch's embedded format.

A metric is a line of the log that CloudWatch reads; nothing is sent. Its dimensions are few and small, since
each combination of their values is paid for: the stack, and what the method's own arguments say.
"""

import json
import logging
from collections.abc import Iterable, Mapping
from contextvars import ContextVar
from typing import Any, Final

from aws_lambda_powertools.metrics.provider.cloudwatch_emf.cloudwatch import AmazonCloudWatchEMFProvider

from chalicelib.rooms.ports import Telemetry
from chalicelib.rooms.room import Room

log = logging.getLogger("tapadillo.metrics")

NAMESPACE: Final = "Tapadillo"

Figures = Mapping[str, Iterable[float]]
"""Values by the name of their metric."""

NO_ROOM: Final[Mapping[str, Any]] = {}

_call: ContextVar[Mapping[str, Any]] = ContextVar("call", default=NO_ROOM)


def begin() -> None:
    """Another call begins, in which no room is known yet."""
    _call.set(NO_ROOM)


def about() -> Mapping[str, Any]:
    """The tenant, the room's id (which opens nothing, as its code would) and the revision of this call."""
    return _call.get()


class LogTelemetry(Telemetry):
    """Implements the port; without the name of a `stack` to tell metrics apart by, there are none."""

    def __init__(self, stack: str | None = None) -> None:
        """Keep nothing but the name."""
        self._stack = stack

    def about(self, tenant: str, room: Room) -> None:
        """Note it for the log line of this call."""
        _call.set({"tenant": tenant, "room": room.document.id, "revision": room.revision})

    def saved(self) -> None:
        """Count it."""
        self._emit("Count", {"Saves": [1]})

    def conflict(self) -> None:
        """Count it."""
        self._emit("Count", {"Conflicts": [1]})

    def settled(self, source: str, late_ms: int) -> None:
        """Keep how late it was, apart for each source."""
        self._emit("Milliseconds", {"Lateness": [late_ms]}, Source=source)

    def acted(self, kind: str, outcome: str) -> None:
        """Count it, apart for each type and outcome."""
        self._emit("Count", {"Actions": [1]}, Type=kind, Outcome=outcome)

    def viewed(self, sizes: Iterable[int]) -> None:
        """Keep how large they were."""
        self._emit("Bytes", {"ViewBytes": sizes})

    def pushed(self, sent: int, gone: int, lost: int) -> None:
        """Count them."""
        self._emit("Count", {"Pushes": [sent], "Gone": [gone], "Lost": [lost]})

    def _emit(self, unit: str, figures: Figures, **dimensions: str) -> None:
        """Write one line with these figures; whatever goes wrong, what they count has happened."""
        if self._stack is None:
            return
        try:
            made = AmazonCloudWatchEMFProvider(
                namespace=NAMESPACE, dimension_set={"Stack": self._stack, **dimensions}
            )
            for name, values in figures.items():
                for value in values:
                    made.add_metric(name, unit, value)
            if made.metric_set:
                log.info("%s", json.dumps(made.serialize_metric_set()))
        except Exception as trouble:
            log.warning("a metric was not written: %s", type(trouble).__name__)
