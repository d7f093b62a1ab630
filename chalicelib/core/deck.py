"""What the rules need to know of a deck: its cards, without names or pictures."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple, NewType, TypeVar

CardId = NewType("CardId", str)
T = TypeVar("T")


class UnknownDeck(LookupError):
    """There is no deck of that name, or no longer."""

    def __init__(self, ref: str) -> None:
        super().__init__(f"no deck has the id {ref!r}")


class CardRef(NamedTuple):
    """A card named in the state; its name and picture are added when a view is presented."""

    id: CardId


@dataclass(frozen=True, slots=True)
class ThemeRef:
    """A group of cards named in the state, with the ids of its ready-made questions.

    Its title and the texts of its questions are added when a view is presented.
    """

    id: str
    questions: tuple[str, ...] = ()


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
    """Cards in the alphabetical order of the deck's language; the order never depends on a round.

    `groups` are the titles of the cards' groups by their ids, in the order in which they are offered;
    `questions` the ids of the ready-made questions of each group. `pin` names this very version of a deck
    that may be replaced while a room plays with it; of the others there is but one.
    """

    id: str
    version: str
    cards: Mapping[CardId, Card]
    groups: Mapping[str, str] = field(default_factory=dict)
    questions: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    pin: str | None = None

    @property
    def ref(self) -> str:
        """How a round remembers what it was dealt from."""
        return self.pin or self.id

    @cached_property
    def ids(self) -> tuple[CardId, ...]:
        """The ids of the cards, in order."""
        return tuple(self.cards)

    @cached_property
    def _derived(self) -> dict[Callable[["Deck"], Any], Any]:
        return {}

    def derived(self, make: Callable[["Deck"], T]) -> T:
        """What `make` makes of the deck, kept as long as the deck."""
        if make not in self._derived:
            self._derived[make] = make(self)
        made: T = self._derived[make]
        return made

    @cached_property
    def bits(self) -> tuple[tuple[CardId, int], ...]:
        """Each card with its bit in a set of cards, in order."""
        return tuple((card.id, 1 << card.ordinal) for card in self.cards.values())
