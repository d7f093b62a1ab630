"""What somebody concludes who weighs what they hear: chances over cards, none of them ever ruled out.

People say what no table of answers foresees, so evidence makes a card likelier or less likely, and a single
slip does not throw the right one out.
"""

from collections.abc import Iterable, Iterator

from chalicelib.core.deck import CardId


class Chances:
    """How likely each card is to be the secret one, for somebody who begins without a favourite."""

    def __init__(self, cards: Iterable[CardId]) -> None:
        """All of them alike."""
        self._weights = dict.fromkeys(cards, 1.0)
        self._total = float(len(self._weights))

    def favour(self, cards: Iterable[CardId], ratio: float) -> None:
        """Something was heard that is so many times likelier with one of these cards than with another."""
        for card in cards:
            weight = self._weights.get(card)
            if weight is not None:
                self._weights[card] = weight * ratio
                self._total += weight * (ratio - 1)

    def of(self, card: CardId) -> float:
        """The chance of a card, 0 … 1."""
        return self._weights.get(card, 0.0) / self._total

    def ranked(self) -> Iterator[tuple[CardId, float]]:
        """The cards with their chances, the likeliest first; of equals the earlier in the deck."""
        for card, weight in sorted(self._weights.items(), key=lambda item: -item[1]):
            yield card, weight / self._total
