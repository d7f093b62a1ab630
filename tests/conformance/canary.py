"""Marked cards: searched for in all that a seat gets, and found by it where they may not be."""

import random
from collections.abc import Iterator
from typing import Any

from pydantic_core import from_json, to_json

from chalicelib.core.deck import CardRef
from chalicelib.core.ids import PlayerId
from chalicelib.core.legal import AnyState
from chalicelib.mechanics.dealing import CardSet
from tests.conformance.games import MARK, PARTS, Game
from tests.conformance.universe import parts, speeches, universe
from tests.conformance.walk import Moment
from tests.conformance.world import World


def check_asked(game: Game, moment: Moment, dice: random.Random) -> int:
    """No seat gets the mark of a card that was dealt to others or to nobody; how many bytes were read.

    Searched is all that a seat may have by asking: its view, what the door shows, what was said, and the
    answer to whatever it might try or say.
    """
    state = moment.after
    world = World(game, state, moment.now)
    actions = universe(game.ruleset, state, game.deck(state), dice)
    texts = speeches([state], game.deck(state), dice) if world.has_chat else []
    world.chats()
    read = 0
    for viewer in [p.id for p in state.public.table.seated]:
        forbidden = secret_marks(game, state, viewer)
        told = [
            *world.received(viewer).values(),
            *world.answers(viewer, actions),
            *world.replies(viewer, dice.sample(texts, min(2, len(texts)))),
        ]
        text = " ".join(without_choices(each) for each in told)
        assert state.seed not in text, "the seed is shown"
        assert not (shown := forbidden & set(MARK.findall(text))), f"{viewer} is shown {shown}"
        read += len(text)
    return read


def check_pushed(game: Game, moment: Moment) -> int:
    """Nor does a push show one, of the step that led to the moment or of what is said then; how many were
    read."""
    if moment.action is None or not moment.before.public.table.is_seated(moment.actor):
        return 0
    world = World(game, moment.before, moment.now)
    world.acts(moment.actor, moment.action)
    world.chats()
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
        yield from (f"{mark}{part}" for part in PARTS)
    for text in parts(box, str):
        yield from MARK.findall(text)


def without_choices(told: Any) -> str:
    """What was told, as text; views without the open list of cards, which names them all."""
    if not isinstance(told, bytes):
        return repr(told)
    found = from_json(told)
    view = found.get("view", found) if isinstance(found, dict) else {}
    for name in ("candidates", "actions"):
        view.pop(name, None)
    return to_json(found).decode()
