"""Marked cards: searched for in all that a seat gets, and found by it where they may not be."""

import random
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from typing import Any, TypeVar

from pydantic_core import from_json, to_json

from chalicelib.core.deck import CardRef
from chalicelib.core.ids import PlayerId
from chalicelib.core.legal import AnyState
from chalicelib.mechanics.dealing import CardSet
from tests.conformance.games import MARK, Game
from tests.conformance.universe import universe
from tests.conformance.walk import Moment
from tests.conformance.world import World

T = TypeVar("T")


def check_asked(game: Game, moment: Moment, dice: random.Random) -> int:
    """No seat gets the mark of a card that was dealt to others or to nobody; how many bytes were read.

    Searched is all that a seat may have by asking: its view, what the door shows, and the answer to whatever
    it might try.
    """
    state = moment.after
    world = World(game, state, moment.now)
    actions = universe(game.ruleset, state, game.deck(state), dice)
    read = 0
    for viewer in [p.id for p in state.public.table.seated]:
        forbidden = secret_marks(game, state, viewer)
        told = [*world.received(viewer).values(), *world.answers(viewer, actions)]
        text = " ".join(without_choices(each) for each in told)
        assert state.seed not in text, "the seed is shown"
        assert not (shown := forbidden & set(MARK.findall(text))), f"{viewer} is shown {shown}"
        read += len(text)
    return read


def check_pushed(game: Game, moment: Moment) -> int:
    """Nor does a push show one, of the step that led to the moment; how many messages were read."""
    if moment.action is None or not moment.before.public.table.is_seated(moment.actor):
        return 0
    world = World(game, moment.before, moment.now)
    world.acts(moment.actor, moment.action)
    read = 0
    for viewer in [p.id for p in world.state.public.table.seated]:
        forbidden = secret_marks(game, world.state, viewer)
        for message in world.pushed(viewer):
            shown = forbidden & set(MARK.findall(without_choices(message)))
            assert not shown, f"{viewer} is pushed {shown}"
            read += 1
    return read


def secret_marks(game: Game, state: AnyState, viewer: PlayerId | None) -> set[str]:
    """Marks of what was dealt to others or to nobody, while the round is on."""
    if not state.public.is_on:
        return set()
    own = state.hands.get(viewer)
    noted = {card for cards in parts(own, CardSet) for card in cards.ids(game.deck(state))}
    boxes = (state.secret, *(hand for player, hand in state.hands.items() if player != viewer))
    return {mark for box in boxes for mark in marks(box)} - {*marks(own)} - noted


def marks(box: Any) -> Iterator[str]:
    """Every mark that showing the box would show, but for sets of cards: notes, and what once was dealt."""
    for ref in parts(box, CardRef):
        mark = ref.id.removesuffix("id")
        yield from (ref.id, f"{mark}name", f"{mark}hint")
    for text in parts(box, str):
        yield from MARK.findall(text)


def parts(value: Any, kind: type[T]) -> Iterator[T]:
    """All values of a type inside a value."""
    if isinstance(value, kind):
        yield value
    elif isinstance(value, Mapping | tuple):
        for item in value.values() if isinstance(value, Mapping) else value:
            yield from parts(item, kind)
    elif is_dataclass(value):
        for each in fields(value):
            yield from parts(getattr(value, each.name), kind)


def without_choices(told: Any) -> str:
    """What was told, as text; views without the open list of cards, which names them all."""
    if not isinstance(told, bytes):
        return repr(told)
    found = from_json(told)
    view = found.get("view", found) if isinstance(found, dict) else {}
    for name in ("candidates", "actions"):
        view.pop(name, None)
    return to_json(found).decode()
