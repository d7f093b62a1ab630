"""Who was just told to wait: whoever goes on asking all the same is answered without looking anything up."""

from collections import OrderedDict
from typing import Final

REMEMBERED: Final = 4_096


class Hasty:
    """Remembers, in this process alone, until when (real epoch ms) somebody is to wait."""

    def __init__(self) -> None:
        """Nobody yet."""
        self._until: OrderedDict[str, int] = OrderedDict()

    def told(self, who: str, until: int) -> None:
        """They were told to wait."""
        self._until[who] = until
        self._until.move_to_end(who)
        while len(self._until) > REMEMBERED:
            self._until.popitem(last=False)

    def wait_ms(self, who: str, now: int) -> int:
        """How long they have to wait yet; 0 if they may ask."""
        return max(0, self._until.get(who, 0) - now)
