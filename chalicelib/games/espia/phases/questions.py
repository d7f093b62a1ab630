"""Questions are spoken aloud; the room keeps the turn and the clock."""

from chalicelib.core.action import Context
from chalicelib.core.deck import CardRef
from chalicelib.core.legal import Move, Offered, offer
from chalicelib.core.reason import Reason
from chalicelib.games.espia.actions import Guess, PassTurn
from chalicelib.games.espia.phases.notes import CROSS_OUT
from chalicelib.games.espia.reveal import residents_win, spies_win, void
from chalicelib.games.espia.state import EspiaState, EspiaView
from chalicelib.mechanics import questions
from chalicelib.mechanics.accusation import ACCUSE
from chalicelib.mechanics.lobby import interrupt
from chalicelib.mechanics.seating import round_refusal
from chalicelib.mechanics.spies import may_guess
from chalicelib.mechanics.table import with_round
from chalicelib.mechanics.turn_order import answerers


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


def guess(state: EspiaState, action: Guess, ctx: Context) -> EspiaState:
    """Right: the spies win. Wrong: the residents do, without any extra. It ends the round either way."""
    place = CardRef(action.place)
    if place == state.secret.place:
        return spies_win(state, "spy_guessed", 4, guess=place)
    return residents_win(state, "spy_guess_wrong", guess=place)


PHASE = questions.phase(
    (
        Move(PassTurn, may_pass_turn, pass_turn),
        ACCUSE,
        Move(Guess, may_guess("place"), guess),
        CROSS_OUT,
        interrupt(void),
    )
)
