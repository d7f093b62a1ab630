"""Who was just told to wait: whoever goes on asking all the same is answered without looking anything up."""

from collections import OrderedDict
from typing import Final, NamedTuple

from chalicelib.tenants.pace import Rate

REMEMBERED: Final = 4_096


class Wait(NamedTuple):
    """Until when (real epoch ms) somebody is to wait, and of which limit nothing is left.

    `full_at` is when all of it is there again; None: nobody's to know.
    """

    until: int
    limit: str
    rate: Rate
    full_at: int | None


class Hasty:
    """Remembers, in this process alone, who is to wait."""

    def __init__(self) -> None:
        """Nobody yet."""
        self._waits: OrderedDict[str, Wait] = OrderedDict()

    def told(self, who: str, wait: Wait) -> None:
        """They were told to wait."""
        self._waits[who] = wait
        self._waits.move_to_end(who)
        while len(self._waits) > REMEMBERED:
            self._waits.popitem(last=False)

    def wait(self, who: str, now: int) -> Wait | None:
        """What they were told, if they have to wait yet."""
        wait = self._waits.get(who)
        return wait if wait is not None and wait.until > now else None
