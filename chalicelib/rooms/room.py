"""A room as it is stored: the game's state and all that people and sockets need around it."""

from collections.abc import Container, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal, NamedTuple

from chalicelib.core.ids import Millis, PlayerId
from chalicelib.core.legal import AnyState
from chalicelib.mechanics.table import Standing
from chalicelib.tenants.usage import NOTHING, Usage

HOUR_MS = 60 * 60 * 1000
LIFETIME_MS = 24 * HOUR_MS
"""A room closes this long after its last action, or up to an hour later."""
KEPT_S = 24 * 60 * 60
"""For so long a room that is over still stands in the store: its code is nobody else's yet."""


class SeatKey(NamedTuple):
    """What opens a seat, and what was done with it last.

    Never a token, only its digest and the nonce to compute it again. `entry` is the receipt of the request by
    which the seat was taken, if that had a key; `receipts` are those of its last actions.
    """

    nonce: str
    digest: str
    entry: str = ""
    receipts: str = ""


@dataclass(frozen=True, slots=True)
class Connected:
    """A socket that said hello for a seat, and when (real epoch ms)."""

    player: PlayerId
    at: int


@dataclass(frozen=True, slots=True)
class RoundRecord:
    """A finished round as it is kept: with everything that its reveal told."""

    match: int
    number: int
    deck: str
    ended_at: int
    nicknames: Mapping[PlayerId, str]
    result: Any

    @property
    def id(self) -> str:
        """Its order in the room's life, as a key that sorts."""
        return f"{self.match:04}.{self.number:04}"

    def without(self, players: Container[PlayerId]) -> "RoundRecord":
        """The same, with the ids of these players in the place of their nicknames."""
        names = {player: player if player in players else name for player, name in self.nicknames.items()}
        return self if names == self.nicknames else replace(self, nicknames=names)


@dataclass(frozen=True, slots=True)
class MatchRecord:
    """A match that is over, and who came out where."""

    match: int
    ended_at: int
    standings: tuple[Standing, ...]

    @property
    def id(self) -> str:
        """A key that sorts after those of the match's rounds."""
        return f"{self.match:04}.over"


@dataclass(frozen=True, slots=True)
class Closing:
    """The end of the room: everybody has `left`, or it has `expired`, nobody having done anything.

    That of a room that was `deleted` only brings what was used in it: nobody is told.
    """

    ended_at: int
    why: Literal["left", "expired", "deleted"]

    @property
    def id(self) -> str:
        """A key that sorts after all others; a room closes once."""
        return "closed"


Event = RoundRecord | MatchRecord | Closing
"""What is told outside the room; like all times of a room, `ended_at` is game time."""


@dataclass(frozen=True, slots=True)
class Delivery:
    """Something that has ended (at a real instant), and what was used since the delivery before it."""

    at: int
    event: Event
    usage: Usage = NOTHING

    @property
    def id(self) -> str:
        """Its own among all deliveries of its room."""
        return self.event.id


@dataclass(frozen=True, slots=True)
class Said:
    """A message of the chat; `number` counts from 1 without gaps, `at` (real epoch ms) never runs back."""

    number: int
    player: PlayerId
    nickname: str
    text: str
    at: int

    @property
    def is_erased(self) -> bool:
        """Whether what was said is gone; whoever says something says at least one letter."""
        return not self.text

    def without(self, players: Container[PlayerId]) -> "Said":
        """The same, with nothing left of what one of these players said but that they did."""
        return replace(self, nickname=self.player, text="") if self.player in players else self


@dataclass(frozen=True, slots=True)
class Pace:
    """When the buckets of a room's actions are full again, in ms since the room was opened."""

    room: int = 0
    seats: Mapping[PlayerId, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Document:
    """The part of a room that one save replaces as a whole.

    `plan` is that of its tenant when the room was opened; `pace` is how fast its seats have acted. `usage` is
    what no delivery has told yet; `dealt_ms`: how long (real time) after the room was made its last round
    began, `hosted_ms`: when the role of host last moved. `deck` is the pin of an own deck of the tenant's, in
    the version that is played with; else the options say which deck it is. `erased_seats` has the bit of a
    seat's number for each player of whom nothing is told any more but what they did in the rounds.
    `bot_keys` are receipts of the requests that added a bot under a key.
    """

    id: str
    created_at: int
    time_scale: int
    state: AnyState
    seats: Mapping[PlayerId, SeatKey]
    plan: str = ""
    pace: Pace = field(default_factory=Pace)
    usage: Usage = NOTHING
    dealt_ms: int = 0
    deck: str | None = None
    erased_seats: int = 0
    bot_keys: Mapping[PlayerId, str] = field(default_factory=dict)
    hosted_ms: int = 0

    @property
    def erased(self) -> tuple[PlayerId, ...]:
        """Those players, in seat order."""
        bits = self.erased_seats
        return tuple(PlayerId(f"p{n}") for n in range(1, bits.bit_length()) if bits >> n & 1)


@dataclass(frozen=True, slots=True)
class Room:
    """A room: its document, the lock on it (`revision`), and what changes without touching the lock.

    `due_at` is the real instant (epoch ms) of whatever happens next by itself, at the latest `closes_at`, at
    which the room is over; `outbox` holds what has ended until all are told whom it concerns; `connections`
    and `seen_at` (real epoch ms of a seat's last noted request) are hints.
    """

    code: str
    game: str
    document: Document
    closes_at: int
    revision: int = 0
    due_at: int | None = None
    outbox: tuple[Delivery, ...] = ()
    connections: Mapping[str, Connected] = field(default_factory=dict)
    seen_at: Mapping[PlayerId, int] = field(default_factory=dict)

    @property
    def state(self) -> AnyState:
        """The game's state."""
        return self.document.state

    @property
    def expires_at(self) -> int:
        """When the store may forget it, in epoch seconds."""
        return self.closes_at // 1000 + KEPT_S

    @property
    def alarm_at(self) -> int | None:
        """When the server has to look in time: whenever something is due but that the room is over."""
        return self.due_at if self.outbox or self.due_at != self.closes_at else None

    @property
    def waiting_rounds(self) -> tuple[RoundRecord, ...]:
        """The finished rounds that wait in the outbox."""
        return tuple(d.event for d in self.outbox if isinstance(d.event, RoundRecord))

    def game_time(self, real: int) -> Millis:
        """The instant on the room's game clock, which may run faster than the real one (for tests)."""
        start = self.document.created_at
        return Millis(start + (real - start) * self.document.time_scale)

    def real_time(self, game: Millis) -> int:
        """The first real millisecond at which the game clock shows at least `game`."""
        start, scale = self.document.created_at, self.document.time_scale
        return start + -((start - game) // scale)

    def connections_of(self, player: PlayerId) -> dict[str, Connected]:
        """The seat's sockets, oldest first."""
        own = {c: found for c, found in self.connections.items() if found.player == player}
        return dict(sorted(own.items(), key=lambda item: (item[1].at, item[0])))


def closing(created_at: int, acted_at: int) -> int:
    """When a room closes in which nobody does anything any more.

    It is a whole number of hours after the room was made: the instant moves at most once an hour however much
    is done, and rooms close as evenly as they were opened.
    """
    hours = -(-(acted_at + LIFETIME_MS - created_at) // HOUR_MS)
    return created_at + hours * HOUR_MS
