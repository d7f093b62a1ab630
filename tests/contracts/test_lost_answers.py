"""A call that got no answer is sent again by the client: whatever it did, it must have done once."""

import logging
from dataclasses import replace

import pytest
from botocore.exceptions import (
    ClientError,
    ConnectTimeoutError,
    EndpointConnectionError,
    HTTPClientError,
    ReadTimeoutError,
)

from chalicelib.core.ids import PlayerId
from chalicelib.rooms.errors import Conflict, RoomNotFound, StoreBusy
from chalicelib.rooms.ports import Opening
from chalicelib.tenants.webhooks import Endpoint
from tests.adapters.playing import NOW, record, room
from tests.contracts.stores import DynamoStore
from tests.contracts.wire import Wire

P1, P2 = PlayerId("p1"), PlayerId("p2")


@pytest.fixture(autouse=True)
def impatience(monkeypatch: pytest.MonkeyPatch) -> None:
    """The client waits a moment before it asks again, which proves nothing here."""
    monkeypatch.setattr("botocore.endpoint.time.sleep", lambda seconds: None)


def test_a_save_succeeds_once(server: DynamoStore, wired: DynamoStore, wire: Wire):
    wired.rooms().create(room())
    wire.lose_answer(meanwhile=lambda: server.rooms().connect("K7MPQ", "socket", P2, NOW))

    saved = wired.rooms().save(replace(room(), due_at=NOW), P1, NOW)

    assert wire.sent == ["PutItem", "UpdateItem", "UpdateItem"]
    assert saved.revision == 1
    assert saved.connections.keys() == {"socket"}
    assert server.rooms().load("K7MPQ") == saved


def test_a_save_over_which_somebody_saved_meanwhile_is_a_conflict(
    server: DynamoStore, wired: DynamoStore, wire: Wire
):
    def somebody_saves() -> None:
        first = server.rooms().load("K7MPQ")
        assert first is not None
        server.rooms().save(first, P2, NOW + 1)

    wired.rooms().create(room())
    wire.lose_answer(meanwhile=somebody_saves)

    with pytest.raises(Conflict) as conflict:
        wired.rooms().save(room(), P1, NOW)
    assert conflict.value.current == room(revision=2, seen_at={P1: NOW, P2: NOW + 1})


def test_a_save_of_a_room_that_is_deleted_meanwhile_finds_no_room(
    server: DynamoStore, wired: DynamoStore, wire: Wire
):
    wired.rooms().create(room())
    (item,) = server.items()
    key = {"pk": item["pk"], "sk": item["sk"]}
    wire.lose_answer(meanwhile=lambda: server.client.delete_item(TableName=server.name, Key=key))

    with pytest.raises(RoomNotFound):
        wired.rooms().save(room(), P1, NOW)
    assert server.items() == []


def test_a_room_is_made_once_by_whoever_made_it(server: DynamoStore, wired: DynamoStore, wire: Wire):
    wire.lose_answer()

    assert wired.rooms().create(room())
    assert not wired.rooms().create(room(id="second"))
    assert server.rooms().load("K7MPQ") == room()


def test_a_key_a_round_and_a_seat_are_taken_by_whoever_took_them(wired: DynamoStore, wire: Wire):
    opening = Opening("K7MPQ", "room 1", "nonce 1", "request", NOW)
    wired.connections().open("socket", None, None, NOW)

    wire.lose_answer()
    assert wired.rooms().opening("key", opening) == opening
    wire.lose_answer()
    wired.rooms().keep_round(room(), record())
    assert wired.rooms().rounds(room()) == [record()]
    wire.lose_answer()
    assert wired.connections().bind("socket", "demo", "K7MPQ", P1)


def test_a_secret_is_rotated_once(server: DynamoStore, wired: DynamoStore, wire: Wire):
    made = Endpoint("wh_0123456789abcdef", "https://hooks.example/", ("round.ended",), NOW, "whsec_b2xk")
    wired.webhooks().add(made)
    rotated = made.rotated("whsec_bmV3", 60, NOW)
    wire.lose_answer()

    assert wired.webhooks().rotate(rotated, made.secret)
    assert server.webhooks().endpoint(made.id) == rotated


def test_a_secret_over_which_another_came_meanwhile_was_not_rotated(
    server: DynamoStore, wired: DynamoStore, wire: Wire
):
    made = Endpoint("wh_0123456789abcdef", "https://hooks.example/", ("round.ended",), NOW, "whsec_b2xk")
    wired.webhooks().add(made)
    rotated = made.rotated("whsec_bmV3", 60, NOW)
    another = rotated.rotated("whsec_bGFzdA==", 0, NOW)
    wire.lose_answer(meanwhile=lambda: server.webhooks().rotate(another, rotated.secret))

    assert not wired.webhooks().rotate(rotated, made.secret)
    assert server.webhooks().endpoint(made.id) == another


NO_ANSWER = [
    EndpointConnectionError(endpoint_url="http://store"),
    ConnectTimeoutError(endpoint_url="http://store"),
    ReadTimeoutError(endpoint_url="http://store"),
    HTTPClientError(error="secret"),
]


@pytest.mark.parametrize("trouble", NO_ANSWER, ids=lambda trouble: type(trouble).__name__)
def test_a_store_that_does_not_answer_is_asked_three_times_and_then_called_busy(
    trouble: Exception, wired: DynamoStore, wire: Wire, caplog: pytest.LogCaptureFixture
):
    wired.rooms().create(room())
    wire.fail(trouble, times=3)

    with caplog.at_level(logging.WARNING, "chalicelib"), pytest.raises(StoreBusy):
        wired.rooms().save(room(), P1, NOW)

    assert wire.sent == ["PutItem"] + ["UpdateItem"] * 3
    assert type(trouble).__name__ in caplog.text
    assert "secret" not in caplog.text and "K7MPQ" not in caplog.text
    assert wired.rooms().load("K7MPQ") == room()


@pytest.mark.parametrize(
    ("code", "status"),
    [
        ("ProvisionedThroughputExceededException", 400),
        ("ThrottlingException", 400),
        ("RequestLimitExceeded", 400),
        ("InternalServerError", 500),
    ],
)
def test_a_store_that_has_too_much_to_do_is_asked_three_times_and_then_called_busy(
    code: str, status: int, wired: DynamoStore, wire: Wire
):
    wire.refuse(code, status, times=3)

    with pytest.raises(StoreBusy):
        wired.rooms().load("K7MPQ")
    assert wire.sent == ["GetItem"] * 3


def test_what_the_store_refuses_for_good_is_ours_to_mend(wired: DynamoStore, wire: Wire):
    wire.refuse("AccessDeniedException", 400)

    with pytest.raises(ClientError, match="AccessDenied"):
        wired.rooms().load("K7MPQ")
    assert wire.sent == ["GetItem"]


def test_a_moment_of_trouble_goes_unnoticed(wired: DynamoStore, wire: Wire):
    wired.rooms().create(room())
    wire.fail(NO_ANSWER[0])
    wire.refuse("ThrottlingException", 400)

    assert wired.rooms().load("K7MPQ") == room()
