"""The AsyncAPI 3 document of what is said over sockets."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from pydantic import BaseModel

from chalicelib.api.messages import Act, Hello, Ping, Say
from infra.documents import replies
from infra.documents.examples import frames
from infra.documents.openapi import TITLE, VERSION
from infra.documents.requests import request
from infra.documents.schema import Json, Schemas, summary
from infra.documents.views import BOUND, add_views

ASKED: Final[tuple[type[BaseModel], ...]] = (Hello, Act, Say, Ping)
TOLD: Final[tuple[Any, ...]] = (
    replies.Welcome,
    replies.ViewPushed,
    replies.Ack,
    replies.Refused,
    replies.MessagePushed,
    replies.Pong,
    replies.Bye,
)
REPLIES: Final[Mapping[type[BaseModel], tuple[Any, ...]]] = {
    Hello: (replies.Welcome, replies.Refused, replies.Bye),
    Act: (replies.Ack, replies.Refused),
    Say: (replies.Ack, replies.Refused),
    Ping: (replies.Pong, replies.Refused),
}
"""What comes back to each message."""
ABOUT: Final = (
    "One socket is one seat's way to be told. Connect to `ws_url`, which every answer with a token has, and "
    "say `hello`: nothing is sent to a socket before. From then on a `view` comes exactly when what the seat "
    "may know has changed. Views are whole: apply one only if its `version` is newer, and a lost one heals "
    "with the next. A `hello` for another seat is refused with `forbidden`, and the socket goes on for its "
    "own: open another one. A socket lives for two hours at most; say `ping` each minute or so."
)


def asyncapi() -> Json:
    """The document."""
    schemas = Schemas()
    add_views(schemas)
    messages = {_name(each): _message(schemas, each) for each in (*ASKED, *TOLD)}
    _union(schemas, "ClientMessage", "Whatever a client says.", ASKED)
    _union(schemas, "ServerMessage", "Whatever a client is told.", TOLD)
    return {
        "asyncapi": "3.0.0",
        "id": "urn:tapadillo:sockets",
        "info": {
            "title": f"{TITLE}: sockets",
            "version": VERSION,
            "description": ABOUT,
            "license": {"name": "Apache-2.0"},
        },
        "defaultContentType": "application/json",
        "channels": {
            "socket": {
                "address": None,
                "title": "A socket",
                "description": "Its address is the `ws_url` that was given with the token.",
                "messages": {name: {"$ref": f"#/components/messages/{name}"} for name in messages},
                "bindings": {"ws": {"method": "GET", "bindingVersion": "0.1.0"}},
            }
        },
        "operations": {
            **{_name(each): _asked(each) for each in ASKED},
            **{f"told{_name(each).title()}": _told(each) for each in TOLD},
        },
        "components": {"messages": messages, "schemas": _reachable(schemas.described())},
    }


def _name(kind: Any) -> str:
    """A message is called by its `type`."""
    kinds = {replies.ViewPushed: "view", replies.MessagePushed: "message"}
    return kinds.get(kind) or str(kind.__name__).lower()


def _schema(schemas: Schemas, kind: Any) -> Json:
    is_asked = isinstance(kind, type) and issubclass(kind, BaseModel)
    return request(schemas, kind) if is_asked else schemas.of(kind, bound=BOUND)


def _message(schemas: Schemas, kind: Any) -> Json:
    name = _name(kind)
    return {
        "name": name,
        "title": name,
        "summary": summary(kind),
        "contentType": "application/json",
        "payload": _schema(schemas, kind),
        "examples": [{"name": name, "payload": frames()[name]}],
    }


def _union(schemas: Schemas, name: str, said: str, kinds: tuple[Any, ...]) -> None:
    members = {_name(each): _schema(schemas, each) for each in kinds}
    mapping = {kind: member["$ref"] for kind, member in members.items()}
    schemas.name(
        name,
        {
            "description": said,
            "oneOf": [*members.values()],
            "discriminator": {"propertyName": "type", "mapping": mapping},
        },
    )


def _asked(kind: type[BaseModel]) -> Json:
    return {
        "action": "receive",
        "channel": {"$ref": "#/channels/socket"},
        "summary": summary(kind),
        "messages": [_in_channel(kind)],
        "reply": {
            "channel": {"$ref": "#/channels/socket"},
            "messages": [_in_channel(each) for each in REPLIES[kind]],
        },
    }


def _told(kind: Any) -> Json:
    return {
        "action": "send",
        "channel": {"$ref": "#/channels/socket"},
        "summary": summary(kind),
        "messages": [_in_channel(kind)],
    }


def _in_channel(kind: Any) -> Json:
    return {"$ref": f"#/channels/socket/messages/{_name(kind)}"}


def _reachable(named: Mapping[str, Json]) -> Json:
    """The schemas that messages need, of all that there are."""
    found, waiting = set[str](), ["ClientMessage", "ServerMessage"]
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += [each.rpartition("/")[2] for each in references(named[name])]
    return {name: _told_apart(named[name]) for name in named if name in found}


def _told_apart(schema: Json) -> Json:
    """A choice of messages names the member that tells them apart, and nothing more (unlike in OpenAPI)."""
    if "discriminator" not in schema:
        return schema
    return {**schema, "discriminator": schema["discriminator"]["propertyName"]}


def references(value: Any) -> Iterator[str]:
    """Every reference in a document."""
    match value:
        case {"$ref": str(target)}:
            yield target
    for each in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from references(each)
