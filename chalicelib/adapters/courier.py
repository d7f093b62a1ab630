"""The queue of webhooks: a message for each attempt, delivered when it is due."""

import json
from dataclasses import asdict
from typing import TYPE_CHECKING

from botocore.exceptions import BotoCoreError, ClientError

from chalicelib.adapters.alarms import delay_s
from chalicelib.rooms.errors import StoreBusy
from chalicelib.tenants.webhooks import Errand

if TYPE_CHECKING:
    from types_boto3_sqs import SQSClient


class SqsCourier:
    """Implements `Courier` for one tenant."""

    def __init__(self, queue_url: str, tenant: str, client: "SQSClient") -> None:
        """Send nothing yet."""
        self._queue_url, self._tenant, self._client = queue_url, tenant, client

    def send(self, endpoint: str, event: str, due_at: int, now: int) -> None:
        """Send the message on its way; nobody makes up for one that is not sent, so trouble is raised."""
        body = json.dumps(asdict(Errand(self._tenant, endpoint, event, due_at)))
        try:
            self._client.send_message(
                QueueUrl=self._queue_url, MessageBody=body, DelaySeconds=delay_s(due_at, now)
            )
        except (BotoCoreError, ClientError) as trouble:
            raise StoreBusy from trouble


def read_errand(body: str) -> Errand:
    """The errand in a message; raises `ValueError` for anything else."""
    match json.loads(body):
        case {"tenant": str(tenant), "endpoint": str(endpoint), "event": str(event), "due_at": int(due_at)}:
            return Errand(tenant, endpoint, event, due_at)
    raise ValueError("not an errand")
