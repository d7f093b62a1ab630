"""Leaks, each of another kind, to plant: the proof of secrecy must turn red at every one of them.

Each gives the game as it would be with the leak in it; what cannot be put into a game is patched.
"""

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import pytest

from chalicelib.core import view as core_view
from chalicelib.core.action import Context, Presence
from chalicelib.core.deck import CardRef
from chalicelib.core.ids import PlayerId
from chalicelib.core.legal import AnyState, AnyView, Move
from chalicelib.core.reason import Reason, Refused, Rejection
from chalicelib.core.view import project
from chalicelib.mechanics.seating import Tick
from chalicelib.rooms import chat, telling
from chalicelib.rooms.ports import Presenter
from chalicelib.rooms.room import Room, Said
from tests.conformance.games import Game
from tests.conformance.universe import parts

Leak = Callable[[Game, pytest.MonkeyPatch], Game]


def fingerprint(secret: Any) -> int:
    """A small number that differs from one secret to another, more often than not."""
    return hashlib.sha256(repr(secret).encode()).digest()[0]


def unaltered(told: dict[str, Any], state: AnyState) -> None:
    """For what a presenter leaves as it is."""


@dataclass(frozen=True)
class Altered:
    """A presenter that alters each view, or each message of the chat, knowing the state."""

    presenter: Presenter
    alter: Callable[[dict[str, Any], AnyState], None] = unaltered
    alter_message: Callable[[dict[str, Any], AnyState], None] = unaltered

    def views(self, room: Room, players: Iterable[PlayerId], now: int) -> Mapping[PlayerId, bytes]:
        return {p: self._altered(raw, room) for p, raw in self.presenter.views(room, players, now).items()}

    def _altered(self, raw: bytes, room: Room) -> bytes:
        view = json.loads(raw)
        self.alter(view, room.state)
        return json.dumps(view).encode()

    def message(self, room: Room, said: Said) -> Mapping[str, Any]:
        message = {**self.presenter.message(room, said)}
        self.alter_message(message, room.state)
        return message


def extra_field(game: Game, monkeypatch: pytest.MonkeyPatch) -> Game:
    """The round has a member that depends on the secret."""

    def alter(view: dict[str, Any], state: AnyState) -> None:
        view["room"]["shard"] = fingerprint(state.secret) % 4

    return replace(game, dressed=lambda presenter: Altered(presenter, alter))


def list_order(game: Game, monkeypatch: pytest.MonkeyPatch) -> Game:
    """The players are listed by their cards."""

    def alter(view: dict[str, Any], state: AnyState) -> None:
        view["room"]["players"].sort(key=lambda p: repr(state.hands.get(p["id"])))

    return replace(game, dressed=lambda presenter: Altered(presenter, alter))


def one_version_for_all(game: Game, monkeypatch: pytest.MonkeyPatch) -> Game:
    """A seat's version counts what happened to the hands of others too."""

    def version(state: AnyState, viewer: PlayerId | None) -> int:
        return state.public_seq + sum(state.hand_seq.values())

    monkeypatch.setattr(core_view, "version", version)
    return game


def differing_refusal(game: Game, monkeypatch: pytest.MonkeyPatch) -> Game:
    """A handler looks at the secret before it refuses."""

    def tick(state: AnyState, action: Tick, ctx: Context) -> AnyState:
        if fingerprint(state.secret) % 2:
            raise Refused(Rejection(Reason.NOT_YOUR_TURN))
        return state

    common = tuple(Move(m.action, m.offered, tick) if m.action is Tick else m for m in game.ruleset.common)
    return replace(game, ruleset=replace(game.ruleset, common=common))


def push_count(game: Game, monkeypatch: pytest.MonkeyPatch) -> Game:
    """Everybody is told whenever anything was saved, whether they are shown anything new or not."""
    monkeypatch.setattr(telling, "hearing", lambda before, after, connections: list(connections))
    return game


def open_hands(game: Game) -> Game:
    """Everybody is shown all hands."""

    def alter(view: dict[str, Any], state: AnyState) -> None:
        view["hands"] = repr(state.hands)

    return replace(game, dressed=lambda presenter: Altered(presenter, alter))


def shown_pictures(game: Game) -> Game:
    """Everybody is shown the picture of what is dealt."""
    return _faced(game, "image")


def shown_translations(game: Game) -> Game:
    """Everybody is shown what is dealt, in another language."""
    return _faced(game, "en")


def _faced(game: Game, member: str) -> Game:
    def alter(view: dict[str, Any], state: AnyState) -> None:
        faces = game.decks.faces(game.deck(state).id)
        view["shown"] = [faces[ref.id][member] for ref in parts((state.hands, state.secret), CardRef)]

    return replace(game, dressed=lambda presenter: Altered(presenter, alter))


def shown_choices(game: Game) -> Game:
    """The view has a member that depends on what is in all hands."""

    def alter(view: dict[str, Any], state: AnyState) -> None:
        view["mood"] = fingerprint(state.hands)

    return replace(game, dressed=lambda presenter: Altered(presenter, alter))


def telling_message(game: Game, monkeypatch: pytest.MonkeyPatch) -> Game:
    """A message of the chat has a member that depends on the secret."""

    def alter(message: dict[str, Any], state: AnyState) -> None:
        message["shard"] = fingerprint(state.secret)

    return replace(game, dressed=lambda presenter: Altered(presenter, alter_message=alter))


def judged_by_another_hand(game: Game, monkeypatch: pytest.MonkeyPatch) -> Game:
    """What somebody may say is judged by the first hand on the table, not by their own."""

    def view_of(state: AnyState, viewer: PlayerId, presence: Presence) -> AnyView:
        hands = [*state.hands.values()]
        return project(state, viewer, presence)._replace(hand=hands[0] if hands else None)

    monkeypatch.setattr(chat, "project", view_of)
    return game


LEAKS: Mapping[Leak, str] = {
    extra_field: "what is (received|pushed)",
    list_order: "what is (received|pushed)",
    one_version_for_all: "what is (received|pushed)",
    differing_refusal: "the answer",
    push_count: "what is pushed",
}
"""The leaks, and what each of them must be found by."""

CHAT_LEAKS: Mapping[Leak, str] = {
    telling_message: "(the answer|what is pushed)",
    judged_by_another_hand: "the answer",
}
"""Those in a chat."""
