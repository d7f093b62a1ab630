"""Cards that are dealt once until the deck is used up, and sets of cards in few bytes."""

from base64 import b64decode, b64encode
from collections.abc import Iterable
from dataclasses import dataclass

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


def draw(cards: Iterable[Card], dealt: CardSet, last: CardRef | None, rng: Rng) -> tuple[Card, CardSet]:
    """A card that was not dealt yet, and the set with it.

    When all were, the cards start over; the very last one does not come twice in a row.
    """
    cards = list(cards)
    fresh = [card for card in cards if not dealt.has(card)]
    if not fresh:
        dealt = dealt.minus(cards)
        fresh = [card for card in cards if CardRef(card.id) != last] or cards
    card = rng.pick(fresh)
    return card, dealt.plus([card])
