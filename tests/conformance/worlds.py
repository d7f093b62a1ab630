"""Worlds that a viewer cannot tell apart: whatever happens in them, it gets the same from both."""

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields, replace
from typing import Any

from chalicelib.core.action import Action, Context
from chalicelib.core.ids import PlayerId
from chalicelib.core.legal import AnyState
from chalicelib.core.play import next_due, play
from chalicelib.core.reason import Rejection
from chalicelib.core.rng import Rng
from chalicelib.core.timer import Due
from chalicelib.core.view import project
from chalicelib.mechanics import ballot, pointing
from chalicelib.mechanics.seating import CLOSED
from tests.conformance.games import Game
from tests.conformance.universe import HARMLESS, chosen, speeches, universe
from tests.conformance.walk import SELDOM, Moment
from tests.conformance.world import World

OPENING = frozenset({ballot.PHASE, pointing.PHASE})
"""Phases whose end opens what was secret though the round goes on, and in which whoever leaves shows who had
chosen them; the end of any other opens nothing."""


def other_world(game: Game, state: AnyState, viewer: PlayerId | None, seed: str) -> AnyState:
    """Another world for all that the viewer knows."""
    return game.ruleset.resample(state, viewer, game.deck(state), Rng(seed))


def check_look_alike(game: Game, moment: Moment, viewer: PlayerId | None, seed: str) -> None:
    """Two worlds that the viewer cannot tell apart: whatever it asks, tries or says, it is told the same."""
    state = moment.after
    other = other_world(game, state, viewer, seed)
    actions = universe(game.ruleset, state, game.deck(state), random.Random(seed))
    here, there = World(game, state, moment.now), World(game, other, moment.now)
    assert_same(here.received(viewer), there.received(viewer), "what is received")
    told = here.answers(viewer, actions), there.answers(viewer, actions)
    for action, one, two in zip(actions, *told, strict=True):
        assert_same(one, two, f"the answer to {action}")
    assert deadline(game, state) == deadline(game, other), "time runs differently"
    if viewer is not None and here.has_chat:
        check_chat_alike((here, there), viewer, random.Random(seed))


def check_chat_alike(worlds: tuple[World, World], viewer: PlayerId, dice: random.Random) -> None:
    """Whatever the viewer says, it is answered the same; of what others say it hears and reads the same."""
    states, deck = [world.state for world in worlds], worlds[0].game.deck(worlds[0].state)
    texts = speeches(states, deck, dice)
    told = [world.replies(viewer, texts) for world in worlds]
    for text, one, two in zip(texts, *told, strict=True):
        assert_same(one, two, f"the answer to {text!r}")
    for world in worlds:
        world.chats()
    assert_same(*(world.pushed(viewer) for world in worlds), "what is pushed")
    assert_same(*(world.read(viewer) for world in worlds), "what is read")


def deadline(game: Game, state: AnyState) -> Due | None:
    """When the phase ends by itself; when a bot moves next is shown to nobody."""
    return game.ruleset.by_name[state.phase].due(state)


def check_go_on_alike(game: Game, moment: Moment, viewer: PlayerId, seed: str, steps: int) -> int:
    """The same happens in both worlds: the viewer is sent the same, until the rules open what was secret.

    Others act as they may in either world, try what they may not, look, write, and time passes. How many
    steps were compared.
    """
    dice = random.Random(seed)
    start = moment.after
    if start.phase == CLOSED:
        return 0
    other = replace(other_world(game, start, viewer, seed), seed=start.seed)
    worlds = World(game, start, moment.now), World(game, other, moment.now)
    for step in range(steps):
        before = worlds[0].state
        what = happens(worlds, dice)
        told = [what(world) for world in worlds]
        here, there = (world.state for world in worlds)
        if what.actor == viewer:
            assert_same(*told, "the answer")
        now = worlds[0].clock.now()
        if any(at <= now for at in before.wakes.values()):
            return step  # a bot has moved by what it knows
        if what.names_a_card and (told[0] is None) != (told[1] is None):
            return step  # who may not give away a card has it
        if has_parted(game, viewer, before, here, there, told):
            return step
        assert_same(*(world.pushed(viewer) for world in worlds), "what is pushed")
        assert_same(*(world.received(viewer) for world in worlds), "what is received")
        assert deadline(game, here) == deadline(game, there), "time runs differently"
    return steps


def check_choices_stay_private(game: Game, moment: Moment, viewer: PlayerId, seed: str) -> bool:
    """Somebody else chooses so, or otherwise; if that is theirs to know, the viewer is sent the same.

    Whether there was such a choice to compare.
    """
    dice, state = random.Random(seed), moment.after
    for actor in dice.sample(
        seated := [p.id for p in state.public.table.seated if p.id != viewer], len(seated)
    ):
        view = project(state, actor)
        cards = game.ruleset.candidates(view, game.deck(state)) or ()
        for offer in game.ruleset.legal(view):
            so, otherwise = (chosen(offer, cards, dice) for _ in range(2))
            if is_private(game, moment, viewer, actor, so, otherwise, seed):
                worlds = [World(game, state, moment.now) for _ in range(2)]
                for world, action in zip(worlds, (so, otherwise), strict=True):
                    world.acts(actor, action)
                assert_same(*(world.pushed(viewer) for world in worlds), "what is pushed")
                assert_same(*(world.received(viewer) for world in worlds), "what is received")
                return True
    return False


def is_private(
    game: Game, moment: Moment, viewer: PlayerId, actor: PlayerId, so: Action, otherwise: Action, seed: str
) -> bool:
    """Whether what the viewer knows after the one choice allows for the other.

    It does if in some world that looks the same, hand and secret are as they would be after the other choice.
    Who is sent away is seen by all, though it changes hands too: whoever had voted for them votes anew.
    """
    ctx = Context(actor, moment.now, game.deck(moment.after))
    here, there = (play(game.ruleset, moment.after, action, ctx).state for action in (so, otherwise))
    if not here.public.table.is_seated(viewer) or seats(here) != seats(there):
        return False
    differences = [
        *differing(here.hands.get(actor), there.hands.get(actor), lambda world: world.hands.get(actor)),
        *differing(here.secret, there.secret, lambda world: world.secret),
    ]
    others = (other_world(game, here, viewer, f"{seed}/{n}") for n in range(16))
    return bool(differences) and any(all(is_so(world) for is_so in differences) for world in others)


def seats(state: AnyState) -> list[PlayerId]:
    """Who sits at the table."""
    return [p.id for p in state.public.table.seated]


def differing(one: Any, other: Any, box: Callable[[AnyState], Any]) -> Iterator[Callable[[AnyState], bool]]:
    """For every field in which two boxes differ: whether a world has it as the second of them."""
    for each in fields(one) if one is not None and other is not None else ():
        wanted = getattr(other, each.name)
        if getattr(one, each.name) != wanted:
            yield lambda world, name=each.name, wanted=wanted: getattr(box(world), name, None) == wanted


@dataclass(frozen=True)
class Happening:
    """Something that can happen in either world: somebody acts, says something or looks, or time passes."""

    actor: PlayerId | None
    action: Action | None = None
    ms: int = 0
    text: str | None = None

    @property
    def names_a_card(self) -> bool:
        """Whether somebody says what only some may say."""
        return self.text not in (None, HARMLESS)

    def __call__(self, world: World) -> Rejection | bytes | None:
        if self.actor is None:
            world.passes(self.ms)
        elif self.text is not None:
            return world.says(self.actor, self.text)
        elif self.action is None:
            world.looks(self.actor)
        else:
            return world.acts(self.actor, self.action)
        return None


def happens(worlds: tuple[World, World], dice: random.Random) -> Happening:
    """What happens next: mostly somebody does what they may in one of the worlds."""
    world = dice.choice(worlds)
    game, state, now = world.game, world.state, world.clock.now()
    due, kind = next_due(game.ruleset, state), dice.random()
    if kind < 0.1:
        return Happening(None, ms=dice.choice([1, 500, 5_000, *([due.at - now] if due else [])]))
    actor = dice.choice([p.id for p in state.public.table.seated if p.kind == "human"])
    if kind < 0.2:
        return Happening(actor)
    if kind < 0.35:
        return Happening(actor, dice.choice(universe(game.ruleset, state, game.deck(state), dice)))
    if kind < 0.5 and world.has_chat:
        texts = speeches([each.state for each in worlds], game.deck(state), dice)
        return Happening(actor, text=dice.choice([HARMLESS, dice.choice(texts)]))
    view = project(state, actor)
    offers = [o for o in game.ruleset.legal(view) if dice.random() < SELDOM.get(o.action, 1)]
    offer = dice.choice(offers or game.ruleset.legal(view))
    return Happening(actor, chosen(offer, game.ruleset.candidates(view, game.deck(state)) or (), dice))


def has_parted(
    game: Game, viewer: PlayerId, before: AnyState, here: AnyState, there: AnyState, told: list[Any]
) -> bool:
    """Whether the worlds differ by the rules: by a reveal, an act that only one of them allows, or by dice,
    which tell nothing."""
    if CLOSED in (here.phase, there.phase) or not here.public.table.is_seated(viewer):
        return True
    if before.public.is_on and not (here.public.is_on and there.public.is_on):
        return True
    left = len(here.public.table.seated) < len(before.public.table.seated)
    if before.phase in OPENING and (left or not before.phase == here.phase == there.phase):
        return True
    if (told[0] is None) != (told[1] is None):
        return not before.phase_seq == here.phase_seq == there.phase_seq
    if opener(here) != opener(there):
        return True
    return here.step != there.step and not before.phase_seq == here.phase_seq == there.phase_seq


def opener(state: AnyState) -> PlayerId | None:
    """Who opens, where that is drawn among those who are no impostors."""
    return getattr(state.public.round, "opener", None)


def assert_same(one: Any, other: Any, what: str) -> None:
    """Equal in content, number and order."""
    assert one == other, f"{what} tells the worlds apart:\n  {one}\n  {other}"
