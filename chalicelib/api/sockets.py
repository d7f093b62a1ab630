"""What sockets say, and what is answered: each message calls one use-case."""

import logging
from datetime import UTC, datetime
from typing import Any

from pydantic_core import to_json

from chalicelib.api import problems
from chalicelib.api.language import choose
from chalicelib.api.messages import Act, Envelope, Hello, Ping, Say, read_action, read_object
from chalicelib.api.problems import Problem, problem
from chalicelib.api.server import server
from chalicelib.rooms import errors
from chalicelib.rooms.act import act
from chalicelib.rooms.code import read_code
from chalicelib.rooms.house import House
from chalicelib.rooms.ports import ConnectionRow
from chalicelib.rooms.telling import view_message
from chalicelib.rooms.tokens import by_socket, tenant_of
from chalicelib.rooms.watch import current_version, disconnect, hello

Json = dict[str, Any]

LIFE_MS = 110 * 60 * 1000
"""API Gateway ends a socket after two hours; clients are asked to come back ten minutes earlier."""

_FINAL = {"invalid_token", "token_revoked", "room_not_found", "room_closed"}
"""After these a socket is of no more use."""

log = logging.getLogger("tapadillo")


def connected(event: Any) -> Json:
    """A socket was opened; nothing is sent to it before its hello."""
    context = event.to_dict()["requestContext"]
    headers = {k.lower(): v for k, v in (event.to_dict().get("headers") or {}).items()}
    address = context.get("identity", {}).get("sourceIp")
    server().connections.open(event.connection_id, headers.get("origin"), address, server().clock.now())
    return {"statusCode": 200}


def disconnected(event: Any) -> Json:
    """A socket was closed; its seat stays."""
    row = server().connections.get(event.connection_id)
    if row is not None and row.tenant is not None and row.code is not None:
        disconnect(server().house(row.tenant), event.connection_id, row.code)
    server().connections.forget(event.connection_id)
    return {"statusCode": 200}


def received(event: Any) -> Json:
    """A message: `hello`, `act`, `say` or `ping`. Whatever it is, the socket and the room live on."""
    connection: str = event.connection_id
    message_id: str | None = None
    try:
        message = read_object(event.body)
        found = message.get("id")
        message_id = found if isinstance(found, str) and len(found) <= 64 else None
        _answer(connection, message)
    except Exception as trouble:
        found_problem = problems.of(trouble)
        if found_problem is None:
            log.exception("a message could not be handled")
            found_problem = problem("internal_error")
        _refuse(connection, message_id, found_problem)
    return {"statusCode": 200}


def _answer(connection: str, message: Json) -> None:
    kind = message.get("type")
    if kind == "hello":
        return _hello(connection, Hello.model_validate(message))
    row = server().connections.get(connection)
    if row is None or row.tenant is None or row.code is None or row.player is None:
        raise problem("hello_required")
    house = server().house(row.tenant)
    match kind:
        case "act":
            return _act(house, row, Act.model_validate(message))
        case "ping":
            Ping.model_validate(message)
            version = current_version(house, row.code, by_socket(row.player))
            return _send(connection, {"type": "pong", "version": version})
        case "say":
            Say.model_validate(message)
            raise problem("chat_off")
    raise problem("unknown_message")


def _hello(connection: str, message: Hello) -> None:
    code = read_code(message.room)
    if code is None:
        raise errors.RoomNotFound
    house = server().house(tenant_of(message.token))
    watched = hello(house, connection, code, message.token)
    view = house.presenter.views(watched.room, [watched.player], watched.now)[watched.player]
    until = datetime.fromtimestamp((watched.now + LIFE_MS) // 1000, UTC)
    reconnect = f"{until:%Y-%m-%dT%H:%M:%S}.000Z".encode()
    welcome = b'{"type":"welcome","reconnect_before":"' + reconnect + b'","view":' + view + b"}"
    server().push.send([(connection, welcome)])


def _act(house: House, row: ConnectionRow, message: Act) -> None:
    assert row.code is not None and row.player is not None
    action = message.action
    envelope = Envelope.model_validate({k: action[k] for k in Envelope.model_fields if k in action})
    acted = act(
        house,
        row.code,
        by_socket(row.player),
        lambda ruleset: read_action(ruleset, action),
        envelope.phase_seq,
        envelope.action_id,
    )
    if acted.rejection is not None:
        raise problems.refused(acted.rejection)
    if acted.repeated:
        view = house.presenter.views(acted.room, [acted.player], acted.now)[acted.player]
        server().push.send([(row.id, view_message(view))])
    _send(row.id, {"type": "ack", "id": message.id})


def _refuse(connection: str, message_id: str | None, found: Problem) -> None:
    _send(connection, {"type": "refused", "id": message_id, "problem": found.body(choose(None))})
    if found.code in _FINAL:
        _send(connection, {"type": "bye", "code": found.code})
        server().push.close([connection])


def _send(connection: str, message: Json) -> None:
    server().push.send([(connection, to_json(message))])
