"""What the rules need to know of a deck: its cards, without names or pictures."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NewType

CardId = NewType("CardId", str)


@dataclass(frozen=True, slots=True)
class CardRef:
    """A card named in the state; its name and picture are added when a view is presented."""

    id: CardId


@dataclass(frozen=True, slots=True)
class Card:
    """One card: a stable id, a stable ordinal (its bit in sets of cards), and what is dealt with it."""

    id: CardId
    ordinal: int
    roles: tuple[str, ...] = ()
    group: str | None = None
    origin: str | None = None


@dataclass(frozen=True)
class Deck:
    """Cards in the alphabetical order of the deck's language; the order never depends on a round."""

    id: str
    version: str
    cards: Mapping[CardId, Card]

    @cached_property
    def ids(self) -> tuple[CardId, ...]:
        """The ids of the cards, in order."""
        return tuple(self.cards)

    @cached_property
    def bits(self) -> tuple[tuple[CardId, int], ...]:
        """Each card with its bit in a set of cards, in order."""
        return tuple((card.id, 1 << card.ordinal) for card in self.cards.values())
