"""The queue: never early, at least once, again when it failed, and as wayward as it is told to be."""

import json
from collections.abc import Iterator

import pytest
from botocore.exceptions import ClientError

from infra.local.queue import Chaos, Queue
from infra.local.settings import ALARM_QUEUE
from infra.local.sqs import md5, md5_of_attributes
from tests.local.conftest import Local, local_server


class Clock:
    """A clock that a test moves."""

    now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def queue(clock: Clock) -> Queue:
    return Queue("q", now=clock, visibility_seconds=30)


@pytest.fixture
def well_behaved(local: Local) -> Iterator[Local]:
    yield local
    local.queue.chaos = Chaos()
    local.toy.fail_bodies.clear()


def bodies(queue: Queue, limit: int = 10) -> list[str]:
    """Receive, and delete what was received."""
    messages = queue.receive(limit)
    for message in messages:
        message.deleted = True
    return [message.body for message in messages]


def test_a_message_is_never_early(queue: Queue, clock: Clock) -> None:
    queue.send("later", delay_seconds=3)

    clock.now += 2.999
    assert bodies(queue) == []
    assert queue.next_due_in() == pytest.approx(0.001)
    clock.now += 0.001
    assert bodies(queue) == ["later"]
    assert queue.next_due_in() is None


def test_a_batch_takes_at_most_what_is_asked_and_leaves_the_rest(queue: Queue) -> None:
    for number in range(25):
        queue.send(str(number))

    assert [len(bodies(queue)) for _ in range(4)] == [10, 10, 5, 0]


def test_what_is_not_deleted_comes_again_and_counts_and_ends_among_the_dead(
    queue: Queue, clock: Clock
) -> None:
    queue.send("stubborn")

    counts = []
    for _ in range(7):
        counts += [message.receive_count for message in queue.receive()]
        clock.now += 29.9
        assert not queue.receive()
        clock.now += 0.1

    assert counts == [1, 2, 3, 4, 5]
    assert [message.body for message in queue.dead] == ["stubborn"]
    assert len(queue) == 0


def test_on_command_messages_are_lost(queue: Queue) -> None:
    queue.chaos = Chaos(drop=1)
    queue.send("lost")

    assert (bodies(queue), queue.dropped) == ([], 1)


def test_on_command_messages_come_twice(queue: Queue) -> None:
    queue.chaos = Chaos(duplicate=1)
    message_id = queue.send("twin")
    twins = queue.receive()

    assert [(twin.body, twin.id) for twin in twins] == [("twin", message_id)] * 2
    assert twins[0].receipt != twins[1].receipt


def test_on_command_messages_come_late_but_in_time(queue: Queue, clock: Clock) -> None:
    queue.chaos = Chaos(late=1, late_seconds=10, seed=3)
    queue.send("late", delay_seconds=5)

    clock.now += 5
    assert bodies(queue) == []
    clock.now += 10
    assert bodies(queue) == ["late"]


def test_on_command_messages_change_places_alike_for_the_same_seed(clock: Clock) -> None:
    def received(seed: int) -> list[str]:
        queue = Queue("q", now=clock, chaos=Chaos(reorder=1, seed=seed))
        for number in range(12):
            queue.send(str(number))
        return bodies(queue) + bodies(queue)

    in_order = [str(number) for number in range(12)]
    assert received(1) == received(1) != in_order
    assert sorted(received(1), key=int) == in_order
    assert received(2) != received(1)


@pytest.mark.parametrize("wrong", [{"drop": 1.5}, {"duplicate": -1}, {"late_seconds": -1}])
def test_chaos_has_its_bounds(wrong: dict[str, float]) -> None:
    with pytest.raises(ValueError, match="must"):
        Chaos(**wrong)  # type: ignore[arg-type]


def test_an_unchanged_boto3_client_sends_and_the_app_receives_when_it_is_due(well_behaved: Local) -> None:
    sqs = well_behaved.aws("sqs")
    url = sqs.get_queue_url(QueueName=ALARM_QUEUE)["QueueUrl"]
    sent = sqs.send_message(QueueUrl=url, MessageBody="año", DelaySeconds=1)
    at_once = sqs.send_message(
        QueueUrl=url,
        MessageBody="now",
        MessageAttributes={"kind": {"DataType": "String", "StringValue": "x"}},
    )

    assert sent["MD5OfMessageBody"] == md5("año".encode())
    assert at_once["MD5OfMessageAttributes"] == md5_of_attributes(
        {"kind": {"DataType": "String", "StringValue": "x"}}
    )
    late = well_behaved.wait_for(lambda: well_behaved.seen(kind="alarm", body="año"))[0]
    early = well_behaved.seen(kind="alarm", body="now")[0]
    assert 0.9 < late["at"] - early["at"] < 1.5


def test_the_digest_of_attributes_is_the_one_that_aws_documents() -> None:
    attributes = {
        "b": {"DataType": "Binary", "BinaryValue": "AAE="},
        "a": {"DataType": "Number", "StringValue": "1"},
    }

    assert md5_of_attributes(attributes) == md5(
        b"\0\0\0\1a\0\0\0\6Number\1\0\0\0\0011\0\0\0\1b\0\0\0\6Binary\2\0\0\0\2\0\1"
    )


def test_a_burst_comes_in_batches_of_at_most_ten_each_message_once(well_behaved: Local) -> None:
    sqs = well_behaved.aws("sqs")
    url = sqs.get_queue_url(QueueName=ALARM_QUEUE)["QueueUrl"]
    for start in (0, 10, 20):
        entries = [{"Id": str(n), "MessageBody": f"burst {start + n}"} for n in range(10)]
        assert len(sqs.send_message_batch(QueueUrl=url, Entries=entries)["Successful"]) == 10

    def arrived() -> list[dict[str, object]]:
        found = [note for note in well_behaved.seen(kind="alarm") if str(note["body"]).startswith("burst")]
        return found if len(found) >= 30 else []

    notes = well_behaved.wait_for(arrived)
    assert len({note["body"] for note in notes}) == len(notes) == 30
    assert max(int(str(note["batch"])) for note in notes) <= 10


def test_only_what_the_app_reports_as_failed_comes_again(well_behaved: Local) -> None:
    well_behaved.toy.fail_bodies.add("bad")
    for body in ("good", "bad"):
        well_behaved.aws("sqs").send_message(QueueUrl=f"x/{ALARM_QUEUE}", MessageBody=body)

    well_behaved.wait_for(lambda: len(well_behaved.queue.dead) == 1)
    assert [note["count"] for note in well_behaved.seen(kind="alarm", body="bad")] == [1, 2, 3, 4, 5]
    assert [note["count"] for note in well_behaved.seen(kind="alarm", body="good")] == [1]
    well_behaved.queue.dead.clear()


def test_when_the_app_fails_the_whole_batch_comes_again(well_behaved: Local) -> None:
    entries = [{"Id": str(n), "MessageBody": body} for n, body in enumerate(("beside", "crash"))]
    well_behaved.aws("sqs").send_message_batch(QueueUrl=f"x/{ALARM_QUEUE}", Entries=entries)

    well_behaved.wait_for(lambda: len(well_behaved.queue.dead) >= 1)
    assert len(well_behaved.seen(kind="alarm", body="crash")) == 5
    well_behaved.queue.dead.clear()


def test_what_sqs_refuses_is_refused(local: Local) -> None:
    sqs = local.aws("sqs")
    url = f"x/{ALARM_QUEUE}"

    with pytest.raises(sqs.exceptions.QueueDoesNotExist):
        sqs.get_queue_url(QueueName="other")
    with pytest.raises(sqs.exceptions.QueueDoesNotExist):
        sqs.send_message(QueueUrl="x/other", MessageBody="x")
    for wrong in ({"DelaySeconds": 901}, {"DelaySeconds": -1}, {"MessageBody": ""}):
        with pytest.raises(ClientError):
            sqs.send_message(**{"QueueUrl": url, "MessageBody": "x", **wrong})
    with pytest.raises(sqs.exceptions.BatchEntryIdsNotDistinct):
        sqs.send_message_batch(QueueUrl=url, Entries=[{"Id": "1", "MessageBody": "x"}] * 2)
    with pytest.raises(sqs.exceptions.UnsupportedOperation):
        sqs.purge_queue(QueueUrl=url)
    mixed = [{"Id": "1", "MessageBody": "fine"}, {"Id": "2", "MessageBody": "x", "DelaySeconds": 901}]
    answer = sqs.send_message_batch(QueueUrl=url, Entries=mixed)
    assert [(len(answer[part]), answer[part][0]["Id"]) for part in ("Successful", "Failed")] == [
        (1, "1"),
        (1, "2"),
    ]


@pytest.mark.parametrize("body", [b"", b"nonsense", b"[]", b"\xff", b'{"Entries": [1]}', b'{"QueueUrl": 7}'])
@pytest.mark.parametrize("target", ["SendMessage", "SendMessageBatch", "GetQueueUrl", "Nothing", ""])
def test_what_is_no_call_is_refused(local: Local, target: str, body: bytes) -> None:
    answer = local.http.post("/_local/sqs", content=body, headers={"X-Amz-Target": f"AmazonSQS.{target}"})

    assert answer.status_code == 400
    assert "__type" in answer.json()


def test_tests_command_the_queue_over_http(well_behaved: Local) -> None:
    def state() -> dict[str, object]:
        return dict(well_behaved.http.get("/_local/chaos").json()[ALARM_QUEUE])

    dropped = int(str(state()["dropped"]))
    answer = well_behaved.http.put("/_local/chaos", json={"drop": 1, "seed": 5})
    well_behaved.aws("sqs").send_message(QueueUrl=f"x/{ALARM_QUEUE}", MessageBody="unheard")

    assert answer.json()[ALARM_QUEUE]["chaos"]["drop"] == 1
    assert state()["dropped"] == dropped + 1
    for wrong in ({"drop": 2}, {"drop": "x"}, {"unknown": 1}, [1]):
        assert well_behaved.http.put("/_local/chaos", content=json.dumps(wrong)).status_code == 422


def test_nobody_commands_the_queue_unless_it_was_asked_for() -> None:
    with local_server() as local:
        assert local.http.get("/_local/chaos").status_code == 404
