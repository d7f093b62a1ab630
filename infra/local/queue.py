"""A standard SQS queue in memory: delays, visibility timeout, dead letters, and misbehaviour on command."""

import heapq
import itertools
import random
import time
import uuid
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

MAX_RECEIVES: Final = 5
VISIBILITY_SECONDS: Final = 30.0


@dataclass(slots=True)
class Chaos:
    """The liberties that a standard queue may take, each from 0 (never) to 1 (always), drawn from a seed."""

    duplicate: float = 0.0
    drop: float = 0.0
    reorder: float = 0.0
    late: float = 0.0
    late_seconds: float = 5.0
    """A late message is kept back for up to so long beyond its delay."""
    seed: int = 0

    def __post_init__(self) -> None:
        for name in ("duplicate", "drop", "reorder", "late"):
            if not 0 <= getattr(self, name) <= 1:
                raise ValueError(f"{name} must lie between 0 and 1")
        if self.late_seconds < 0:
            raise ValueError("late_seconds must not be negative")


@dataclass(slots=True, eq=False)
class QueueMessage:
    """One copy of a message in the queue."""

    id: str
    body: str
    attributes: dict[str, Any]
    sent_at: float
    receive_count: int = 0
    first_received_at: float | None = None
    receipt: str = ""
    deleted: bool = False


class Queue:
    """A standard queue: at least once, never early, in no promised order."""

    def __init__(
        self,
        name: str,
        *,
        now: Callable[[], float] = time.monotonic,
        visibility_seconds: float = VISIBILITY_SECONDS,
        max_receives: int = MAX_RECEIVES,
        chaos: Chaos | None = None,
    ) -> None:
        self.name = name
        self.visibility_seconds = visibility_seconds
        self.dead: list[QueueMessage] = []
        self.sent = self.dropped = self.duplicated = 0
        self.chaos = chaos or Chaos()
        self._now = now
        self._max_receives = max_receives
        self._waiting: list[tuple[float, int, QueueMessage]] = []
        self._order = itertools.count()

    @property
    def arn(self) -> str:
        """Its name as AWS writes it."""
        return f"arn:aws:sqs:eu-west-1:000000000000:{self.name}"

    @property
    def chaos(self) -> Chaos:
        """How it misbehaves; setting it starts its dice anew."""
        return self._chaos

    @chaos.setter
    def chaos(self, chaos: Chaos) -> None:
        self._chaos = chaos
        self._random = random.Random(chaos.seed)

    def send(self, body: str, delay_seconds: int = 0, attributes: dict[str, Any] | None = None) -> str:
        """Put a message in, to be received no earlier than the delay says; its id."""
        message_id = str(uuid.uuid4())
        self.sent += 1
        if self._happens(self._chaos.drop):
            self.dropped += 1
            return message_id
        copies = 1
        if self._happens(self._chaos.duplicate):
            self.duplicated += 1
            copies = 2
        for _ in range(copies):
            late = (
                self._chaos.late_seconds * self._random.random() if self._happens(self._chaos.late) else 0.0
            )
            message = QueueMessage(message_id, body, attributes or {}, time.time())
            self._put(message, self._now() + delay_seconds + late)
        return message_id

    def receive(self, limit: int = 10) -> list[QueueMessage]:
        """Up to `limit` due messages; each comes again after the visibility timeout unless it is deleted."""
        now = self._now()
        due: list[QueueMessage] = []
        while self._waiting and self._waiting[0][0] <= now:
            message = heapq.heappop(self._waiting)[2]
            if message.deleted:
                continue
            if message.receive_count >= self._max_receives:
                self.dead.append(message)
                continue
            due.append(message)
        if self._happens(self._chaos.reorder):
            self._random.shuffle(due)
        for message in due[limit:]:
            self._put(message, now)
        for message in due[:limit]:
            message.receive_count += 1
            message.first_received_at = message.first_received_at or time.time()
            message.receipt = uuid.uuid4().hex
            self._put(message, now + self.visibility_seconds)
        return due[:limit]

    def next_due_in(self) -> float | None:
        """Seconds until a message is due, 0 when one is, None when there is none."""
        while self._waiting and self._waiting[0][2].deleted:
            heapq.heappop(self._waiting)
        return max(0.0, self._waiting[0][0] - self._now()) if self._waiting else None

    def __len__(self) -> int:
        return sum(not message.deleted for _, _, message in self._waiting)

    def _put(self, message: QueueMessage, due_at: float) -> None:
        heapq.heappush(self._waiting, (due_at, next(self._order), message))

    def _happens(self, probability: float) -> bool:
        return probability > 0 and self._random.random() < probability
