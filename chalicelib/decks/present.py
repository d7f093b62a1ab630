"""From what a seat may know to the JSON it gets: adds names, pictures and the passing of time, sees no state.

Every dataclass and named tuple of a view becomes an object with the names of its fields; some kinds of values
are shown in a form of their own: a `CardRef` and a `ThemeRef` with what the deck tells of them, a `CardSet`
as ids, a `Clock` and a `Timer` with what is left of them, `Clues` and `Ballots` as lists, `Votes` as an
object.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from datetime import UTC, datetime
from functools import cache
from operator import attrgetter
from types import UnionType
from typing import Any, Literal, NewType, TypeAlias, Union, get_args, get_origin, get_type_hints

from chalicelib.core import options
from chalicelib.core.deck import CardId, CardRef, Deck, ThemeRef
from chalicelib.core.ids import Millis
from chalicelib.core.legal import AnyView, Candidate, Candidates, Choice, Offer, OneOf, Settings, Text, Words
from chalicelib.core.reason import Refusal
from chalicelib.core.ruleset import Ruleset
from chalicelib.mechanics.ballot import Ballots, Votes
from chalicelib.mechanics.clock import Clock, Timer
from chalicelib.mechanics.clues import Clues
from chalicelib.mechanics.dealing import CardSet
from chalicelib.mechanics.table import Player

Json: TypeAlias = dict[str, Any]

LISTED = 20
"""A choice of more values than this points to the list of candidates."""


@dataclass(frozen=True, slots=True)
class Face:
    """What stays the same for all viewers of one moment: the room's address, the deck, the time.

    `faces` and `themes` are the cards and their groups as players see them, `now` is game time, `explain`
    gives a refusal's text.
    """

    code: str
    join_url: str
    time_scale: int
    now: Millis
    deck: Deck
    faces: Mapping[CardId, Json]
    explain: Callable[[Refusal], str]
    themes: Mapping[str, Json] = field(default_factory=dict)


def instant(at: int) -> str:
    """Epoch milliseconds as RFC 3339 in UTC, to the millisecond."""
    seconds, ms = divmod(at, 1000)
    return f"{datetime.fromtimestamp(seconds, UTC).isoformat()[:19]}.{ms:03}Z"


def present(ruleset: Ruleset, view: AnyView, face: Face) -> Json:
    """The JSON of one seat's view."""
    return {**shared(ruleset, view, face), **own(ruleset, view, face)}


def shared(ruleset: Ruleset, view: AnyView, face: Face) -> Json:
    """What the views of all seats have in common at one moment."""
    table = view.public.table
    return {
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
            "options": _show(table.options, face),
            "deck": {"id": face.deck.id, "version": face.deck.version},
            "match": table.match,
            "rounds_played": table.rounds_played,
            "rounds_total": ruleset.rounds_total(table.options),
            "max_players": ruleset.players[-1],
            "players": [_player(p, p.id in view.presence.connected) for p in table.players],
            "standings": _show(table.standings, face),
        },
        "round": _show(view.public.round, face),
        "result": _show(view.public.result, face),
    }


def own(ruleset: Ruleset, view: AnyView, face: Face) -> Json:
    """What only this seat's view has; no member of it is `shared` too."""
    candidates = ruleset.candidates(view, face.deck)
    offers, blocked = ruleset.legal_and_blocked(view)
    hand = {"card": None} if view.hand is None else _show(view.hand, face)
    own: Json = {
        "version": view.version,
        "me": {"player": view.viewer, **hand},
        "actions": [_offer(offer, view.phase_seq, candidates) for offer in offers],
        "blocked": [
            {"type": action.type, "code": str(why), "detail": face.explain(why)} for action, why in blocked
        ],
    }
    return own if candidates is None else {**own, "candidates": list(candidates)}


def _player(player: Player, connected: bool) -> Json:
    return {
        "id": player.id,
        "nickname": player.nickname,
        "kind": player.kind,
        "status": player.status,
        "connected": player.status != "left" and (connected or player.kind == "bot"),
        "score": player.score,
        "seen": player.seen,
    }


def _offer(offer: Offer, phase_seq: int, candidates: tuple[CardId, ...] | None) -> Json:
    action, choices = offer
    entry: Json = {"type": action.type}
    if not action.any_time:
        entry["phase_seq"] = phase_seq
    if choices:
        for name, choice in choices.items():
            entry[name] = _choice(choice, candidates or ())
    return entry


def _choice(choice: Choice, candidates: tuple[CardId, ...]) -> Any:
    if isinstance(choice, OneOf):
        return list(choice.values)
    match choice:
        case Candidate() | Candidates():
            return list(candidates) if len(candidates) <= LISTED else {"from": "candidates"}
        case Settings(settings):
            return {name: values.schema() for name, values in options.values(settings).items()}
        case Text(max_length):
            return {"max_length": max_length}
        case Words(max_length, max_words, required, nullable):
            limits = {"max_length": max_length, "max_words": max_words, "required": required}
            return limits if nullable else {**limits, "nullable": False}


def _show(value: Any, face: Face) -> Any:
    kind: Any = type(value)
    return value if kind in _PLAIN else (_NOT_BY_MEMBERS.get(kind) or _show_members)(value, face)


def _show_members(value: Any, face: Face) -> Json:
    kind: Any = type(value)
    names, values, nested = _members(kind)
    shown = dict(zip(names, values(value), strict=True))
    for name in nested:
        if type(item := shown[name]) not in _PLAIN:
            shown[name] = _show(item, face)
    return shown


def _card(ref: CardRef, face: Face) -> Json:
    return face.faces.get(ref.id) or {"id": ref.id, "name": ref.id, "image": None}


def _clock(clock: Clock, face: Face) -> Json:
    if clock.deadline is None:
        return {"state": clock.state, "remaining_ms": clock.remaining_ms, "deadline": None}
    return {"state": clock.state, **_until(clock.deadline, face)}


def _timer(timer: Timer, face: Face) -> Json:
    return {"for": timer.for_, **_until(timer.deadline, face)}


def _until(deadline: Millis, face: Face) -> Json:
    return {"remaining_ms": max(0, deadline - face.now), "deadline": instant(deadline)}


_PLAIN = frozenset({str, int, bool, type(None)})
_SPECIAL: dict[type[Any], Callable[[Any, Face], Any]] = {
    Ballots: lambda ballots, face: [_show(ballot, face) for ballot in ballots],
    CardRef: _card,
    ThemeRef: lambda theme, face: face.themes.get(theme.id) or {"id": theme.id},
    CardSet: lambda cards, face: list(cards.ids(face.deck)),
    Clock: _clock,
    Clues: lambda clues, face: [clue._asdict() for clue in clues.each()],
    Timer: _timer,
    Votes: lambda votes, face: dict(votes),
}
_NOT_BY_MEMBERS: dict[type[Any], Callable[[Any, Face], Any]] = {
    **_SPECIAL,
    tuple: lambda items, face: [_show(item, face) for item in items],
    dict: lambda items, face: {key: _show(item, face) for key, item in items.items()},
}


@cache
def _members(kind: Any) -> tuple[tuple[str, ...], Callable[[Any], tuple[Any, ...]], tuple[str, ...]]:
    """A type's fields: their names, what reads them all, and which may hold more than plain values.

    Raises TypeError for anything else than a dataclass or a named tuple.
    """
    names = getattr(kind, "_fields", None) or tuple(f.name for f in fields(kind))
    values = attrgetter(*names) if len(names) > 1 else lambda value: (getattr(value, names[0]),)
    hints = get_type_hints(kind)
    return names, values, tuple(name for name in names if not _is_plain(hints[name]))


def _is_plain(hint: Any) -> bool:
    if get_origin(hint) is Literal or hint in _PLAIN or isinstance(hint, NewType):
        return True
    return get_origin(hint) in (Union, UnionType) and all(map(_is_plain, get_args(hint)))


def present_round(record: Any, deck: Deck, faces: Mapping[CardId, Json]) -> Json:
    """A finished round with its reveal; `record` is the room's record of it."""
    silent: Callable[[Refusal], str] = str
    face = Face("", "", 1, Millis(record.ended_at), deck, faces, silent)
    return {
        "match": record.match,
        "number": record.number,
        "ended_at": instant(record.ended_at),
        "nicknames": dict(record.nicknames),
        "result": _show(record.result, face),
    }
