"""How a round ends and what each way is worth (rules: "Points").

| outcome | points |
|---|---|
| `spy_guessed`, `innocent_accused`, `innocent_pointed` | spy 4 |
| `spy_hidden` | spy 2 |
| `spy_accused`, `spy_pointed`, `spy_guess_wrong` | each resident 1, whoever accused the spy first 2 |

Only those still at the table get points.
"""

from chalicelib.core.deck import CardRef
from chalicelib.core.errors import InvariantBroken
from chalicelib.games.shpion.keeping import keep
from chalicelib.games.shpion.state import Reveal, ShpionState
from chalicelib.mechanics.accusation import shut
from chalicelib.mechanics.clock import NO_CLOCK
from chalicelib.mechanics.scoring import Points, Result, VoidReason, award, end_round
from chalicelib.mechanics.spies import unmasked
from chalicelib.mechanics.table import with_round


def spy_wins(state: ShpionState, outcome: str, points: int, guess: CardRef | None = None) -> ShpionState:
    """The spy gets the points."""
    spy = state.secret.spy
    awards = [award(p, {"team_win": points * (p == spy)}) for p in state.public.table.in_round]
    return _end(state, outcome, "spies", awards, guess)


def residents_win(state: ShpionState, outcome: str, guess: CardRef | None = None) -> ShpionState:
    """Every resident gets a point, and one more for having been the first to accuse the spy, even in vain."""
    state = shut(state, "dropped")
    spy, round_ = state.secret.spy, state.public.round
    assert round_ is not None
    first = next((past.accuser for past in round_.accusations if past.suspect == spy), None)
    awards = [
        award(p, {"team_win": 1, "first_accuser": p == first} if p != spy else {})
        for p in state.public.table.in_round
    ]
    return _end(state, outcome, "residents", awards, guess)


def void(state: ShpionState, why: VoidReason) -> ShpionState:
    """Nobody wins; all is told all the same."""
    return _end(state, "void", None, [], None, why)


def _end(
    state: ShpionState,
    outcome: str,
    winners: str | None,
    awards: list[Points],
    guess: CardRef | None,
    why: VoidReason | None = None,
) -> ShpionState:
    state = shut(state, "dropped")
    round_ = state.public.round
    if round_ is None or state.secret.word is None:
        raise InvariantBroken("a round that is not on cannot end")
    reveal = Reveal(word=state.secret.word, guess=guess, **unmasked(state))
    result = Result(outcome, winners, reveal, tuple(awards), why)
    state = with_round(keep(state, round_.questions, least=0), clock=NO_CLOCK, timer=None, asked=None)
    return end_round(state, result, state.public.table.options.rounds)
