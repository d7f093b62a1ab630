"""The functions of a Chalice app, called as Lambda calls them: with a context, against a time limit."""

import asyncio
import json
import logging
import threading
import time
import uuid
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final

log = logging.getLogger(__name__)

Function = Callable[[Any, Any], Any]

REQUEST_THREADS: Final = 32
REQUEST_SECONDS: Final = 29
BACKGROUND_THREADS: Final = 4
ALARM_SECONDS: Final = 60


class FunctionFailed(Exception):
    """The function raised, or returned what is not JSON; it has been logged."""


class FunctionTimedOut(Exception):
    """The function did not return in time; it may still take effect."""


class Context:
    """What a function is told about its own call."""

    memory_limit_in_mb = 1024
    function_version = "$LATEST"

    def __init__(self, name: str, seconds: float) -> None:
        self.function_name = name
        self.invoked_function_arn = f"arn:aws:lambda:eu-west-1:000000000000:function:{name}"
        self.log_group_name = f"/aws/lambda/{name}"
        self.log_stream_name = "local"
        self.aws_request_id = str(uuid.uuid4())
        self._ends = time.monotonic() + seconds

    def get_remaining_time_in_millis(self) -> int:
        """How long the call may still take."""
        return max(0, int((self._ends - time.monotonic()) * 1000))


class Functions:
    """Runs an app's functions in threads; each of those that no client waits for has its own: nobody's slow
    webhook holds up an alarm.
    """

    def __init__(
        self, app: Any, *, request_threads: int = REQUEST_THREADS, request_seconds: float = REQUEST_SECONDS
    ) -> None:
        self.app = one_request_per_thread(app)
        self._requests = ThreadPoolExecutor(request_threads, "request")
        self._request_seconds = request_seconds
        self._background: dict[str, ThreadPoolExecutor] = {}

    async def request(self, name: str, function: Function, event: dict[str, Any]) -> Any:
        """Call a function that a client waits for."""
        return await self._call(self._requests, self._request_seconds, name, function, event)

    async def alarm(self, name: str, function: Function, event: dict[str, Any]) -> Any:
        """Call a function that time has started, or a queue."""
        if name not in self._background:
            self._background[name] = ThreadPoolExecutor(BACKGROUND_THREADS, name)
        return await self._call(self._background[name], ALARM_SECONDS, name, function, event)

    async def _call(
        self, pool: ThreadPoolExecutor, seconds: float, name: str, function: Function, event: dict[str, Any]
    ) -> Any:
        def run() -> Any:
            return json.loads(json.dumps(function(event, Context(name, seconds))))

        future = asyncio.get_running_loop().run_in_executor(pool, run)
        try:
            return await asyncio.wait_for(future, seconds)
        except TimeoutError:
            if future.done() and not future.cancelled():
                log.exception("%s failed", name)
                raise FunctionFailed(name) from None
            log.error("%s did not return within %s s", name, seconds)
            raise FunctionTimedOut(name) from None
        except Exception as error:
            log.exception("%s failed", name)
            raise FunctionFailed(name) from error

    def close(self) -> None:
        """Start nothing more; what runs is left to end by itself."""
        for pool in (self._requests, *self._background.values()):
            pool.shutdown(wait=False, cancel_futures=True)


def one_request_per_thread(app: Any) -> Any:
    """Let one app serve many threads: Chalice keeps the current request on it, one at a time."""
    kept = threading.local()

    def attribute(name: str) -> property:
        return property(
            lambda self: getattr(kept, name, None), lambda self, value: setattr(kept, name, value)
        )

    names = ("current_request", "lambda_context")
    app.__class__ = type(type(app).__name__, (type(app),), {name: attribute(name) for name in names})
    return app
