"""Webhooks: what a tenant's own servers are told of its rooms, how it is signed, and when it is told again.

Headers and signatures are those of https://www.standardwebhooks.com, whose libraries verify them. An event
tells nothing of persons by itself: what is told of a round is read when it is sent, and may be gone by then.
"""

import base64
import hashlib
import hmac
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any, Final, Literal

EventType = Literal["round.ended", "match.ended", "room.closed"]
EVENT_TYPES: Final[tuple[EventType, ...]] = ("round.ended", "match.ended", "room.closed")

Status = Literal["pending", "delivered", "failed"]
STATUSES: Final[tuple[Status, ...]] = ("pending", "delivered", "failed")

RETRIES_S: Final = (5, 60, 10 * 60, 60 * 60, 6 * 60 * 60, 24 * 60 * 60)
"""How long after each failure it is tried again, about; after the last one, never."""
SPREAD: Final = 0.2
"""By how much of that, at most, each is later: what failed together is not repeated together."""
KEPT_S: Final = 7 * 24 * 60 * 60
"""Events can be looked at, and sent again, for so long."""
MOST_BYTES: Final = 32 * 1024

SECRET_BYTES: Final = 32
ENDPOINT_ID: Final = re.compile(r"wh_[0-9a-f]{16}", re.ASCII)
EVENT_ID: Final = re.compile(r"evt_[0-9a-f]{36}", re.ASCII)

GONE: Final = 410
"""The answer of an endpoint that wants nothing more."""


@dataclass(frozen=True, slots=True)
class Endpoint:
    """A URL of the tenant's, and the events that it is told of.

    The secret is kept as it is, since signing needs it; `old_secret` signs too until `old_until` (epoch ms).
    An endpoint that has answered 410 was disabled then, and is told nothing more.
    """

    id: str
    url: str
    events: tuple[EventType, ...]
    created_at: int
    secret: str = field(repr=False)
    old_secret: str | None = field(default=None, repr=False)
    old_until: int = 0
    disabled_at: int | None = None

    def wants(self, type: EventType) -> bool:
        """Whether it is told of such events."""
        return self.disabled_at is None and type in self.events

    def secrets(self, now: int) -> tuple[str, ...]:
        """Those that sign now, the newest first."""
        if self.old_secret is None or self.old_until <= now:
            return (self.secret,)
        return (self.secret, self.old_secret)

    def may_rotate(self, grace_s: int, now: int) -> bool:
        """Whether another may come: not while an old one is promised to sign, unless nothing old shall."""
        return grace_s == 0 or len(self.secrets(now)) == 1

    def rotated(self, secret: str, grace_s: int, now: int) -> "Endpoint":
        """With another secret; the one before signs for so many seconds more."""
        return replace(self, secret=secret, old_secret=self.secret, old_until=now + grace_s * 1000)


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened in a room at a real instant (epoch ms), without anybody's name.

    `facts` are JSON: of a round its id, of a match its standings by player id, of a room why it was closed.
    """

    id: str
    type: EventType
    at: int
    room_id: str
    code: str
    game: str
    facts: Mapping[str, Any]


class Trouble(StrEnum):
    """What can prevent an answer; that of the last three nothing changes by itself."""

    ADDRESS_NOT_ALLOWED = "address_not_allowed"
    UNREACHABLE = "unreachable"
    NOT_TRUSTED = "not_trusted"
    TIMEOUT = "timeout"
    RESTING = "resting"
    DELETED = "deleted"
    DISABLED = "endpoint_disabled"
    TOO_LARGE = "too_large"


FINAL: Final = frozenset({Trouble.DELETED, Trouble.DISABLED, Trouble.TOO_LARGE})


@dataclass(frozen=True, slots=True)
class Answer:
    """What came of an attempt: the status that was answered, or what prevented any answer."""

    status: int | None = None
    trouble: Trouble | None = None

    @property
    def is_success(self) -> bool:
        """Whether the endpoint has it now."""
        return self.status is not None and 200 <= self.status < 300


@dataclass(frozen=True, slots=True)
class Dispatch:
    """An event on its way to an endpoint; `next_at` (epoch ms) is when it is tried next, None when never."""

    endpoint: str
    event: Event
    status: Status = "pending"
    next_at: int | None = None
    attempts: int = 0
    tried_at: int | None = None
    answer: Answer = Answer()

    def after(self, answer: Answer, now: int) -> "Dispatch":
        """What an attempt at that instant makes of it."""
        tried = replace(self, attempts=self.attempts + 1, tried_at=now, answer=answer, next_at=None)
        if answer.is_success:
            return replace(tried, status="delivered")
        if answer.status == GONE or answer.trouble in FINAL or tried.attempts > len(RETRIES_S):
            return replace(tried, status="failed")
        return replace(tried, next_at=now + self._wait_ms(tried.attempts))

    def replayed(self, now: int) -> "Dispatch":
        """The same, to be sent again as if it were new."""
        return replace(self, status="pending", next_at=now, attempts=0)

    def _wait_ms(self, attempts: int) -> int:
        seed = hashlib.sha256(f"{self.endpoint} {self.event.id} {attempts}".encode()).digest()
        wait_ms = RETRIES_S[attempts - 1] * 1000
        return wait_ms + int(wait_ms * SPREAD * seed[0] / 255)


@dataclass(frozen=True, slots=True)
class Errand:
    """What waits in the queue: a dispatch of a tenant, to be tried at that instant (epoch ms)."""

    tenant: str
    endpoint: str
    event: str
    due_at: int


def event_id(tenant: str, room_id: str, delivery_id: str, at: int) -> str:
    """The same for the same event, and later ones sort after earlier ones."""
    digest = hashlib.sha256(f"{tenant} {room_id} {delivery_id}".encode()).hexdigest()
    return first_id(at) + digest[:24]


def first_id(at: int) -> str:
    """What sorts before the ids of all events from that instant (epoch ms) on."""
    return f"evt_{max(0, at):012x}"


def make_secret(random: bytes) -> str:
    """A signing secret as receivers' libraries read it, from `SECRET_BYTES` random bytes."""
    return f"whsec_{base64.b64encode(random).decode()}"


def signature(secrets: Iterable[str], id: str, timestamp_s: int, body: bytes) -> str:
    """The signature header: one signature for each secret."""
    signed = f"{id}.{timestamp_s}.".encode() + body
    keys = (base64.b64decode(secret.removeprefix("whsec_")) for secret in secrets)
    each = (base64.b64encode(hmac.digest(key, signed, "sha256")).decode() for key in keys)
    return " ".join(f"v1,{signature}" for signature in each)
