"""A room as it is stored: the game's state and all that people and sockets need around it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from chalicelib.core.ids import Millis, PlayerId
from chalicelib.core.legal import AnyState

LIFETIME_S = 24 * 60 * 60
"""A room closes this long after its last action."""


class SeatKey(NamedTuple):
    """What opens a seat: never a token, only its digest and the nonce to compute it again.

    `entry` and `request` are digests of the idempotency key with which the seat was taken and of the request.
    """

    nonce: str
    digest: str
    entry: str | None = None
    request: str | None = None


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


@dataclass(frozen=True, slots=True)
class Said:
    """A message of the chat; `number` counts from 1 without gaps, `at` (real epoch ms) never runs back."""

    number: int
    player: PlayerId
    nickname: str
    text: str
    at: int


@dataclass(frozen=True, slots=True)
class Document:
    """The part of a room that one save replaces as a whole."""

    id: str
    created_at: int
    time_scale: int
    state: AnyState
    seats: Mapping[PlayerId, SeatKey]
    receipts: Mapping[PlayerId, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Room:
    """A room: its document, the lock on it (`revision`), and what changes without touching the lock.

    `due_at` is the real instant (epoch ms) of whatever happens next by itself, `expires_at` in epoch seconds;
    `outbox` holds finished rounds until they are delivered to their own place; `connections` and `seen_at`
    (real epoch ms of a seat's last noted request) are hints.
    """

    code: str
    game: str
    document: Document
    expires_at: int
    revision: int = 0
    due_at: int | None = None
    outbox: tuple[RoundRecord, ...] = ()
    connections: Mapping[str, Connected] = field(default_factory=dict)
    seen_at: Mapping[PlayerId, int] = field(default_factory=dict)

    @property
    def state(self) -> AnyState:
        """The game's state."""
        return self.document.state

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
