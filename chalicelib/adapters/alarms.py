"""Wake-ups through the queue: a message that is delivered when a room is due."""

import json
import logging
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from types_boto3_sqs import SQSClient

log = logging.getLogger(__name__)

LONGEST_DELAY_S: Final = 900
OVERDUE_MS: Final = 5_000
"""A room that is due for so long has lost its alarm."""


@dataclass(frozen=True, slots=True)
class Wakeup:
    """Which room is due, and when; when it was sent on its way (real epoch ms; None: not at all)."""

    tenant: str
    code: str
    due_at: int
    sent_at: int | None = None

    @property
    def source(self) -> str:
        """What sent it: the `queue` gets its messages in time, the `sweep` those that were lost."""
        is_late = self.sent_at is not None and self.sent_at - self.due_at > OVERDUE_MS
        return "sweep" if is_late else "queue"


class SqsAlarm:
    """The alarms of one tenant."""

    def __init__(self, queue_url: str, tenant: str, client: "SQSClient") -> None:
        """Make nothing yet: a queue's address and a shared client are all it takes."""
        self._queue_url, self._tenant, self._client = queue_url, tenant, client

    def arm(self, code: str, due_at: int, now: int) -> None:
        """Send the message on its way; one that was not sent is logged, and the sweep makes up for it."""
        body = json.dumps(asdict(Wakeup(self._tenant, code, due_at, now)))
        try:
            self._client.send_message(
                QueueUrl=self._queue_url, MessageBody=body, DelaySeconds=delay_s(due_at, now)
            )
        except Exception as trouble:
            log.warning("an alarm was not armed: %s", type(trouble).__name__)


def delay_s(due_at: int, now: int) -> int:
    """Whole seconds until the instant, never short of it, as far as the queue can wait."""
    return min(LONGEST_DELAY_S, max(0, -((now - due_at) // 1000)))


def read_wakeup(body: str) -> Wakeup:
    """The wake-up in a message; raises `ValueError` for anything else."""
    match json.loads(body):
        case {"tenant": str(tenant), "code": str(code), "due_at": int(due_at), **more}:
            sent_at = more.get("sent_at")
            return Wakeup(tenant, code, due_at, sent_at if isinstance(sent_at, int) else None)
    raise ValueError("not a wake-up")
