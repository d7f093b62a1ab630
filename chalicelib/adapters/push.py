"""Messages to sockets through the gateway's management API, several at a time and within a bounded time."""

import logging
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from functools import partial
from typing import TYPE_CHECKING, Final

from chalicelib.adapters.aws import PUSH_WORKERS
from chalicelib.rooms.ports import Telemetry

if TYPE_CHECKING:
    from types_boto3_apigatewaymanagementapi import ApiGatewayManagementApiClient

log = logging.getLogger(__name__)

PATIENCE_S: Final = 3.0
"""How long one round of messages may take; what is not sent by then heals with the next view."""


class GatewayPush:
    """Pushes with threads that are kept between calls: one sends while another waits for its answer."""

    def __init__(
        self,
        client: "ApiGatewayManagementApiClient",
        patience_s: float = PATIENCE_S,
        telemetry: Telemetry | None = None,
    ) -> None:
        """Threads start with the first message."""
        self._client = client
        self._patience_s = patience_s
        self._telemetry = telemetry or Telemetry()
        self._pool = ThreadPoolExecutor(PUSH_WORKERS, thread_name_prefix="push")

    def send(self, messages: Iterable[tuple[str, bytes]]) -> list[str]:
        """Send to all connections side by side, to each in order; the ids of those that are gone."""
        by_connection: dict[str, list[bytes]] = {}
        for connection, data in messages:
            by_connection.setdefault(connection, []).append(data)
        gone, lost = self._all({c: partial(self._post, c, data) for c, data in by_connection.items()})
        self._telemetry.pushed(len(by_connection) - len(gone) - lost, len(gone), lost)
        return gone

    def close(self, connections: Iterable[str]) -> None:
        """Close sockets; one that is closed already is fine."""
        self._all({c: partial(self._client.delete_connection, ConnectionId=c) for c in connections})

    def _post(self, connection: str, messages: Sequence[bytes]) -> None:
        for data in messages:
            self._client.post_to_connection(ConnectionId=connection, Data=data)

    def _all(self, calls: dict[str, Callable[[], object]]) -> tuple[list[str], int]:
        """Make the calls, one for each connection; the gone ones, and how many failed otherwise."""
        running = {connection: self._pool.submit(call) for connection, call in calls.items()}
        wait(running.values(), self._patience_s)
        gone: list[str] = []
        lost = 0
        for connection, call in running.items():
            if not call.done():
                call.cancel()
                lost += 1
                log.warning("a push took too long")
            elif isinstance(trouble := call.exception(), self._client.exceptions.GoneException):
                gone.append(connection)
            elif trouble is not None:
                lost += 1
                log.warning("a push failed: %s", type(trouble).__name__)
        return gone, lost
