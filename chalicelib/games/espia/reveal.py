"""How a round ends and what each way is worth (rules: "Points").

| outcome | points |
|---|---|
| `spy_guessed`, `innocent_accused` | each spy 4 |
| `spy_hidden`, `spy_last_chance_right` | each spy 2 |
| `spy_guess_wrong`, `spy_accused`, `spy_last_chance_wrong` | each resident 1, and the extra |

The extra point goes to residents only: to the accuser of the accusation that succeeded, or to each who
pointed at a spy. Only those still at the table get points.
"""

from collections.abc import Collection

from chalicelib.core.deck import CardRef
from chalicelib.core.errors import InvariantBroken
from chalicelib.core.ids import PlayerId
from chalicelib.games.espia.state import EspiaState, Reveal
from chalicelib.mechanics.accusation import shut
from chalicelib.mechanics.clock import NO_CLOCK
from chalicelib.mechanics.scoring import Points, Result, VoidReason, award, end_round
from chalicelib.mechanics.spies import unmasked
from chalicelib.mechanics.table import with_round


def spies_win(state: EspiaState, outcome: str, points: int, guess: CardRef | None = None) -> EspiaState:
    """Every spy gets the points."""
    spies = state.secret.spies
    awards = [award(p, {"team_win": points * (p in spies)}) for p in state.public.table.in_round]
    return _end(state, outcome, "spies", awards, guess)


def residents_win(
    state: EspiaState,
    outcome: str,
    *,
    accuser: PlayerId | None = None,
    pointed_right: Collection[PlayerId] = (),
    guess: CardRef | None = None,
) -> EspiaState:
    """Every resident gets a point, and one more for having caught the spy."""

    def earned(p: PlayerId) -> dict[str, int]:
        if p in state.secret.spies:
            return {}
        return {"team_win": 1, "right_accusation": p == accuser, "right_vote": p in pointed_right}

    awards = [award(p, earned(p)) for p in state.public.table.in_round]
    return _end(state, outcome, "residents", awards, guess)


def void(state: EspiaState, why: VoidReason) -> EspiaState:
    """Nobody wins; all is told all the same."""
    return _end(state, "void", None, [], None, why)


def _end(
    state: EspiaState,
    outcome: str,
    winners: str | None,
    awards: list[Points],
    guess: CardRef | None,
    why: VoidReason | None = None,
) -> EspiaState:
    state = shut(state, "dropped")
    if state.secret.place is None:
        raise InvariantBroken("a round that is not on cannot end")
    reveal = Reveal(place=state.secret.place, guess=guess, **unmasked(state))
    result = Result(outcome, winners, reveal, tuple(awards), why)
    state = with_round(state, clock=NO_CLOCK, timer=None)
    return end_round(state, result, rounds_total=None)
