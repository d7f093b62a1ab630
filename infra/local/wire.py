"""The few words of ASGI that every part of the gateway speaks: reading a body, sending a reply."""

import asyncio
import json
import uuid
from collections.abc import Awaitable, Callable, Iterable, Mapping
from ipaddress import ip_address
from typing import Any, Final

from infra.local.answers import Answer

Scope = dict[str, Any]
Message = dict[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]

BODY_SECONDS: Final = 30
"""A body that has not arrived by then is given up."""

DRAINED_BYTES: Final = 64 * 1024 * 1024
"""A body over its limit is read on to here, so that its sender is listening when the refusal comes."""


class ClientGone(Exception):
    """The client went away before its request was complete."""


class BodyTooLarge(Exception):
    """The body is longer than the reader allows."""


class BodyTooSlow(Exception):
    """The body did not arrive in time."""


async def read_body(receive: Receive, limit: int) -> bytes:
    """The whole body of the request, of at most `limit` bytes."""
    parts: list[bytes] = []
    size = 0
    try:
        async with asyncio.timeout(BODY_SECONDS):
            while True:
                message = await receive()
                if message["type"] == "http.disconnect":
                    raise ClientGone
                part = message.get("body", b"")
                size += len(part)
                if size <= limit:
                    parts.append(part)
                elif size > DRAINED_BYTES:
                    raise BodyTooLarge
                if not message.get("more_body"):
                    break
    except TimeoutError:
        raise BodyTooSlow from None
    if size > limit:
        raise BodyTooLarge
    return b"".join(parts)


async def reply(
    send: Send, status: int, headers: Mapping[str, str] | Iterable[tuple[str, str]] = (), body: bytes = b""
) -> None:
    """Send a complete reply; its length is filled in."""
    pairs = headers.items() if isinstance(headers, Mapping) else headers
    raw = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in pairs]
    if status >= 200 and status not in (204, 304):
        raw.append((b"content-length", b"%d" % len(body)))
    await send({"type": "http.response.start", "status": status, "headers": raw})
    await send({"type": "http.response.body", "body": body})


async def reply_json(send: Send, status: int, content: Any, headers: Mapping[str, str] | None = None) -> None:
    """Send a value as JSON."""
    await reply(
        send, status, {"Content-Type": "application/json", **(headers or {})}, json.dumps(content).encode()
    )


async def reply_answer(
    send: Send, answer: Answer, request_id: str | None = None, headers: Mapping[str, str] | None = None
) -> None:
    """Send one of the gateway's own answers."""
    request_id = request_id or new_request_id()
    await reply(
        send,
        answer.status,
        answer.headers(request_id) | dict(headers or {}),
        answer.body(request_id).encode(),
    )


def new_request_id() -> str:
    """An identifier for one request, as API Gateway makes them."""
    return str(uuid.uuid4())


def raw_path(scope: Scope) -> str:
    """The path as it came, percent-encoded."""
    return str(scope["raw_path"].decode("ascii", "replace"))


def client_address(scope: Scope) -> str:
    """The address at the other end of the connection."""
    return str((scope.get("client") or ("", 0))[0])


def from_this_machine(scope: Scope) -> bool:
    """Whether the request comes from this very machine: AWS asks for a signature where we ask for this."""
    client, server = client_address(scope), (scope.get("server") or ("", 0))[0]
    try:
        return client == server or ip_address(client).is_loopback
    except ValueError:
        return False
