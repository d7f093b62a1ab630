"""The WebSocket half of API Gateway: connections, their messages to the app, `@connections` for pushes."""

import asyncio
import base64
import json
import logging
import secrets
import time
from collections.abc import Awaitable
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final
from urllib.parse import unquote

from infra.local import answers
from infra.local.functions import FunctionFailed, Functions, FunctionTimedOut
from infra.local.rest import STAGE, headers_and_query
from infra.local.wire import (
    BodyTooLarge,
    Message,
    Receive,
    Scope,
    Send,
    client_address,
    new_request_id,
    raw_path,
    read_body,
    reply,
    reply_json,
)

log = logging.getLogger(__name__)

MESSAGE_LIMIT: Final = 128 * 1024
"""Of a whole message; the 32 KB that AWS also sets for a single frame are not imitated."""

PUSH_SECONDS: Final = 1.0
"""A client that has not taken in a push by then does not read: it is gone."""

UNACCEPTABLE_DATA, GOING_AWAY = 1003, 1001
CONNECTIONS: Final = "/ws/@connections/"


@dataclass(frozen=True, slots=True)
class Limits:
    """How long a connection may say nothing, and how long it may last."""

    idle_seconds: float = 10 * 60
    life_seconds: float = 2 * 60 * 60


class Connection:
    """One open WebSocket, as `@connections` sees it."""

    def __init__(self, scope: Scope, send: Send) -> None:
        self.id = base64.urlsafe_b64encode(secrets.token_bytes(11)).decode()
        self.opened_at = self.active_at = time.time()
        self.identity = {
            "sourceIp": client_address(scope),
            "userAgent": dict(scope["headers"]).get(b"user-agent", b"").decode("latin-1"),
        }
        self._host = dict(scope["headers"]).get(b"host", b"").decode("latin-1")
        self._send = send
        self._dropped = asyncio.Event()

    async def next_message(self, receive: Receive) -> Message:
        """What the client sends next; a dropped connection reads as disconnected."""
        receiving = asyncio.ensure_future(receive())
        dropped = asyncio.ensure_future(self._dropped.wait())
        try:
            await asyncio.wait({receiving, dropped}, return_when=asyncio.FIRST_COMPLETED)
            return receiving.result() if receiving.done() else {"type": "websocket.disconnect", "code": 1006}
        finally:
            receiving.cancel()
            dropped.cancel()

    async def push(self, text: str) -> bool:
        """Send a message; False when the client is gone, or does not read and is therefore dropped."""
        if await self._sent({"type": "websocket.send", "text": text}):
            self.active_at = time.time()
            return True
        self._dropped.set()
        return False

    async def close(self, code: int) -> None:
        """Close from this side; a client that does not take that in either is dropped."""
        if not await self._sent({"type": "websocket.close", "code": code}):
            self._dropped.set()

    async def _sent(self, message: Message) -> bool:
        try:
            async with asyncio.timeout(PUSH_SECONDS):
                await self._send(message)
        except (OSError, RuntimeError, TimeoutError):
            return False
        return True

    def event(self, kind: str, route_key: str, **context: Any) -> dict[str, Any]:
        """An event about this connection, as API Gateway words it."""
        return {
            "isBase64Encoded": False,
            "requestContext": {
                "routeKey": route_key,
                "eventType": kind,
                "connectionId": self.id,
                "connectedAt": int(self.opened_at * 1000),
                "requestTimeEpoch": int(time.time() * 1000),
                "requestId": secrets.token_urlsafe(11),
                "extendedRequestId": secrets.token_urlsafe(11),
                "messageDirection": "IN",
                "stage": STAGE,
                "apiId": "local",
                "domainName": self._host,
                "identity": self.identity,
                **context,
            },
        }


class Sockets:
    """All WebSockets; each one's messages reach the app one after the other, in the order they came."""

    def __init__(self, functions: Functions, limits: Limits) -> None:
        self._functions = functions
        self._limits = limits
        self._open: dict[str, Connection] = {}
        self._closing = False
        app = functions.app
        self._handlers = {key: app.handler_map[h.name] for key, h in app.websocket_handlers.items()}

    async def serve(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Carry one connection from its handshake to its end."""
        if (await receive())["type"] != "websocket.connect":
            return
        connection = Connection(scope, send)
        status, headers = await self._connect(connection, scope)
        if not 200 <= status < 300:
            return await refuse_socket(send, status)
        code, reason = 1006, ""
        try:
            subprotocol = headers.get("sec-websocket-protocol")
            await send({"type": "websocket.accept", "subprotocol": subprotocol})
            self._open[connection.id] = connection
            code, reason = await self._messages(connection, receive)
        finally:
            self._open.pop(connection.id, None)
            if not self._closing:
                await self._disconnect(connection, code, reason)

    async def _connect(self, connection: Connection, scope: Scope) -> tuple[int, dict[str, str]]:
        event = connection.event("CONNECT", "$connect") | {
            name: value for name, value in headers_and_query(scope).items() if value is not None
        }
        try:
            result = await self._call("$connect", event)
            headers = (result or {}).get("headers") or {}
            status = int((result or {}).get("statusCode", 200))
            return status, {name.lower(): str(value) for name, value in headers.items()}
        except (FunctionFailed, AttributeError, TypeError, ValueError):
            return 502, {}
        except FunctionTimedOut:
            return 504, {}

    async def _messages(self, connection: Connection, receive: Receive) -> tuple[int, str]:
        """Hand over messages until the connection ends; the code and reason of its end."""
        while True:
            message = await connection.next_message(receive)
            if message["type"] == "websocket.disconnect":
                return message.get("code") or 1005, message.get("reason") or ""
            if message.get("text") is None:
                await connection.close(UNACCEPTABLE_DATA)
                return UNACCEPTABLE_DATA, ""
            connection.active_at = time.time()
            event = connection.event("MESSAGE", "$default", messageId=secrets.token_urlsafe(11))
            try:
                await self._call("$default", event | {"body": message["text"]})
            except FunctionFailed:
                await self._complain(connection, event, "Internal server error")
            except FunctionTimedOut:
                await self._complain(connection, event, "Endpoint request timed out")

    @staticmethod
    async def _complain(connection: Connection, event: dict[str, Any], message: str) -> None:
        request_id = event["requestContext"]["requestId"]
        await connection.push(
            json.dumps({"message": message, "connectionId": connection.id, "requestId": request_id})
        )

    async def _disconnect(self, connection: Connection, code: int, reason: str) -> None:
        event = connection.event(
            "DISCONNECT", "$disconnect", disconnectStatusCode=code, disconnectReason=reason
        )
        with suppress(FunctionFailed, FunctionTimedOut):  # It has been logged; nobody is left to be told.
            await self._call("$disconnect", event)

    async def _call(self, route_key: str, event: dict[str, Any]) -> Any:
        handler = self._handlers.get(route_key)
        if handler is None:
            return None
        return await self._functions.request(f"websocket_{route_key.removeprefix('$')}", handler, event)

    async def manage(self, scope: Scope, receive: Receive, send: Send) -> None:
        """`@connections`: push to a connection, ask about it or close it, as boto3 does; needs no thread."""
        try:
            body = await read_body(receive, MESSAGE_LIMIT)
        except BodyTooLarge:
            return await _refuse_call(send, 413, "PayloadTooLargeException", "Message too long")
        connection = self._open.get(unquote(raw_path(scope).removeprefix(CONNECTIONS)))
        if connection is None:
            return await _refuse_call(send, 410, "GoneException", None)
        match scope["method"]:
            case "POST":
                if not await connection.push(body.decode("utf-8", "replace")):
                    return await _refuse_call(send, 410, "GoneException", None)
                await reply_json(send, 200, {})
            case "GET":
                await reply_json(
                    send,
                    200,
                    {
                        "connectedAt": _instant(connection.opened_at),
                        "lastActiveAt": _instant(connection.active_at),
                        "identity": connection.identity,
                    },
                )
            case "DELETE":
                self._open.pop(connection.id, None)
                await connection.close(1000)
                await reply(send, 204)
            case _:
                await _refuse_call(send, 403, "MissingAuthenticationTokenException", None)

    async def reap(self) -> None:
        """Close what has been silent or open for too long, for ever."""
        pause = min(self._limits.idle_seconds, self._limits.life_seconds, 50.0) / 10
        while True:
            await asyncio.sleep(pause)
            now = time.time()
            ended: list[Awaitable[None]] = [
                connection.close(GOING_AWAY)
                for connection in self._open.values()
                if now - connection.active_at > self._limits.idle_seconds
                or now - connection.opened_at > self._limits.life_seconds
            ]
            await asyncio.gather(*ended)

    def shut(self) -> None:
        """The server ends: report no more disconnections, as AWS does not promise them either."""
        self._closing = True


async def refuse_socket(send: Send, status: int) -> None:
    """Refuse a handshake with an HTTP status, and a problem where the gateway has one."""
    answer = answers.NOT_FOUND if status == 404 else None
    request_id = new_request_id()
    headers = answer.headers(request_id) if answer else {"X-Request-Id": request_id}
    raw = [(name.lower().encode(), value.encode()) for name, value in headers.items()]
    body = answer.body(request_id).encode() if answer else b""
    await send({"type": "websocket.http.response.start", "status": status, "headers": raw})
    await send({"type": "websocket.http.response.body", "body": body})


async def _refuse_call(send: Send, status: int, error: str, message: str | None) -> None:
    await reply_json(send, status, {"message": message}, {"x-amzn-ErrorType": error})


def _instant(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).isoformat()
