"""A round of any game played by bots at once: whoever is waited for decides, and time goes by."""

import gc
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from math import ceil
from time import process_time
from typing import Any, TypeAlias

from chalicelib.core.action import Action, Context
from chalicelib.core.deck import Deck
from chalicelib.core.ids import Millis, PlayerId
from chalicelib.core.legal import AnyState
from chalicelib.core.play import play
from chalicelib.core.rng import Rng
from chalicelib.core.ruleset import Ruleset
from chalicelib.core.view import project
from chalicelib.mechanics.clock import SECOND
from chalicelib.mechanics.lobby import Deal, Seen, Start
from chalicelib.mechanics.seating import Enter

HOST = PlayerId("p1")
TURN_MS = 6 * SECOND
"""How long a decision takes on the clock of the round."""

MOST_TRIES = 20
"""Somebody who says what may not be said, says something else then."""

Player: TypeAlias = Callable[[Any, Deck, Rng], Action | None]
"""Somebody who plays a seat from its view."""


@dataclass
class Pace:
    """What the decisions of so many rounds took: how many were refused, and the CPU time of each."""

    refused: int = 0
    took_ms: list[float] = field(default_factory=list)

    @contextmanager
    def timed(self) -> Iterator[None]:
        """Times one decision alone: the garbage that others left is collected after it."""
        was_enabled = gc.isenabled()
        gc.disable()
        begun = process_time()
        try:
            yield
        finally:
            self.took_ms.append((process_time() - begun) * 1000)
            if was_enabled:
                gc.enable()

    def at_most_ms(self, share: float) -> float:
        """What that share (0 … 1) of the decisions took at most."""
        took = sorted(self.took_ms)
        return took[max(0, ceil(share * len(took)) - 1)] if took else 0.0

    def __str__(self) -> str:
        """Half of the decisions, all but one in a hundred, and the slowest."""
        half, most, slowest = (self.at_most_ms(share) for share in (0.5, 0.99, 1.0))
        return f"p50 {half:.2f}, p99 {most:.1f}, slowest {slowest:.1f} ms of CPU"


def dealt(ruleset: Ruleset, deck: Deck, options: Any, seed: str, players: int) -> AnyState:
    """A round that has just started."""
    state = ruleset.new(seed, options, ruleset.locales[0])

    def do(player: PlayerId | None, action: Action) -> None:
        nonlocal state
        outcome = play(ruleset, state, action, Context(player, Millis(0), deck))
        assert outcome.rejection is None, outcome.rejection
        state = outcome.state

    for number in range(players):
        do(None, Enter(f"Bot {number}"))
    do(HOST, Deal())
    for player in state.public.table.in_round:
        do(player, Seen())
    do(HOST, Start())
    return state


def played(
    ruleset: Ruleset, deck: Deck, state: AnyState, seats: Mapping[PlayerId, Player], pace: Pace
) -> AnyState:
    """The round at its end; nobody waits for nobody."""
    assert ruleset.bots is not None
    now, tries = 0, 0
    while state.public.result is None:
        before = state
        for player in seats:
            view = project(state, player)
            if not ruleset.bots.wants(view):
                continue
            rng = Rng(f"{state.seed}/{state.step}/{player}/{tries}")
            with pace.timed():
                action = seats[player](view, deck, rng)
            if action is not None:
                now += TURN_MS
                outcome = play(ruleset, state, action, Context(player, Millis(now), deck))
                is_late = outcome.state.phase_seq != state.phase_seq
                pace.refused += outcome.rejection is not None and not is_late
                state = outcome.state
        tries = tries + 1 if state is before else 0
        assert tries < MOST_TRIES, "somebody is waited for, and does nothing"
    return state
