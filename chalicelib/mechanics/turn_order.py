"""Whose go it is: who asks, who asked them, and who asks when the asker is gone."""

from collections.abc import Sequence

from chalicelib.core.ids import PlayerId, seat_number
from chalicelib.core.legal import OneOf, Value
from chalicelib.core.reason import Reason, Refusal
from chalicelib.mechanics.seating import TableView, not_in_round


def answerers(view: TableView, asker: PlayerId, asked_by: PlayerId | None) -> OneOf:
    """Whom the asker may have asked: anybody of the round but themselves and whoever has just asked them."""
    chosen = tuple(p for p in view.public.table.in_round if p not in (asker, asked_by))
    refused: dict[Value, Refusal] = {asked_by: Reason.CANNOT_ASK_BACK, asker: Reason.CANNOT_CHOOSE_SELF}
    return OneOf(chosen, lambda who: refused.get(who) or not_in_round(view, who))


def next_seat(players: Sequence[PlayerId], after: PlayerId) -> PlayerId:
    """The next of the players in seat order, around the table."""
    later = [p for p in players if seat_number(p) > seat_number(after)]
    return (later or list(players))[0]
