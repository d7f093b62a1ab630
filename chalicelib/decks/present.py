"""From what a seat may know to the JSON it gets: adds names, pictures and the passing of time, sees no state.

Every dataclass of a view becomes an object with the names of its fields; four kinds of values are shown in a
form of their own: a `CardRef` with name and picture, a `CardSet` as ids, a `Clock` and a `Timer` with what is
left of them.
"""

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, fields, is_dataclass
from datetime import UTC, datetime
from functools import cache
from typing import Any, TypeAlias, cast

from chalicelib.core import options
from chalicelib.core.deck import CardId, CardRef, Deck
from chalicelib.core.ids import Millis
from chalicelib.core.legal import AnyView, Candidate, Candidates, Choice, OneOf, Settings, Text
from chalicelib.core.reason import Refusal
from chalicelib.core.ruleset import Ruleset
from chalicelib.mechanics.clock import Clock, Timer
from chalicelib.mechanics.dealing import CardSet
from chalicelib.mechanics.table import Player

Json: TypeAlias = dict[str, Any]

LISTED = 20
"""A choice of more values than this points to the list of candidates."""


@dataclass(frozen=True, slots=True)
class Face:
    """What stays the same for all viewers of one moment: the room's address, the deck, the time.

    `faces` are the cards as players see them, `now` is game time, `explain` gives a refusal's text.
    """

    code: str
    join_url: str
    time_scale: int
    now: Millis
    deck: Deck
    faces: Mapping[CardId, Json]
    explain: Callable[[Refusal], str]


def instant(at: int) -> str:
    """Epoch milliseconds as RFC 3339 in UTC, to the millisecond."""
    seconds, ms = divmod(at, 1000)
    return f"{datetime.fromtimestamp(seconds, UTC):%Y-%m-%dT%H:%M:%S}.{ms:03}Z"


def present_all(ruleset: Ruleset, views: Mapping[str, AnyView], face: Face) -> dict[str, Json]:
    """The JSON of several seats' views of one moment; what they share is made once."""
    shared: Json | None = None
    shown = {}
    for player, view in views.items():
        shared = shared or _shared(ruleset, view, face)
        shown[player] = {**shared, **_own(ruleset, view, face)}
    return shown


def _shared(ruleset: Ruleset, view: AnyView, face: Face) -> Json:
    table = view.public.table
    show = _Show(face)
    return {
        "version": 0,
        "phase_seq": view.phase_seq,
        "server_time": instant(face.now),
        "time_scale": face.time_scale,
        "room": {
            "code": face.code,
            "join_url": face.join_url,
            "game": ruleset.id,
            "locale": table.locale,
            "phase": view.phase,
            "host": table.host,
            "options": show.value(table.options),
            "deck": {"id": face.deck.id, "version": face.deck.version},
            "match": table.match,
            "rounds_played": table.rounds_played,
            "rounds_total": ruleset.rounds_total(table.options),
            "max_players": ruleset.players[-1],
            "players": [_player(p, p.id in view.presence.connected) for p in table.players],
            "standings": show.value(table.standings),
        },
        "round": show.value(view.public.round),
        "result": show.value(view.public.result),
    }


def _own(ruleset: Ruleset, view: AnyView, face: Face) -> Json:
    candidates = ruleset.candidates(view, face.deck)
    hand = {"card": None} if view.hand is None else _Show(face).value(view.hand)
    own: Json = {
        "version": view.version,
        "me": {"player": view.viewer, **hand},
        "actions": [
            {
                **_action(offer.action, view.phase_seq),
                **{name: _choice(choice, candidates) for name, choice in offer.choices.items()},
            }
            for offer in ruleset.legal(view)
        ],
        "blocked": [
            {"type": action.type, "code": why, "detail": face.explain(why)}
            for action, why in ruleset.blocked(view)
        ],
    }
    return own if candidates is None else {**own, "candidates": candidates}


def _player(player: Player, connected: bool) -> Json:
    return {
        "id": player.id,
        "nickname": player.nickname,
        "kind": player.kind,
        "status": player.status,
        "connected": connected or player.kind == "bot",
        "score": player.score,
        "seen": player.seen,
    }


def _action(action: Any, phase_seq: int) -> Json:
    return {"type": action.type} if action.any_time else {"type": action.type, "phase_seq": phase_seq}


def _choice(choice: Choice, candidates: tuple[CardId, ...] | None) -> Any:
    match choice:
        case OneOf(values):
            return list(values)
        case Candidate() | Candidates():
            listed = candidates or ()
            return list(listed) if len(listed) <= LISTED else {"from": "candidates"}
        case Settings(settings):
            return {name: values.schema() for name, values in options.values(settings).items()}
        case Text(max_length):
            return {"max_length": max_length}


@cache
def _names(kind: Hashable) -> tuple[str, ...]:
    return tuple(f.name for f in fields(cast(Any, kind)))


class _Show:
    """Values of a view as JSON."""

    def __init__(self, face: Face) -> None:
        self._face = face

    def value(self, value: Any) -> Any:
        if value is None or isinstance(value, str | int):
            return value
        if isinstance(value, tuple):
            return [self.value(item) for item in value]
        if isinstance(value, Mapping):
            return {key: self.value(item) for key, item in value.items()}
        return self._dataclass(value)

    def _dataclass(self, value: Any) -> Any:
        match value:
            case CardRef(card):
                return self._face.faces.get(card) or {"id": card, "name": card, "image": None}
            case CardSet():
                return list(value.ids(self._face.deck))
            case Clock(state, deadline, remaining):
                left = remaining if deadline is None else self._left(deadline)
                return {"state": state, "remaining_ms": left, "deadline": self._instant(deadline)}
            case Timer(for_, deadline):
                return {"for": for_, "remaining_ms": self._left(deadline), "deadline": instant(deadline)}
        if not is_dataclass(value):
            raise TypeError(f"a view holds no {type(value).__name__}")
        return {name: self.value(getattr(value, name)) for name in _names(type(value))}

    def _left(self, deadline: Millis) -> int:
        return max(0, deadline - self._face.now)

    def _instant(self, at: Millis | None) -> str | None:
        return None if at is None else instant(at)


def present_round(record: Any, deck: Deck, faces: Mapping[CardId, Json]) -> Json:
    """A finished round with its reveal; `record` is the room's record of it."""
    silent: Callable[[Refusal], str] = str
    face = Face("", "", 1, Millis(record.ended_at), deck, faces, silent)
    return {
        "match": record.match,
        "number": record.number,
        "ended_at": instant(record.ended_at),
        "nicknames": dict(record.nicknames),
        "result": _Show(face).value(record.result),
    }
