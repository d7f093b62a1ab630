"""The shapes of what clients send; unknown members are refused."""

from dataclasses import MISSING, fields
from functools import cache
from typing import Any, get_type_hints

from pydantic import BaseModel, ConfigDict, Field, create_model
from pydantic_core import from_json, to_json

from chalicelib.api.problems import Fault, problem
from chalicelib.core.action import Action
from chalicelib.core.ruleset import Ruleset
from chalicelib.mechanics.lobby import AddBot

Json = dict[str, Any]

MOST_BYTES = 16 * 1024
"""A request's body, over REST and over a socket."""


class Message(BaseModel):
    """Base of all shapes."""

    model_config = ConfigDict(extra="forbid", strict=True, defer_build=True)


class OpenRoom(Message):
    """Make a room."""

    game: str
    nickname: str
    locale: str | None = None
    options: Json = {}
    bots: int = Field(0, ge=0, le=64)
    deck: str | None = None


class JoinRoom(Message):
    """Take a seat."""

    nickname: str


class Post(Message):
    """A chat message."""

    text: str


class Envelope(Message):
    """What every action carries besides its own fields."""

    type: str
    phase_seq: int | None = None
    action_id: str | None = Field(None, min_length=1, max_length=64)


class Hello(Message):
    """The first message of a socket."""

    type: str
    room: str
    token: str
    version: int | None = None


class Act(Message):
    """An action over a socket; `id` comes back in the answer."""

    type: str
    id: str = Field(max_length=64)
    action: Json


class Say(Message):
    """A chat message over a socket; `id` comes back in the answer."""

    type: str
    id: str = Field(max_length=64)
    text: str


class Ping(Message):
    """Am I up to date?"""

    type: str


def read_object(body: bytes | str, most: int = MOST_BYTES) -> Json:
    """A JSON object of at most so many bytes; raises the problem of anything else."""
    try:
        raw = body.encode() if isinstance(body, str) else body
    except UnicodeEncodeError:
        raise problem("malformed_json") from None
    if len(raw) > most:
        raise problem("payload_too_large")
    try:
        found = from_json(raw, allow_inf_nan=False)
    except ValueError:
        raise problem("malformed_json") from None
    if not isinstance(found, dict):
        raise problem("invalid_value", Fault("", "wrong_type", "object"))
    return found


def read_envelope(message: Json) -> Envelope:
    """What every action carries; raises `ValidationError`."""
    return Envelope.model_validate({k: message[k] for k in Envelope.model_fields if k in message})


def actions_of(ruleset: Ruleset) -> list[type[Action]]:
    """What the game may ever offer: bots are added to none in which none play."""
    return [kind for kind in ruleset.actions.values() if kind is not AddBot or ruleset.bots is not None]


def read_action(ruleset: Ruleset, message: Json) -> Action:
    """The action that a message stands for by the rules of a game; raises `Problem`, `ValidationError`."""
    kind: Any = ruleset.actions.get(message["type"])
    if kind is None:
        names = sorted(each.type for each in actions_of(ruleset))
        raise problem("unknown_action", Fault("/type", "unknown_action", ", ".join(names)))
    found = _model(kind).model_validate_json(to_json(message))
    if not kind.any_time and message.get("phase_seq") is None:
        raise problem("invalid_value", Fault("/phase_seq", "missing"))
    action: Action = kind(**{f.name: getattr(found, f.name) for f in fields(kind)})
    return action


@cache
def _model(kind: Any) -> type[Envelope]:
    hints = get_type_hints(kind)
    own: Any = {f.name: (hints[f.name], ... if f.default is MISSING else f.default) for f in fields(kind)}
    return create_model(kind.__name__, __base__=Envelope, **own)
