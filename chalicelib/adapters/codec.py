"""Rooms as bytes: JSON typed by the game, without what equals its default, squeezed where that pays.

What is left out is read as today's default: a changed default of anything stored is a new schema version, as
is a changed shape. Version 1 is fixed from the first release on; what a local server kept before may be lost.
"""

import json
import zlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import field, fields, make_dataclass, replace
from functools import cached_property
from typing import Any, Final, Generic, TypeVar, get_args, get_type_hints

from pydantic import TypeAdapter, ValidationError
from pydantic_core import PydanticSerializationError

from chalicelib.core.errors import InvariantBroken
from chalicelib.core.ids import PlayerId, seat_number
from chalicelib.core.ruleset import Ruleset
from chalicelib.rooms.room import Closing, Delivery, Document, Event, MatchRecord, RoundRecord
from chalicelib.tenants.usage import Usage

T = TypeVar("T")

WRITE_UNIT: Final = 1024

SCHEMA_VERSION: Final = 1
UPGRADES: Final[Mapping[int, Callable[[str, type[Any], Any], Any]]] = {}
"""For each version left behind: makes the next one of (game, its type, its parsed JSON)."""


class Codec:
    """Writes and reads the documents, finished rounds and deliveries of all games.

    What cannot be written or read is a bug: `InvariantBroken`, without a word of the content.
    """

    def __init__(self, rulesets: Mapping[str, Ruleset]) -> None:
        """Know the games; the types of one are studied when it is first met, which takes a while."""
        self._rulesets = rulesets
        self._known: dict[str, _Shapes] = {}

    def dump_document(self, game: str, document: Document) -> bytes:
        """The document as JSON."""
        return self._shapes(game).document.dump(_with_hands(document, _shared(document.state.hands)))

    def load_document(self, game: str, raw: bytes, schema_version: int) -> Document:
        """The document that was written under that version."""
        document = self._shapes(game).document.load(raw, schema_version)
        return _with_hands(document, _dealt(document.state.hands))

    def dump_rounds(self, game: str, records: Iterable[RoundRecord]) -> bytes:
        """Finished rounds, a line of JSON for each."""
        return b"\n".join(map(self._shapes(game).record.dump, records))

    def load_rounds(self, game: str, raw: bytes, schema_version: int) -> tuple[RoundRecord, ...]:
        """The finished rounds that were written under that version."""
        return tuple(self._shapes(game).record.load(line, schema_version) for line in raw.splitlines())

    def dump_deliveries(self, game: str, deliveries: Iterable[Delivery]) -> bytes:
        """Deliveries, a line for each: what ended, when, what was used and what is to be told of it."""
        return b"\n".join(map(self._shapes(game).dump_delivery, deliveries))

    def load_deliveries(self, game: str, raw: bytes, schema_version: int) -> tuple[Delivery, ...]:
        """The deliveries that were written under that version."""
        return tuple(self._shapes(game).load_delivery(line, schema_version) for line in raw.splitlines())

    def _shapes(self, game: str) -> "_Shapes":
        if game not in self._known:
            self._known[game] = _Shapes(self._rulesets[game])
        return self._known[game]


def _with_hands(document: Document, hands: Mapping[Any, Any]) -> Document:
    state = document.state
    return document if hands is state.hands else replace(document, state=replace(state, hands=hands))


def _shared(hands: Mapping[PlayerId, Any]) -> Mapping[Any, Any]:
    """Hands by whose they are (`p1 p3`): those that players have in common once."""
    holders: dict[int, list[PlayerId]] = {}
    for player, hand in hands.items():
        holders.setdefault(id(hand), []).append(player)
    if len(holders) == len(hands):
        return hands
    return {" ".join(players): hands[players[0]] for players in holders.values()}


def _dealt(shared: Mapping[Any, Any]) -> Mapping[Any, Any]:
    """Each player's hand again, in seat order."""
    if not any(" " in players for players in shared):
        return shared
    held = {PlayerId(player): hand for players, hand in shared.items() for player in players.split()}
    return {player: held[player] for player in sorted(held, key=seat_number)}


class _Shapes:
    """What is stored of one game."""

    def __init__(self, ruleset: Ruleset) -> None:
        public, _, _ = get_args(ruleset.state_type)
        _, _, result = get_args(public)
        self.document = _Shape(ruleset.id, Document, state=ruleset.state_type)
        self.record = _Shape(ruleset.id, RoundRecord, result=result)
        self._usage = _Shape(ruleset.id, Usage)
        self._events: Mapping[str, _Shape[Any]] = {
            "round": self.record,
            "match": _Shape(ruleset.id, MatchRecord),
            "closing": _Shape(ruleset.id, Closing),
        }

    def dump_delivery(self, delivery: Delivery) -> bytes:
        kind = _KINDS[type(delivery.event)]
        usage, event = self._usage.dump(delivery.usage), self._events[kind].dump(delivery.event)
        return b"\t".join((kind.encode(), b"%d" % delivery.at, usage, event))

    def load_delivery(self, line: bytes, schema_version: int) -> Delivery:
        kind, at, usage, event = line.split(b"\t")  # which no JSON contains
        told: Event = self._events[kind.decode()].load(event, schema_version)
        return Delivery(int(at), told, self._usage.load(usage, schema_version))


_KINDS: Final[Mapping[type[Event], str]] = {RoundRecord: "round", MatchRecord: "match", Closing: "closing"}


class _Shape(Generic[T]):
    """A loosely typed dataclass as one game fills it."""

    def __init__(self, game: str, loose: type[T], **types: Any) -> None:
        self._game, self._loose, self._types = game, loose, types

    @cached_property
    def _twin(self) -> type[Any]:
        """The same dataclass with the game's own types."""
        hints = get_type_hints(self._loose) | self._types
        members = [
            (f.name, hints[f.name], field(default=f.default, default_factory=f.default_factory))
            for f in fields(self._loose)  # type: ignore[arg-type]
        ]
        return make_dataclass(self._loose.__name__, members)

    @cached_property
    def _adapter(self) -> TypeAdapter[Any]:
        return TypeAdapter(self._twin)

    def dump(self, value: T) -> bytes:
        twin = self._twin(**{name: getattr(value, name) for name in self._twin.__match_args__})
        try:
            return self._adapter.dump_json(twin, exclude_defaults=True, warnings="error")
        except PydanticSerializationError:
            raise InvariantBroken(f"{self._game}: {self._loose.__name__} has other types than said") from None

    def load(self, raw: bytes, schema_version: int) -> T:
        for version in range(schema_version, SCHEMA_VERSION):
            raw = json.dumps(UPGRADES[version](self._game, self._loose, json.loads(raw))).encode()
        try:
            return self._loose(**vars(self._adapter.validate_json(raw)))
        except ValidationError as error:
            fault = error.errors(include_input=False, include_context=False, include_url=False)[0]
            what = f"{self._game}: {self._loose.__name__} of schema {schema_version}"
            where = "/".join(map(str, fault["loc"]))
            raise InvariantBroken(f"{what}: {fault['type']} at /{where}") from None


def pack(raw: bytes, rest: int) -> str | bytes:
    """JSON to store: a string, or squeezed bytes if that saves a write unit of an item of so much more."""
    if rest + len(raw) <= WRITE_UNIT:
        return raw.decode()
    squeezed = zlib.compress(raw)
    return squeezed if _units(rest + len(squeezed)) < _units(rest + len(raw)) else raw.decode()


def unpack(packed: str | bytes) -> bytes:
    """The JSON again."""
    return packed.encode() if isinstance(packed, str) else zlib.decompress(packed)


def _units(size: int) -> int:
    return -(-size // WRITE_UNIT)
