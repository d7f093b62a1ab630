"""JSON Schema of what clients get, from the types of which it is made, as `decks.present` shows them."""

import inspect
import re
from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass
from enum import StrEnum
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    Literal,
    NewType,
    NotRequired,
    TypeAlias,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

from chalicelib.core.deck import CardId, CardRef, ThemeRef
from chalicelib.core.ids import PlayerId
from chalicelib.games.registry import RULESETS
from chalicelib.mechanics import accusation, ballot, choosing, scoring
from chalicelib.mechanics.clock import Clock, Timer
from chalicelib.mechanics.clues import Clue, Clues
from chalicelib.mechanics.dealing import CardSet
from chalicelib.mechanics.nickname import Nickname
from infra.documents import replies
from infra.documents.words import MEMBERS, VALUES

Json: TypeAlias = dict[str, Any]

SCALARS: Mapping[Any, Json] = {
    str: {"type": "string"},
    int: {"type": "integer"},
    float: {"type": "number"},
    bool: {"type": "boolean"},
    NoneType: {"type": "null"},
    Any: {},
}
NAMES: Mapping[Any, str] = {
    accusation.Closed: "PastAccusation",
    accusation.Ballot: "RevealedAccusation",
    ballot.Ballot: "ClosedBallot",
    scoring.Points: "PlayerPoints",
}
"""How types are called in the documents whose own name is taken or says too little outside its module."""
FORMS: Mapping[Any, Any] = {
    CardRef: replies.CardFace,
    ThemeRef: replies.Theme,
    CardSet: tuple[CardId, ...],
    Clock: replies.Clock,
    Clues: tuple[Clue, ...],
    Timer: replies.Timer,
    ballot.Ballots: tuple[ballot.Ballot, ...],
    ballot.Votes: choosing.Chosen,
    Nickname: replies.Nickname,
}
"""What is shown in a form of its own: as what."""
WORD_GAMES = ("impostor",)
"""Games whose cards are words in two languages, not things with one name."""


class Schemas:
    """The named schemas of a document, which grow with whatever they are asked for."""

    def __init__(self) -> None:
        self.named: dict[str, Json] = {}
        self._kinds: dict[str, Any] = {}

    def name(self, name: str, schema: Json) -> Json:
        """Give a schema a name; the reference to it."""
        if self.named.setdefault(name, schema) != schema:
            raise ValueError(f"two schemas would be called {name}")
        return ref(name)

    def of(self, hint: Any, game: str = "", bound: Mapping[Any, Any] | None = None) -> Json:
        """The schema of a type as it is shown; `bound` says what its type variables stand for in that game.

        What they stand for is a type, or a schema already. Raises TypeError for a type that is never shown.
        """
        bound = bound or {}
        if isinstance(hint, dict):
            return hint
        if isinstance(hint, TypeVar):
            return self.of(bound[hint], game, bound)
        if hint in SCALARS:
            return dict(SCALARS[hint])
        if hint is CardRef and game in WORD_GAMES:
            return self.of(replies.WordFace, game)
        if hint in FORMS:
            return self.of(FORMS[hint], game)
        origin, args = get_origin(hint), get_args(hint)
        if origin is Annotated:
            return {**self.of(args[0], game, bound), **args[1]}
        if origin is Literal:
            return {"const": args[0]} if len(args) == 1 else {"enum": list(args)}
        if origin in (Union, UnionType):
            return _either([self.of(each, game, bound) for each in args])
        if isinstance(hint, type) and issubclass(hint, StrEnum):
            return {"enum": [*map(str, hint)]}
        if isinstance(hint, NewType):
            return self._scalar(hint)
        if origin is tuple or origin is list:
            return {"type": "array", "items": self.of(args[0], game, bound)}
        if isinstance(origin, type) and issubclass(origin, Mapping) and not is_typeddict(origin):
            return {"type": "object", "additionalProperties": self.of(args[1], game, bound)}
        parameters = zip(getattr(origin, "__parameters__", ()), args, strict=False)
        inner = {each: bound.get(arg, arg) if isinstance(arg, TypeVar) else arg for each, arg in parameters}
        return self._object(origin or hint, game, {**bound, **inner})

    def described(self) -> dict[str, Json]:
        """All of them by their names, with what their members mean."""
        return {name: _described(name, self.named[name]) for name in sorted(self.named)}

    def _scalar(self, hint: Any) -> Json:
        known = {PlayerId: replies.PLAYER_ID, CardId: replies.CARD_ID}
        return self.name(hint.__name__, known[hint])

    def _object(self, kind: Any, game: str, bound: Mapping[Any, Any]) -> Json:
        name = called(kind, game)
        if self._kinds.setdefault(name, kind) is not kind:
            raise ValueError(f"two types would be called {name}")
        if name not in self.named:
            self.named[name] = {}  # a place, for types that contain themselves
            self.named[name] = self._members(kind, name, game, bound)
        return ref(name)

    def _members(self, kind: Any, name: str, game: str, bound: Mapping[Any, Any]) -> Json:
        hints = get_type_hints(kind, include_extras=True)
        if is_typeddict(kind):
            names, required = list(hints), [each for each in hints if each in kind.__required_keys__]
        elif is_dataclass(kind):
            names = required = [field.name for field in fields(kind)]
        elif issubclass(kind, tuple):
            names = required = list(hints)
        else:
            raise TypeError(f"{kind} is never shown")
        properties = {each: self._member(name, each, hints[each], game, bound) for each in names}
        return {
            "type": "object",
            "description": summary(kind),
            "properties": {_on_the_wire(each): schema for each, schema in properties.items()},
            "required": [_on_the_wire(each) for each in required],
        }

    def _member(self, name: str, member: str, hint: Any, game: str, bound: Mapping[Any, Any]) -> Json:
        schema = self.of(get_args(hint)[0] if get_origin(hint) is NotRequired else hint, game, bound)
        values = VALUES.get(name, {}).get(member)
        return schema if values is None else _narrowed(schema, values)


def _described(name: str, schema: Json) -> Json:
    if "properties" not in schema:
        return schema
    members = {
        member: each if "description" in each else {**each, **_said(name, member)}
        for member, each in schema["properties"].items()
    }
    return {**schema, "properties": members}


def _said(name: str, member: str) -> Json:
    """What a member means: in that schema, in the same one of all games, or anywhere."""
    game = next((each.title() for each in RULESETS if name.startswith(each.title())), "")
    for place in (name, name.removesuffix("Change"), name.removeprefix(game), "any"):
        if member in MEMBERS.get(place, {}):
            return {"description": MEMBERS[place][member]}
    return {}


def ref(name: str) -> Json:
    """A reference to a named schema."""
    return {"$ref": f"#/components/schemas/{name}"}


def called(kind: Any, game: str) -> str:
    """The name of a type in the documents: with the game before it, where games differ in it."""
    own = f"{kind.__module__}.".startswith(f"chalicelib.games.{game}.") or _is_generic(kind)
    return f"{game.title() if own else ''}{NAMES.get(kind, kind.__name__)}"


def _is_generic(kind: Any) -> bool:
    return bool(getattr(kind, "__parameters__", None))


def summary(kind: Any) -> str:
    """What a type's documentation says, as one paragraph in the words of JSON."""
    paragraph = re.sub(r"\s+", " ", inspect.getdoc(kind) or "")
    return re.sub(r"\bNone\b", "null", paragraph)


def _either(schemas: list[Json]) -> Json:
    """Any of these; types and lists of values are joined."""
    plain = [each for each in schemas if each.keys() == {"type"}]
    if len(plain) == len(schemas):
        return {"type": [each["type"] for each in plain]}
    lists = [each for each in schemas if each.keys() == {"enum"}]
    if lists and len(lists) + ({"type": "null"} in schemas) == len(schemas):
        return {"enum": [*(value for each in lists for value in each["enum"]), None]}
    return {"anyOf": schemas}


def _narrowed(schema: Json, values: Sequence[str]) -> Json:
    """The schema with these strings in the place of any."""
    match schema:
        case {"type": "string"}:
            return {"enum": [*values]}
        case {"type": ["string", "null"]}:
            return {"enum": [*values, None]}
        case {"type": "array", "items": items}:
            return {**schema, "items": _narrowed(items, values)}
    raise TypeError(f"no strings in {schema}")


def _on_the_wire(name: str) -> str:
    """`for_` is `for`."""
    return name.rstrip("_")
