"""A round of any game played by bots at once: whoever is waited for decides, and time goes by."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
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
    """What the decisions of so many rounds took."""

    refused: int = 0
    slowest_ms: float = 0.0


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
            begun = process_time()
            action = seats[player](view, deck, Rng(f"{state.seed}/{state.step}/{player}/{tries}"))
            pace.slowest_ms = max(pace.slowest_ms, (process_time() - begun) * 1000)
            if action is not None:
                now += TURN_MS
                outcome = play(ruleset, state, action, Context(player, Millis(now), deck))
                is_late = outcome.state.phase_seq != state.phase_seq
                pace.refused += outcome.rejection is not None and not is_late
                state = outcome.state
        tries = tries + 1 if state is before else 0
        assert tries < MOST_TRIES, "somebody is waited for, and does nothing"
    return state
