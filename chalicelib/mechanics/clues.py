"""What players say of a secret in turn, lap by lap."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from chalicelib.core.ids import PlayerId, seat_number

BYTES_SHOWN = 47
"""What a view shows of a clue, but for its text."""


class Clue(NamedTuple):
    """One turn: whose it was, in which lap (from 1), whether they `said` anything, and what they wrote."""

    player: PlayerId
    lap: int
    said: bool
    text: str | None


class Space(NamedTuple):
    """So many bytes of clues are `shown` in a view, and so many of their texts `stored`."""

    shown: int
    stored: int

    def less(self, each: "Space", times: int) -> "Space":
        """What is left of it."""
        return Space(self.shown - times * each.shown, self.stored - times * each.stored)


@dataclass(frozen=True, slots=True)
class Clues:
    """The clues of a round, kept in few bytes: whoever is still in it has a turn in every lap.

    `openers` are who opened each lap, from the `first` that is kept on. `texts` are each player's, lap after
    lap: as it was written, an empty one if the clue was said aloud, None if nothing was said in time.
    """

    openers: tuple[PlayerId, ...] = ()
    texts: Mapping[PlayerId, tuple[str | None, ...]] = field(default_factory=dict)
    first: int = 1

    def opened_by(self, player: PlayerId) -> "Clues":
        """These, and a lap that begins."""
        return replace(self, openers=(*self.openers, player))

    def plus(self, player: PlayerId, text: str | None) -> "Clues":
        """These and one more of the lap that is on."""
        return replace(self, texts={**self.texts, player: (*self.texts.get(player, ()), text)})

    def said_aloud(self, player: PlayerId) -> "Clues":
        """These, but that nobody reads any more what that player wrote."""
        aloud = tuple(None if text is None else "" for text in self.texts.get(player, ()))
        return replace(self, texts={**self.texts, player: aloud}) if aloud else self

    def of(self, lap: int) -> Mapping[PlayerId, str | None]:
        """The clues of one lap in the order of turns: by seats around the table, from the opener on."""
        number = lap - self.first
        if not 0 <= number < len(self.openers):
            return {}
        opener = seat_number(self.openers[number])
        given = [player for player, texts in self.texts.items() if number < len(texts)]
        given.sort(key=lambda player: (seat_number(player) < opener, seat_number(player)))
        return {player: self.texts[player][number] for player in given}

    def each(self) -> Iterator[Clue]:
        """One after the other."""
        for lap in range(self.first, self.first + len(self.openers)):
            for player, text in self.of(lap).items():
                yield Clue(player, lap, text is not None, text or None)

    def newest(self, space: Space) -> "Clues":
        """As many of the last laps as fit, one at least."""
        kept = self
        while len(kept.openers) > 1 and not kept._fit(space):
            later = {player: texts[1:] for player, texts in kept.texts.items() if len(texts) > 1}
            kept = Clues(kept.openers[1:], later, kept.first + 1)
        return kept

    def _fit(self, space: Space) -> bool:
        said = [text for texts in self.texts.values() for text in texts]
        written = sum(len(json.dumps(text, ensure_ascii=False).encode()) for text in said)
        return written <= space.stored and written + len(said) * BYTES_SHOWN <= space.shown


NO_CLUES = Clues()
