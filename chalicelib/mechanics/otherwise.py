"""What players did in secret, as it might have been otherwise: parts of worlds that look alike to a viewer.

For rounds and hands with accusations, pointing and notes.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, TypeVar

from chalicelib.core.deck import CardId, Deck
from chalicelib.core.ids import PlayerId
from chalicelib.core.rng import Rng
from chalicelib.mechanics.accusation import Votes
from chalicelib.mechanics.dealing import card_set
from chalicelib.mechanics.table import TableState

H = TypeVar("H", bound=Any)


def other_choices(state: TableState, player: PlayerId, hand: H, rng: Rng) -> H:
    """The hand with another vote, but for the accuser's own yes, and another finger while they are hidden."""
    round_ = state.public.round
    if hand.point and round_.pointing is not None and round_.pointing.votes is None:
        hand = replace(hand, point=rng.pick([p for p in state.public.table.in_round if p != player]))
    if hand.vote is not None and round_.accusation and round_.accusation.accuser != player:
        hand = replace(hand, vote=rng.below(2) == 1)
    return hand


def other_notes(hand: H, deck: Deck, cards: Sequence[CardId], rng: Rng) -> H:
    """The hand with any of the cards struck out."""
    return replace(hand, crossed_out=card_set(deck, rng.sample(cards, rng.below(len(cards) + 1))))


def other_ballots(state: TableState, viewer: PlayerId | None, rng: Rng) -> tuple[Votes, ...]:
    """Other votes in the past ballots of a round that is on, which all failed or were dropped."""
    past = zip(state.public.round.accusations, state.secret.ballots, strict=True)
    return tuple(_other_votes(votes, (viewer, closed.accuser), rng) for closed, votes in past)


def _other_votes(votes: Votes, known: tuple[PlayerId | None, ...], rng: Rng) -> Votes:
    """Somebody said no."""
    secret = [p for p in votes if p not in known]
    others = {p: rng.below(2) == 1 if p in secret else vote for p, vote in votes.items()}
    if all(others.values()) and secret:
        others[rng.pick(secret)] = False
    return others
