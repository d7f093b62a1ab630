"""Runs the app's scheduled functions at their rate of real time, as EventBridge does."""

import asyncio
import re
import uuid
from contextlib import suppress
from datetime import UTC, datetime
from typing import Any, Final

from infra.local.functions import Function, FunctionFailed, Functions, FunctionTimedOut

MINUTE: Final = 60.0
RATE: Final = re.compile(r"rate\((\d+) (minute|hour|day)s?\)")
MINUTES: Final = {"minute": 1, "hour": 60, "day": 24 * 60}


class Schedule:
    """One function and its rate; the first run comes at once, so that a restart wakes what is overdue."""

    def __init__(
        self, functions: Functions, name: str, function: Function, expression: Any, minute: float = MINUTE
    ) -> None:
        self._functions = functions
        self._name = name
        self._function = function
        self._period = minutes_of(expression) * minute

    async def run(self) -> None:
        """Run for ever; a run that takes longer than its period delays the next one."""
        clock = asyncio.get_running_loop()
        due = clock.time()
        while True:
            with suppress(FunctionFailed, FunctionTimedOut):  # It has been logged; the next run is the cure.
                await self._functions.alarm(self._name, self._function, self._event())
            due = max(due + self._period, clock.time())
            await asyncio.sleep(due - clock.time())

    def _event(self) -> dict[str, Any]:
        return {
            "version": "0",
            "id": str(uuid.uuid4()),
            "detail-type": "Scheduled Event",
            "source": "aws.events",
            "account": "000000000000",
            "time": datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
            "region": "eu-west-1",
            "resources": [f"arn:aws:events:eu-west-1:000000000000:rule/{self._name}"],
            "detail": {},
        }


def minutes_of(expression: Any) -> int:
    """The period of a rate, as Chalice keeps it (text, or an object that makes the text)."""
    text = expression if isinstance(expression, str) else expression.to_string()
    match = RATE.fullmatch(text)
    if match is None:
        raise ValueError(f"only rates are run locally, not {text}")
    return int(match[1]) * MINUTES[match[2]]
