"""What players say of a secret in turn, lap by lap."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from chalicelib.core.ids import PlayerId


class Clue(NamedTuple):
    """One turn: whose it was, in which lap (from 1), whether they `said` anything, and what they wrote."""

    player: PlayerId
    lap: int
    said: bool
    text: str | None


@dataclass(frozen=True, slots=True)
class Clues:
    """The clues of a round, those of each lap in the order of turns.

    A text as it was written, an empty one if the clue was said aloud, None if nothing was said in time.
    """

    laps: tuple[Mapping[PlayerId, str | None], ...] = ()

    def of(self, lap: int) -> Mapping[PlayerId, str | None]:
        """The clues of one lap."""
        return self.laps[lap - 1] if lap <= len(self.laps) else {}

    def plus(self, lap: int, player: PlayerId, text: str | None) -> "Clues":
        """These and one more of the last lap, or of the next one."""
        return Clues((*self.laps[: lap - 1], {**self.of(lap), player: text}))

    def each(self) -> Iterator[Clue]:
        """One after the other."""
        for lap, given in enumerate(self.laps, 1):
            for player, text in given.items():
                yield Clue(player, lap, text is not None, text or None)


NO_CLUES = Clues()
