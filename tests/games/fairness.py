"""Whether what was drawn is drawn evenly, as far as a fair experiment would show it."""

from collections import Counter
from collections.abc import Iterable

CRITICAL = {2: 13.816, 4: 18.467, 9: 27.877, 19: 43.820, 20: 45.315, 24: 51.179}
"""The value that chi-square exceeds once in a thousand fair experiments, by degrees of freedom."""


def chi_square(counts: Counter[int], cells: int) -> float:
    """How far the counts of equally likely cells are from equal."""
    expected = counts.total() / cells
    return sum((counts[cell] - expected) ** 2 / expected for cell in range(cells))


def is_uniform(found: Iterable[int], cells: int) -> bool:
    counts = Counter(found)
    assert counts.keys() <= {*range(cells)}
    return chi_square(counts, cells) < CRITICAL[cells - 1]
