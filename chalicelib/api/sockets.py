"""What sockets say, and what is answered: each message calls one use-case."""

import time
from datetime import UTC, datetime
from typing import Any

from pydantic_core import to_json

from chalicelib.api import logs, problems
from chalicelib.api.acting import perform
from chalicelib.api.language import choose
from chalicelib.api.limits import guesses, hidden, spend
from chalicelib.api.messages import Act, Hello, Ping, Say, read_object
from chalicelib.api.problems import Fault, Problem, problem
from chalicelib.api.server import server
from chalicelib.core.ids import PlayerId
from chalicelib.rooms import errors
from chalicelib.rooms.chat import ID_KEPT_S, say
from chalicelib.rooms.code import read_code
from chalicelib.rooms.house import House
from chalicelib.rooms.ports import ConnectionRow, Once
from chalicelib.rooms.telling import message_frame, view_message
from chalicelib.rooms.tokens import by_socket, tenant_of
from chalicelib.rooms.watch import current_version, disconnect, hello

Json = dict[str, Any]

LIFE_MS = 110 * 60 * 1000
"""API Gateway ends a socket after two hours; clients are asked to come back ten minutes earlier."""
LANGUAGE_KEPT = 256
"""Characters of an `Accept-Language` that are kept with a socket."""

TYPES = ("hello", "act", "say", "ping")
_FINAL = {"invalid_token", "token_revoked", "room_not_found", "room_closed"}
"""After these a socket is of no more use."""


def connected(event: Any) -> Json:
    """A socket was opened; nothing is sent to it before its hello."""
    logs.begin()
    context = event.to_dict()["requestContext"]
    headers = {name.lower(): value for name, value in (event.to_dict().get("headers") or {}).items()}
    address = context.get("identity", {}).get("sourceIp")
    outside = server().outside
    status = 200
    try:
        outside.connections.open(
            event.connection_id,
            headers.get("origin"),
            address and hidden(address),
            outside.clock.now(),
            headers.get("accept-language", "")[:LANGUAGE_KEPT] or None,
        )
    except errors.StoreBusy:
        status = problems.STATUS["store_busy"]
    logs.line(request_id=_request_id(event), route="$connect", status=status)
    return {"statusCode": status}


def disconnected(event: Any) -> Json:
    """A socket was closed; its seat stays."""
    logs.begin()
    connections = server().outside.connections
    try:
        row = connections.get(event.connection_id)
        if row is not None and row.tenant is not None and row.code is not None:
            disconnect(server().house(row.tenant), event.connection_id, row.code)
        connections.forget(event.connection_id)
    except errors.StoreBusy:
        pass  # a push to it will find out, or its row ends by itself
    logs.line(request_id=_request_id(event), route="$disconnect", status=200)
    return {"statusCode": 200}


def received(event: Any) -> Json:
    """A message: `hello`, `act`, `say` or `ping`. Whatever it is, the socket and the room live on."""
    started = time.perf_counter()
    logs.begin()
    row: ConnectionRow | None = None
    message: Json = {}
    code = None
    try:
        row = server().outside.connections.get(event.connection_id)
        message = read_object(event.body)
        _answer(event, row or ConnectionRow(event.connection_id), message)
    except Exception as trouble:
        found = problems.of(trouble)
        if found is None:
            logs.bug(trouble, _request_id(event))
            found = problem("internal_error")
        code = found.code
        _refuse(event, message.get("id"), found, choose(row.language if row else None))
    kind = message.get("type")
    logs.line(
        request_id=_request_id(event),
        route="$default",
        type=kind if kind in TYPES else None,
        code=code,
        ms=round((time.perf_counter() - started) * 1000, 1),
    )
    return {"statusCode": 200}


def _answer(event: Any, row: ConnectionRow, message: Json) -> None:
    kind = message.get("type")
    if kind == "hello":
        return _hello(event, row, Hello.model_validate(message))
    if row.tenant is None or row.code is None or row.player is None:
        raise problem("hello_required")
    house = server().house(row.tenant)
    match kind:
        case "act":
            _act(house, row.id, row.code, row.player, Act.model_validate(message))
        case "ping":
            Ping.model_validate(message)
            version = current_version(house, row.code, by_socket(row.player))
            _send(row.id, {"type": "pong", "version": version})
        case "say":
            _say(house, row.id, row.code, row.player, Say.model_validate(message))
        case _:
            raise problem("unknown_message", Fault("/type", "unknown_message", ", ".join(TYPES)))


def _hello(event: Any, row: ConnectionRow, message: Hello) -> None:
    house = server().house(tenant_of(message.token))
    code = read_code(message.room)
    if code is None:
        raise errors.RoomNotFound
    address = row.address or hidden("")
    if row.tenant is None:
        spend(house.tenant, address, "sockets")
    with guesses(house.tenant, address):
        watched = hello(house, event.connection_id, code, message.token)
    view = house.presenter.views(watched.room, [watched.player], watched.now)[watched.player]
    opened_at = int(event.to_dict()["requestContext"].get("connectedAt", watched.now))
    until = datetime.fromtimestamp((opened_at + LIFE_MS) // 1000, UTC)
    reconnect = f"{until:%Y-%m-%dT%H:%M:%S}.000Z".encode()
    welcome = b'{"type":"welcome","reconnect_before":"' + reconnect + b'","view":' + view + b"}"
    server().outside.push.send([(event.connection_id, welcome)])


def _act(house: House, connection: str, code: str, player: PlayerId, message: Act) -> None:
    ack = (connection, to_json({"type": "ack", "id": message.id}))
    seat = f"{house.tenant}/{code}/{player}"
    acted = perform(house, code, by_socket(player), seat, message.action, answer=ack)
    if acted.repeated:
        view = house.presenter.views(acted.room, [player], acted.now)[player]
        house.push.send([(connection, view_message(view)), ack])
    elif not acted.is_answered:
        house.push.send([ack])


def _say(house: House, connection: str, code: str, player: PlayerId, message: Say) -> None:
    ack = (connection, to_json({"type": "ack", "id": message.id}))
    once = Once(f"id {message.id} {message.text}", ID_KEPT_S)
    spoken = say(house, code, by_socket(player), message.text, once, ack)
    if spoken.is_repeated:
        again = message_frame(house.presenter.message(spoken.room, spoken.said))
        house.push.send([(connection, again), ack])
    elif not spoken.is_answered:
        house.push.send([ack])


def _refuse(event: Any, message_id: Any, found: Problem, spoken: str) -> None:
    known = message_id if isinstance(message_id, str) and len(message_id) <= 64 else None
    refusal = {"type": "refused", "id": known, "problem": found.body(spoken, _request_id(event))}
    _send(event.connection_id, refusal)
    if found.code in _FINAL:
        _send(event.connection_id, {"type": "bye", "code": found.code})
        server().outside.push.close([event.connection_id])


def _send(connection: str, message: Json) -> None:
    server().outside.push.send([(connection, to_json(message))])


def _request_id(event: Any) -> str:
    return str(event.to_dict()["requestContext"].get("requestId", ""))
