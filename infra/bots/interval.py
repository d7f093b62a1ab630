"""How sure a share is that was counted over so many rounds."""

from math import sqrt
from typing import NamedTuple

Z = 1.96


class Share(NamedTuple):
    """So many of so many."""

    hits: int
    of: int

    @property
    def value(self) -> float:
        """The share, 0 … 1."""
        return self.hits / self.of if self.of else 0.0

    def __str__(self) -> str:
        """In per cent, with the half width of its 95 % interval."""
        return f"{self.value:6.1%} ± {Z * sqrt(self._variance):.1%}"

    @property
    def _variance(self) -> float:
        return self.value * (1 - self.value) / self.of if self.of else 0.0

    def ahead_of(self, other: "Share") -> tuple[float, float]:
        """By how much this share is greater, and at least how much in 95 % of such counts."""
        ahead = self.value - other.value
        return ahead, ahead - Z * sqrt(self._variance + other._variance)
