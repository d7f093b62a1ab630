"""Private notes: cards of the open list that a player has struck out, from the deal to the round's end.

Hands of a game that uses this have `crossed_out`.
"""

from collections.abc import Callable
from typing import Any

from chalicelib.core.action import Action, Context, actor
from chalicelib.core.legal import Candidates, Move, Offered, offer
from chalicelib.core.reason import Refusal
from chalicelib.mechanics.dealing import card_set
from chalicelib.mechanics.seating import TableView
from chalicelib.mechanics.table import TableState, with_hand


def crossing_out(action: type[Action], cards: str, refusal: Callable[[TableView], Refusal | None]) -> Move:
    """For whomever `refusal` does not refuse; the action names in its field `cards` all that is struck."""

    def may_cross_out(view: TableView) -> Offered:
        return refusal(view) or offer(**{cards: Candidates()})

    def cross_out(state: TableState, action: Any, ctx: Context) -> TableState:
        return with_hand(state, actor(ctx), crossed_out=card_set(ctx.deck, getattr(action, cards)))

    return Move(action, may_cross_out, cross_out)
