"""Random matches that are short: of few rounds where a game says how many, else its host ends them."""

import random
from collections.abc import Iterator
from functools import cache
from typing import Any

from chalicelib.core.action import Presence
from chalicelib.core.options import change, values
from chalicelib.mechanics.lobby import Configure, Finish
from chalicelib.mechanics.scoring import ROUND_OVER
from tests.conformance.games import Game
from tests.conformance.universe import is_good, settings
from tests.conformance.walk import Moment, Walk

MOST_ROUNDS, MOST_AT_FIRST, CALM = 3, 6, 0.2


def matches(game: Game, seed: str) -> Iterator[Moment]:
    """One short match after another in a room with otherwise random options, until everybody has left."""
    dice = random.Random(f"options of {seed}")
    kind = game.ruleset.options
    changes = [each for each in settings(kind) if is_good(kind, each)]
    drawn = {name: value for each in dice.sample(changes, 4) for name, value in each.items()}
    players = dice.randint(game.ruleset.players.start, min(game.ruleset.players[-1], MOST_AT_FIRST))
    turmoil = dice.choice([1, CALM, CALM])
    return ShortMatches(game, seed, change(kind(), drawn), players=players, turmoil=turmoil).moments()


class ShortMatches(Walk):
    """Random play in which the host sees to it that nobody plays all night, and all keep to the rules.

    What is tried against the rules takes most of the time of other walks.
    """

    def _next(self) -> Moment:
        table, phase = self._state.public.table, self._state.phase
        total = self._ruleset.rounds_total(table.options)
        if total is None and phase == ROUND_OVER and table.rounds_played >= MOST_ROUNDS:
            return self._step(table.host, Finish())
        is_long = total is not None and total > MOST_ROUNDS
        if is_long and table.host is not None and Configure in self._ruleset.moves[phase]:
            return self._step(table.host, Configure(self._dice.choice(shorter(self._game))))
        return super()._next()

    def _trespass(self, presence: Presence) -> Moment:
        return self._by_the_rules(presence)


@cache
def shorter(game: Game) -> list[dict[str, Any]]:
    """The values of the option that says how many rounds a match has, if there is one, that are so few."""
    kind, total = game.ruleset.options, game.ruleset.rounds_total
    found = []
    for name, known in values(kind).items():
        listed = range(known.minimum, known.maximum + 1) if known.enum is None else known.enum
        each = [] if known.several else [{name: value} for value in listed]
        if len({total(change(kind(), one)) for one in each}) > 1:
            found += [one for one in each if total(change(kind(), one)) <= MOST_ROUNDS]
    return found
