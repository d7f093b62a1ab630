"""A spy's private notes, in every phase from the deal to the round's end."""

from chalicelib.core.action import Context, actor
from chalicelib.core.legal import Candidates, Move, Offered, offer
from chalicelib.core.reason import Refusal
from chalicelib.games.espia.actions import CrossOut
from chalicelib.games.espia.reason import EspiaReason
from chalicelib.games.espia.state import EspiaState, EspiaView
from chalicelib.mechanics.dealing import card_set
from chalicelib.mechanics.seating import round_refusal
from chalicelib.mechanics.table import with_hand


def spy_refusal(view: EspiaView) -> Refusal | None:
    """Why the viewer is no spy of this round, which they know themselves."""
    refused = round_refusal(view)
    if refused is not None:
        return refused
    return None if view.hand is not None and view.hand.card.kind == "spy" else EspiaReason.SPY_ONLY


def may_cross_out(view: EspiaView) -> Offered:
    """Every spy of the round."""
    return spy_refusal(view) or offer(places=Candidates())


def cross_out(state: EspiaState, action: CrossOut, ctx: Context) -> EspiaState:
    """Strike out exactly these places."""
    return with_hand(state, actor(ctx), crossed_out=card_set(ctx.deck, action.places))


CROSS_OUT = Move(CrossOut, may_cross_out, cross_out)
