import json
from typing import Any

import pytest

from chalicelib.adapters import aws
from chalicelib.adapters.courier import SqsCourier, read_errand
from chalicelib.rooms.errors import StoreBusy
from chalicelib.tenants.webhooks import Errand

NOW = 1_800_000_000_000
ERRAND = Errand("demo", "wh_0123456789abcdef", "evt_1", NOW + 1500)


class Queue:
    """An SQS client that keeps what is sent."""

    def __init__(self) -> None:
        self.sent: list[dict[str, Any]] = []

    def send_message(self, **message: Any) -> None:
        self.sent.append(message)


def test_a_message_says_what_is_to_be_tried_and_comes_when_it_is_due_or_as_late_as_it_can():
    queue = Queue()
    courier = SqsCourier("http://queue", "demo", queue)  # type: ignore[arg-type]
    courier.send(ERRAND.endpoint, ERRAND.event, ERRAND.due_at, NOW)
    courier.send(ERRAND.endpoint, ERRAND.event, NOW + 86_400_000, NOW)

    soon, late = queue.sent
    assert ("http://queue", 2, 900) == (soon["QueueUrl"], soon["DelaySeconds"], late["DelaySeconds"])
    assert ERRAND == read_errand(soon["MessageBody"])


def test_a_message_that_could_not_be_sent_is_trouble(aws_environment: None, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("time.sleep", lambda seconds: None)
    courier = SqsCourier("http://127.0.0.1:1/queue", "demo", aws.sqs("http://127.0.0.1:1"))

    with pytest.raises(StoreBusy):
        courier.send(ERRAND.endpoint, ERRAND.event, NOW, NOW)


@pytest.mark.parametrize(
    "body",
    ["", "no", "[]", "{}", json.dumps({"tenant": "demo", "endpoint": "x", "event": "y", "due_at": "now"})],
)
def test_a_message_of_another_kind_is_refused(body: str):
    with pytest.raises(ValueError):
        read_errand(body)
