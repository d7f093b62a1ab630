"""Cards that are dealt once until the deck is used up, and sets of cards in few bytes."""

from base64 import b64decode, b64encode
from collections.abc import Iterable
from dataclasses import dataclass, replace

from chalicelib.core.deck import Card, CardId, CardRef, Deck
from chalicelib.core.rng import Rng


@dataclass(frozen=True, slots=True)
class CardSet:
    """A set of cards of a game: one bit for each stable ordinal, in base 64."""

    bits: str = ""

    def has(self, card: Card) -> bool:
        """Whether the card is in the set."""
        return bool(self._number >> card.ordinal & 1)

    def ids(self, deck: Deck) -> tuple[CardId, ...]:
        """The deck's cards that are in the set, in the deck's order."""
        if not self.bits:
            return ()
        bits = self._number
        return tuple([card for card, bit in deck.bits if bits & bit])

    def without(self, cards: Iterable[Card]) -> list[Card]:
        """Those of these cards that are not in the set."""
        bits = self._number
        return [card for card in cards if not bits >> card.ordinal & 1]

    def plus(self, cards: Iterable[Card]) -> "CardSet":
        """The set and these cards."""
        return _set(self._number | _mask(cards))

    def minus(self, cards: Iterable[Card]) -> "CardSet":
        """The set without these cards."""
        return _set(self._number & ~_mask(cards))

    @property
    def _number(self) -> int:
        return int.from_bytes(b64decode(self.bits))


NO_CARDS = CardSet()


def card_set(deck: Deck, ids: Iterable[CardId]) -> CardSet:
    """The set of these cards of the deck."""
    return CardSet().plus(deck.cards[i] for i in ids)


def _set(number: int) -> CardSet:
    return CardSet(b64encode(number.to_bytes(-(-number.bit_length() // 8))).decode())


def _mask(cards: Iterable[Card]) -> int:
    mask = 0
    for card in cards:
        mask |= 1 << card.ordinal
    return mask


@dataclass(frozen=True, slots=True)
class Dealt:
    """The cards that were dealt in a room: `once`, and `again` where there were no others left."""

    once: CardSet = NO_CARDS
    again: CardSet = NO_CARDS

    def left(self, cards: Iterable[Card]) -> list[Card]:
        """Those that never were; of cards that all were, those that were not again."""
        cards = list(cards)
        return self.once.without(cards) or self.again.without(cards)

    def plus(self, card: Card) -> "Dealt":
        """These, and a card that was left."""
        if self.once.has(card):
            return replace(self, again=self.again.plus([card]))
        return replace(self, once=self.once.plus([card]))

    def minus(self, card: Card) -> "Dealt":
        """These as they were before the card was dealt for the last time."""
        if self.again.has(card):
            return replace(self, again=self.again.minus([card]))
        return replace(self, once=self.once.minus([card]))


NOTHING_DEALT = Dealt()


def carried_over(dealt: Dealt, before: Deck, after: Deck) -> Dealt:
    """What was dealt from one version of a deck, for another: the same cards by their ids.

    An ordinal that lies fallow may be another card's in a later version.
    """
    once, again = (
        card_set(after, [id for id in cards.ids(before) if id in after.cards])
        for cards in (dealt.once, dealt.again)
    )
    return Dealt(once, again)


def draw(cards: Iterable[Card], dealt: Dealt, last: CardRef | None, rng: Rng) -> tuple[Card, Dealt]:
    """A card that was not dealt yet, and what was dealt with it.

    When all of these were, they start over; the very last one does not come twice in a row.
    """
    cards = list(cards)
    fresh = _others(dealt.left(cards), last)
    if not fresh:
        dealt, fresh = replace(dealt, again=dealt.again.minus(cards)), _others(cards, last) or cards
    card = rng.pick(fresh)
    return card, dealt.plus(card)


def _others(cards: Iterable[Card], last: CardRef | None) -> list[Card]:
    return [card for card in cards if CardRef(card.id) != last]
