"""Random play: people come and go, act as they may, and time passes; every step is kept."""

import random
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from itertools import islice
from typing import Any

from chalicelib.core.action import Action, Context, Presence
from chalicelib.core.ids import Millis, PlayerId
from chalicelib.core.legal import AnyState, Candidate, Candidates, Offer
from chalicelib.core.options import change
from chalicelib.core.play import Outcome, next_due, play
from chalicelib.core.view import project
from chalicelib.mechanics.clock import MINUTE
from chalicelib.mechanics.lobby import Configure, Finish, Interrupt, Seen
from chalicelib.mechanics.seating import ClaimHost, Enter, Leave, MakeHost, Remove, Tick
from tests.conformance.games import Game
from tests.conformance.universe import chosen, is_good, settings, universe

NOON = Millis(1_800_000_000_000)

SELDOM: Mapping[type[Action], float] = {
    Leave: 0.006,
    Remove: 0.03,
    Interrupt: 0.02,
    Finish: 0.1,
    MakeHost: 0.03,
    ClaimHost: 0.3,
    Tick: 0.03,
    Configure: 0.2,
}
"""How often, beside 1 for all the others, something is done that would end play before it began."""


def likelihood(offer: Offer, turmoil: float, seen: bool) -> float:
    """How often an offered action is taken; in turmoil people come and go more often."""
    if offer.action is Seen and seen:
        return 0.02
    if offer.action in (Leave, Remove):
        return SELDOM[offer.action] * turmoil
    kinds = {type(choice) for choice in offer.choices.values()}
    return SELDOM.get(offer.action, 0.15 if Candidate in kinds else 0.4 if Candidates in kinds else 1)


@dataclass(frozen=True)
class Moment:
    """A step: what stood before, who did what when (no action: time passed), and what came of it."""

    walk: str
    number: int
    before: AnyState = field(repr=False)
    actor: PlayerId | None
    action: Action | None
    now: Millis
    presence: Presence = field(repr=False)
    outcome: Outcome = field(repr=False)

    @property
    def after(self) -> AnyState:
        return self.outcome.state


@contextmanager
def at(moment: Moment) -> Iterator[None]:
    """Whatever fails inside says at which step of which walk, to come back to."""
    try:
        yield
    except Exception as failure:
        failure.add_note(f"at {moment} in {moment.after.phase}")
        raise


def replay(game: Game, state: AnyState, moment: Moment) -> Outcome:
    """Take the same step from a state."""
    ctx = Context(moment.actor, moment.now, game.deck(state), moment.presence)
    return play(game.ruleset, state, moment.action, ctx)


@cache
def walk(game: Game, seed: str, steps: int) -> list[Moment]:
    """So many steps of ordinary play, from an empty room on."""
    return [*islice(evening(game, seed), steps)]


def evening(game: Game, seed: str) -> Iterator[Moment]:
    """Ordinary play in a room with random options, until it is over; some are rooms in turmoil."""
    dice = random.Random(f"options of {seed}")
    kind = game.ruleset.options
    changes = [each for each in settings(kind) if is_good(kind, each)]
    drawn = {name: value for each in dice.sample(changes, 4) for name, value in each.items()}
    options = change(kind(), drawn)
    turmoil = dice.choice([1, 1, 1, 8])
    return Walk(game, seed, options, turmoil=turmoil).moments()


class Walk:
    """Random play of one room."""

    def __init__(
        self,
        game: Game,
        seed: str,
        options: Any,
        *,
        players: int | None = None,
        name: Callable[[int], str] = "Ana {}".format,
        all_cards: bool = False,
        turmoil: float = 1,
    ) -> None:
        """An empty room; `all_cards` makes sets of cards as large as they can be."""
        self._game, self._ruleset, self._seed = game, game.ruleset, seed
        self._dice = random.Random(seed)
        self._least = players or self._dice.randint(self._ruleset.players[0], self._ruleset.players[-1])
        self._name, self._all_cards, self._turmoil = name, all_cards, turmoil
        self._state = game.ruleset.new(seed, options, game.ruleset.locales[0])
        self._now, self._number = NOON, 0

    def moments(self) -> Iterator[Moment]:
        """Step by step, until the room is over."""
        while self._ruleset.moves[self._state.phase]:
            moment = self._next()
            self._state, self._number = moment.after, moment.number + 1
            yield moment

    def _next(self) -> Moment:
        due = next_due(self._ruleset, self._state)
        left = [] if due is None else [due.at - self._now - 1, due.at - self._now]
        wait = self._dice.choice([*[1, 700, 4_000] * 8, 20 * MINUTE, *left])
        self._now = Millis(self._now + max(0, wait))
        if due is not None and due.at <= self._now:
            return self._step(None, None)
        if self._number < self._least or self._dice.random() < 0.04 * min(3, self._turmoil):
            return self._step(None, Enter(self._name(self._state.public.table.entered)))
        presence = Presence(host_away=self._dice.random() < 0.03)
        return self._trespass(presence) if self._dice.random() < 0.03 else self._by_the_rules(presence)

    def _trespass(self, presence: Presence) -> Moment:
        """Somebody, even one who left, tries something, allowed or not."""
        actor = self._dice.choice(self._state.public.table.players).id
        actions = universe(self._ruleset, self._state, self._game.deck(self._state), self._dice)
        return self._step(actor, self._dice.choice(actions), presence)

    def _by_the_rules(self, presence: Presence) -> Moment:
        """Somebody does what they may, rather something that changes anything."""
        state, deck, dice = self._state, self._game.deck(self._state), self._dice
        view_of = cache(lambda player: project(state, player, presence))
        legal = cache(lambda player: self._ruleset.legal(view_of(player)))
        for patience in reversed(range(60)):
            player = dice.choice([p for p in state.public.table.seated if p.kind == "human"])
            offer = dice.choice(legal(player.id))
            if dice.random() > likelihood(offer, self._turmoil, player.seen) and patience:
                continue
            cards = self._ruleset.candidates(view_of(player.id), deck) or ()
            moment = self._step(player.id, chosen(offer, cards, dice, all_cards=self._all_cards), presence)
            if moment.after is not moment.before or patience < 30:
                break
        return moment

    def _step(self, actor: PlayerId | None, action: Action | None, presence: Presence = Presence()) -> Moment:
        ctx = Context(actor, self._now, self._game.deck(self._state), presence)
        outcome = play(self._ruleset, self._state, action, ctx)
        return Moment(self._seed, self._number, self._state, actor, action, self._now, presence, outcome)
