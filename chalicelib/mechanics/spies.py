"""Some of the round are spies, who know what they are, but not what all the others know.

Hands of a game that uses this have a `card` with a `kind` (`resident` or `spy`) and a `role`, and what
`accusation` and `pointing` need; so has its round.
"""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Literal, TypeAlias, TypedDict

from chalicelib.core.ids import PlayerId
from chalicelib.core.legal import Candidate, Offered, offer
from chalicelib.core.reason import Reason, Refusal
from chalicelib.mechanics.accusation import Ballot, told
from chalicelib.mechanics.pointing import fingers
from chalicelib.mechanics.scoring import VoidReason
from chalicelib.mechanics.seating import TableView, round_refusal
from chalicelib.mechanics.table import TableState

Kind: TypeAlias = Literal["resident", "spy"]


@dataclass(frozen=True, slots=True)
class RevealedCard:
    """Who somebody was."""

    kind: Kind
    role: str | None = None


class Unmasked(TypedDict):
    """What is told of everybody when the round is over."""

    cards: dict[PlayerId, RevealedCard]
    accusations: tuple[Ballot, ...]
    pointing: dict[PlayerId, PlayerId] | None


def spy_refusal(view: TableView) -> Refusal | None:
    """Why the viewer is no spy of this round, which they know themselves."""
    refused = round_refusal(view)
    if refused is not None:
        return refused
    return None if view.hand is not None and view.hand.card.kind == "spy" else Reason.SPY_ONLY


def may_guess(card: str) -> Callable[[TableView], Offered]:
    """A spy names a card of the open list, in the action's field `card`."""
    return lambda view: spy_refusal(view) or offer(**{card: Candidate()})


def nothing_to_find(state: TableState, spies: Collection[PlayerId], least: int) -> VoidReason | None:
    """Why the round cannot go on with those who are left: no spy among them, or too few."""
    in_round = state.public.table.in_round
    if not any(spy in in_round for spy in spies):
        return "spy_left"
    return "too_few" if len(in_round) < least else None


def unmasked(state: TableState) -> Unmasked:
    """Who everybody was, those who left included, and how they voted and pointed."""
    cards = {p.id: state.hands[p.id].card for p in state.public.table.players if p.id in state.hands}
    return Unmasked(
        cards={p: RevealedCard(card.kind, card.role) for p, card in cards.items()},
        accusations=told(state),
        pointing=fingers(state) if state.public.round.pointing else None,
    )
