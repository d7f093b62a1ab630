"""The spy who was singled out may still name the place."""

from chalicelib.core.action import Context
from chalicelib.core.deck import CardRef
from chalicelib.core.ids import PlayerId
from chalicelib.core.legal import Candidate, Move, Offered, offer
from chalicelib.core.reason import Reason
from chalicelib.core.ruleset import Phase
from chalicelib.core.state import enter
from chalicelib.core.timer import Due
from chalicelib.games.espia.actions import Guess
from chalicelib.games.espia.phases.notes import CROSS_OUT
from chalicelib.games.espia.reveal import residents_win, spies_win, void
from chalicelib.games.espia.state import EspiaState, EspiaView, LastChance
from chalicelib.mechanics.clock import time_limit, timer_due
from chalicelib.mechanics.lobby import interrupt
from chalicelib.mechanics.spies import spy_refusal
from chalicelib.mechanics.table import with_round

LAST_CHANCE = "last_chance"


def begin(state: EspiaState, guesser: PlayerId, ctx: Context) -> EspiaState:
    """Open that one card, and nothing else."""
    timer = time_limit("guess", ctx.now, state.public.table.options.guess_seconds)
    return enter(with_round(state, last_chance=LastChance(guesser), timer=timer), LAST_CHANCE)


def may_guess(view: EspiaView) -> Offered:
    """The spy who was singled out."""
    refused = spy_refusal(view)
    if refused is not None:
        return refused
    chance = view.public.round and view.public.round.last_chance
    return offer(place=Candidate()) if chance and chance.player == view.viewer else Reason.NOT_YOUR_TURN


def guess(state: EspiaState, action: Guess, ctx: Context) -> EspiaState:
    """Right: the spies win after all."""
    place = CardRef(action.place)
    if place == state.secret.place:
        return spies_win(state, "spy_last_chance_right", 2, guess=place)
    return missed(state, place)


def missed(state: EspiaState, place: CardRef | None = None) -> EspiaState:
    """A wrong guess, or none: the residents win, those who pointed at a spy with the extra point."""
    fingers = (state.public.round and state.public.round.pointing and state.public.round.pointing.votes) or {}
    right = [p for p, suspect in fingers.items() if suspect in state.secret.spies]
    return residents_win(state, "spy_last_chance_wrong", pointed_right=right, guess=place)


def due(state: EspiaState) -> Due | None:
    """The end of the time to guess."""
    return timer_due(state.public.round.timer if state.public.round else None, state.phase_seq)


def expire(state: EspiaState, ctx: Context) -> EspiaState:
    """No guess is a wrong guess."""
    return missed(state)


PHASE = Phase(
    LAST_CHANCE, (Move(Guess, may_guess, guess), CROSS_OUT, interrupt(void)), due=due, expire=expire
)
