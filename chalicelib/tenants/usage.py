"""What a tenant uses: counted in its rooms, delivered with what ends there, told by the day."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Usage:
    """What was used: rounds that counted, the time that people spent in rounds (real ms, each person's own),
    what they did that changed a room, and the views that were pushed to their sockets.
    """

    rounds: int = 0
    player_ms: int = 0
    actions: int = 0
    pushes: int = 0

    def __add__(self, more: "Usage") -> "Usage":
        return Usage(
            self.rounds + more.rounds,
            self.player_ms + more.player_ms,
            self.actions + more.actions,
            self.pushes + more.pushes,
        )


NOTHING = Usage()


class Book(Protocol):
    """What one tenant used, by the day (`YYYY-MM-DD`, UTC). Trouble outside raises `StoreBusy`."""

    def totals(self, first: str, last: str) -> Mapping[str, Usage]:
        """The days from the first to the last that were added up for good."""

    def sum(self, day: str) -> Usage:
        """All that was delivered of a day, added up now."""

    def keep(self, day: str, total: Usage) -> None:
        """Add a day up for good; doing it again changes nothing."""

    def clear(self, day: str) -> bool:
        """Forget what was used on a day; False if nothing was."""


def used(book: Book, days: Iterable[str], settled_before: str) -> Iterator[tuple[str, Usage]]:
    """What was used on each of the days, in their order.

    Of a day before `settled_before` nothing is delivered any more: it is added up once.
    """
    days = list(days)
    totals = book.totals(min(days), max(days))
    for day in days:
        found = totals.get(day)
        if found is None:
            found = book.sum(day)
            if day < settled_before:
                book.keep(day, found)
        yield day, found
