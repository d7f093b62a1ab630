"""Questions are spoken aloud; the room keeps the turn and the clock."""

from chalicelib.core.action import Context
from chalicelib.core.deck import CardRef
from chalicelib.core.legal import Candidate, Move, Offered, offer
from chalicelib.core.reason import Reason
from chalicelib.core.ruleset import Phase
from chalicelib.core.state import enter
from chalicelib.core.timer import Due
from chalicelib.games.espia.actions import Guess, PassTurn
from chalicelib.games.espia.phases.notes import CROSS_OUT, spy_refusal
from chalicelib.games.espia.reveal import residents_win, spies_win, void
from chalicelib.games.espia.state import EspiaState, EspiaView
from chalicelib.mechanics import pointing
from chalicelib.mechanics.accusation import ACCUSE
from chalicelib.mechanics.clock import MINUTE, clock_due, running
from chalicelib.mechanics.lobby import interrupt
from chalicelib.mechanics.seating import round_refusal
from chalicelib.mechanics.table import with_round
from chalicelib.mechanics.turn_order import answerers

QUESTIONS = "questions"


def start(state: EspiaState, ctx: Context) -> EspiaState:
    """Start the clock and draw who asks first."""
    clock = running(ctx.now, state.public.table.options.minutes * MINUTE)
    asker = ctx.rng.fork("asker").pick(state.public.table.in_round)
    return enter(with_round(state, clock=clock, asker=asker), QUESTIONS)


def may_pass_turn(view: EspiaView) -> Offered:
    """The asker, or the host in the asker's place."""
    round_ = view.public.round
    if round_ is None or round_.asker is None:
        return Reason.WRONG_PHASE
    if view.viewer != round_.asker and not view.is_host:
        return round_refusal(view) or Reason.NOT_ASKER
    return offer(answered_by=answerers(view, round_.asker, round_.asked_by))


def pass_turn(state: EspiaState, action: PassTurn, ctx: Context) -> EspiaState:
    """Whoever answered asks next, anybody but the one who asked them."""
    round_ = state.public.round
    assert round_ is not None
    return with_round(state, asker=action.answered_by, asked_by=round_.asker)


def may_guess(view: EspiaView) -> Offered:
    """A spy; the round ends with it, so nobody guesses twice."""
    return spy_refusal(view) or offer(place=Candidate())


def guess(state: EspiaState, action: Guess, ctx: Context) -> EspiaState:
    """Right: the spies win. Wrong: the residents do, without any extra."""
    place = CardRef(action.place)
    if place == state.secret.place:
        return spies_win(state, "spy_guessed", 4, guess=place)
    return residents_win(state, "spy_guess_wrong", guess=place)


def due(state: EspiaState) -> Due | None:
    """The end of the round's clock."""
    assert state.public.round is not None
    return clock_due(state.public.round.clock, state.phase_seq)


PHASE = Phase(
    QUESTIONS,
    moves=(
        Move(PassTurn, may_pass_turn, pass_turn),
        ACCUSE,
        Move(Guess, may_guess, guess),
        CROSS_OUT,
        interrupt(void),
    ),
    due=due,
    expire=pointing.begin,
)
