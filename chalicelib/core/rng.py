"""Dice as a parameter: the same seed gives the same draws on every Python."""

import random
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import TypeVar

T = TypeVar("T")


class Rng:
    """Draws built on `Random.random()` alone, the only method whose sequence Python promises to keep."""

    def __init__(self, seed: str) -> None:
        """Start the stream that belongs to `seed`."""
        self._seed = seed

    @cached_property
    def _random(self) -> Callable[[], float]:
        """Seeded when first drawn from: most actions draw nothing, and seeding hashes the seed."""
        return random.Random(self._seed).random

    def fork(self, label: str) -> "Rng":
        """A stream of its own for one purpose, so that a new draw elsewhere does not change it."""
        return Rng(f"{self._seed}/{label}")

    def below(self, n: int) -> int:
        """A whole number from 0 to n − 1, uniform."""
        return int(self._random() * n)

    def share(self) -> float:
        """A number from 0 up to, but never, 1, uniform."""
        return self._random()

    def pick(self, items: Sequence[T]) -> T:
        """One of the items, uniform."""
        return items[self.below(len(items))]

    def shuffled(self, items: Sequence[T]) -> list[T]:
        """The items in random order (Fisher–Yates)."""
        deck = list(items)
        for last in range(len(deck) - 1, 0, -1):
            other = self.below(last + 1)
            deck[last], deck[other] = deck[other], deck[last]
        return deck

    def sample(self, items: Sequence[T], n: int) -> list[T]:
        """`n` different items in random order."""
        return self.shuffled(items)[:n]
