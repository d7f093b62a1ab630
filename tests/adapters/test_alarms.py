import json
import logging
from typing import Any

import pytest

from chalicelib.adapters import aws
from chalicelib.adapters.alarms import SqsAlarm, Wakeup, delay_s, read_wakeup

NOW = 1_800_000_000_000


class Queue:
    """An SQS client that keeps what is sent."""

    def __init__(self) -> None:
        self.sent: list[dict[str, Any]] = []

    def send_message(self, **message: Any) -> None:
        self.sent.append(message)


@pytest.mark.parametrize(
    ("in_ms", "seconds"),
    [(-60_000, 0), (0, 0), (1, 1), (1000, 1), (1001, 2), (480_000, 480), (899_001, 900), (7_200_000, 900)],
)
def test_a_wake_up_never_comes_before_its_time_unless_the_queue_cannot_wait(in_ms: int, seconds: int):
    assert delay_s(NOW + in_ms, NOW) == seconds


def test_an_armed_alarm_says_which_room_is_due_and_when():
    queue = Queue()
    SqsAlarm("http://queue", "demo", queue).arm("K7MPQ", NOW + 1500, NOW)

    (message,) = queue.sent
    assert (message["QueueUrl"], message["DelaySeconds"]) == ("http://queue", 2)
    assert read_wakeup(message["MessageBody"]) == Wakeup("demo", "K7MPQ", NOW + 1500, NOW)


def test_a_wake_up_that_was_sent_long_after_its_time_comes_from_the_sweep():
    sent = {"tenant": "demo", "code": "K7MPQ", "due_at": NOW}

    assert "queue" == read_wakeup(json.dumps(sent | {"sent_at": NOW - 60_000})).source
    assert "queue" == read_wakeup(json.dumps(sent)).source
    assert "sweep" == read_wakeup(json.dumps(sent | {"sent_at": NOW + 30_000})).source


def test_a_queue_that_cannot_be_reached_stops_nobody(
    aws_environment: None, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("time.sleep", lambda seconds: None)
    queue = aws.sqs("http://127.0.0.1:1")

    with caplog.at_level(logging.WARNING, "chalicelib"):
        SqsAlarm("http://127.0.0.1:1/queue", "demo", queue).arm("K7MPQ", NOW, NOW)

    assert "EndpointConnectionError" in caplog.text
    assert "K7MPQ" not in caplog.text


@pytest.mark.parametrize(
    "body",
    ["", "no", "[]", "{}", json.dumps({"tenant": "demo", "code": "K7MPQ", "due_at": "now"})],
)
def test_a_message_of_another_kind_is_refused(body: str):
    with pytest.raises(ValueError):
        read_wakeup(body)
