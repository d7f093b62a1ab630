"""Alarms through the deployed queue and schedule: repeated, early, late, lost, unreadable."""

import json
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import boto3
import pytest

from infra.e2e.local_stack import LocalStack, deploy
from infra.phone import Json, Phone, Service
from tests.e2e.party import Party

pytestmark = pytest.mark.stack

SOON = {"minutes": 5, "vote_seconds": None}
LATER = {**SOON, "minutes": 10}
"""Ten minutes are twenty seconds in this stack."""
SWEPT_S = 60 + 5 + 25
"""The sweep comes each minute, and looks for what is five seconds overdue."""


@pytest.fixture(scope="module")
def local(packages: Path) -> LocalStack:
    """A stack of our own, beside the one that others play on."""
    return deploy(packages / "dev", "tapadillo-queue", TimeScale="30")


@pytest.fixture(scope="module")
def service(local: LocalStack) -> Iterator[Service]:
    with Service(local.base_url) as service:
        yield service


class Queue:
    """The alarm queue, and what waits in it."""

    def __init__(self, local: LocalStack) -> None:
        self.sqs = boto3.client("sqs")
        self.url = local.outputs["AlarmQueueUrl"]
        self.dead_url = local.outputs["DeadLettersUrl"]
        self._table = local.outputs["RoomsTableName"]

    def due_at(self, code: str) -> int:
        """When the room of that code is due."""
        key = {"pk": {"S": f"T#demo#R#{code}"}, "sk": {"S": "ROOM"}}
        item = boto3.client("dynamodb").get_item(TableName=self._table, Key=key, ConsistentRead=True)["Item"]
        return int(item["due_at"]["N"])

    def send(self, code: str, due_at: int, times: int = 1, delay_s: int = 0) -> None:
        body = json.dumps({"tenant": "demo", "code": code, "due_at": due_at})
        for _ in range(times):
            self.sqs.send_message(QueueUrl=self.url, MessageBody=body, DelaySeconds=delay_s)

    def count(self, url: str, *kinds: str) -> int:
        names = [f"ApproximateNumberOfMessages{kind}" for kind in kinds]
        found = self.sqs.get_queue_attributes(QueueUrl=url, AttributeNames=names)["Attributes"]
        return sum(map(int, found.values()))


@pytest.fixture(scope="module")
def queue(local: LocalStack) -> Queue:
    return Queue(local)


def eventually(is_so: Callable[[], Any], seconds: float = 30) -> None:
    ends = time.monotonic() + seconds
    while not is_so():
        assert time.monotonic() < ends
        time.sleep(0.2)


def in_phase(phase: str) -> Callable[[Json], bool]:
    return lambda view: bool(phase == view["room"]["phase"])


def times_told(phone: Phone, phase: str) -> int:
    """How often a phone was sent a view of that phase."""
    views = [message["view"] for message in map(json.loads, phone.heard) if "view" in message]
    return len({view["version"] for view in views if phase == view["room"]["phase"]})


def test_repeated_early_and_late_messages_change_nothing(service: Service, queue: Queue) -> None:
    party = Party(service, 3, **LATER).connect().play()
    due_at = queue.due_at(party.code)

    queue.send(party.code, due_at, times=4)
    queue.send(party.code, due_at, times=2, delay_s=22)
    for phone in party:
        phone.until(in_phase("pointing"), 60)
    pointing = [phone.view["version"] for phone in party]
    queue.send(party.code, due_at, times=5)
    eventually(lambda: 0 == queue.count(queue.url, "", "NotVisible", "Delayed"))
    party.sync()

    assert pointing == [phone.view["version"] for phone in party]
    assert [1, 1, 1] == [times_told(phone, "pointing") for phone in party]


def test_a_lost_alarm_is_made_up_for_by_the_schedule(service: Service, queue: Queue) -> None:
    party = Party(service, 3, **SOON).connect().play()
    due_at = queue.due_at(party.code)
    queue.sqs.purge_queue(QueueUrl=queue.url)

    for phone in party:
        phone.until(in_phase("pointing"), SWEPT_S)

    told_at = time.time()
    assert told_at - due_at / 1000 > 5, "by the sweep, for the alarm itself was lost"
    assert {"point"} <= {entry["type"] for entry in party.host.view["actions"]}


def test_a_message_that_cannot_be_read_fails_alone_and_ends_as_a_dead_letter(
    service: Service, queue: Queue
) -> None:
    queue.sqs.set_queue_attributes(QueueUrl=queue.url, Attributes={"VisibilityTimeout": "1"})
    party = Party(service, 3, **SOON).connect().play()
    good = json.dumps({"tenant": "demo", "code": party.code, "due_at": queue.due_at(party.code)})

    bodies = ["not a wake-up", good, '{"tenant": "demo"}']
    queue.sqs.send_message_batch(
        QueueUrl=queue.url,
        Entries=[{"Id": str(n), "MessageBody": body} for n, body in enumerate(bodies)],
    )
    for phone in party:
        phone.until(in_phase("pointing"), 30)
    eventually(lambda: 2 == queue.count(queue.dead_url, ""), 60)

    dead = queue.sqs.receive_message(QueueUrl=queue.dead_url, MaxNumberOfMessages=10)["Messages"]
    assert {"not a wake-up", '{"tenant": "demo"}'} == {message["Body"] for message in dead}
