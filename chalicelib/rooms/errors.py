"""What can go wrong with a room outside the rules; mapped to answers once, in the API.

RoomTrouble
├── RoomNotFound     no such room, or another tenant's
├── RoomClosed       it was, and is over
├── NotSeated        the token opens no seat here
│   └── TokenRevoked it did once: left, or removed
├── NotYours         the seat is somebody else's
├── NoSuchPlayer     nobody ever had that seat
├── Reused           a key or action id came again with other content
├── TooMany          this seat has just said or done a lot
├── Conflict         somebody else saved first (retried inside, never leaves)
└── StoreBusy        too many did for too long, or the store throttles
"""

from dataclasses import dataclass
from typing import Any

from chalicelib.tenants.pace import Rate


@dataclass(frozen=True, slots=True)
class Limit:
    """A rate that was used up, and in how long all of it is there again; None: nobody's to know."""

    name: str
    rate: Rate
    full_ms: int | None


class RoomTrouble(Exception):
    """Base of all of these."""


class RoomNotFound(RoomTrouble):
    """No room of this tenant has that code."""


class RoomClosed(RoomTrouble):
    """Every human has left, or nothing happened for a day."""


class NotSeated(RoomTrouble):
    """The token belongs to no seat of this room."""


class TokenRevoked(NotSeated):
    """The seat of this token was left for good."""


class LongGone(TokenRevoked):
    """Nothing is remembered of the seat that the token names but that it was left: it may be anybody's."""


class NotYours(RoomTrouble):
    """What belongs to a seat is for whoever holds its token."""


class NoSuchPlayer(RoomTrouble):
    """The room has not had so many seats."""


class Reused(RoomTrouble):
    """An idempotency key or an action id that stands for something else already."""

    def __init__(self, what: str) -> None:
        """Name the member at fault: `idempotency_key` or `action_id`."""
        super().__init__(what)
        self.what = what


class TooMany(RoomTrouble):
    """The seat, or the whole room, has to wait for a while."""

    def __init__(self, wait_ms: int, limit: Limit) -> None:
        """Tell for how long, and of which limit."""
        super().__init__("too many")
        self.wait_ms, self.limit = wait_ms, limit


class Conflict(RoomTrouble):
    """The revision was not the expected one; carries the room as it is now."""

    def __init__(self, current: Any) -> None:
        """Keep the current room, so that nobody has to read it again."""
        super().__init__("revision")
        self.current = current


class StoreBusy(RoomTrouble):
    """Come back in a moment."""
