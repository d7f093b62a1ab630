"""The last codes that somebody tried in vain: to try one of them again tells them nothing new."""

from collections import OrderedDict
from typing import Final

REMEMBERED: Final = 4_096
CODES_EACH: Final = 2
"""So few that nobody can watch many codes for nothing, until one of them becomes a room."""


class Missed:
    """Remembers them in this process alone."""

    def __init__(self) -> None:
        """None yet."""
        self._codes: OrderedDict[str, tuple[str, ...]] = OrderedDict()

    def knows(self, who: str, code: str) -> bool:
        """Whether they have just tried it."""
        return code in self._codes.get(who, ())

    def note(self, who: str, code: str) -> None:
        """It opened nothing."""
        others = tuple(other for other in self._codes.get(who, ()) if other != code)
        self._codes[who] = (*others, code)[-CODES_EACH:]
        self._codes.move_to_end(who)
        while len(self._codes) > REMEMBERED:
            self._codes.popitem(last=False)
