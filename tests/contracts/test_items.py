"""What the table holds and what each step costs on the wire; one's own past is read by this."""

import json
from dataclasses import replace

import pytest

from chalicelib.adapters.codec import SCHEMA_VERSION, unpack
from chalicelib.core.ids import PlayerId
from chalicelib.rooms.errors import Conflict
from chalicelib.rooms.ports import Opening
from chalicelib.rooms.room import Connected
from tests.adapters.playing import NOW, asking, delivery, over, record, room, seated
from tests.contracts.stores import DynamoStore
from tests.contracts.wire import Wire

P1 = PlayerId("p1")


def test_a_room_is_one_item(table: DynamoStore):
    table.rooms().create(room(due_at=NOW, connections={"socket": Connected(P1, NOW)}, seen_at={P1: NOW}))

    (item,) = table.items()
    assert json.loads(item.pop("document")["S"])["id"] == room().document.id
    assert len(item.pop("write_id")["S"]) >= 12
    assert item == {
        "pk": {"S": "T#demo#R#K7MPQ"},
        "sk": {"S": "ROOM"},
        "game": {"S": "espia"},
        "phase": {"S": "lobby"},
        "revision": {"N": "0"},
        "due_at": {"N": str(NOW)},
        "due_shard": {"S": "4"},
        "closes_at": {"N": str(room().closes_at)},
        "expires_at": {"N": str(room().expires_at)},
        "schema_version": {"N": str(SCHEMA_VERSION)},
        "connections": {"M": {"socket": {"S": f"p1@{NOW}"}}},
        "seen": {"M": {"p1": {"N": str(NOW)}}},
    }


def test_a_save_takes_the_room_out_of_the_index_when_nothing_is_due(table: DynamoStore):
    table.rooms().create(room(due_at=NOW, outbox=(delivery(),)))
    (before,) = table.items()
    table.rooms().save(room(), P1, NOW)

    (after,) = table.items()
    assert before.keys() - after.keys() == {"due_at", "due_shard", "outbox"}
    assert before["write_id"] != after["write_id"]


def test_a_full_table_is_stored_in_two_write_units(table: DynamoStore):
    sockets = {f"L0SM9cOFvHcCIhw{n}=": Connected(PlayerId(f"p{n}"), NOW) for n in range(1, 11)}
    full = room(asking(10), due_at=NOW, connections=sockets)
    table.rooms().create(full)

    (item,) = table.items()
    assert len(item["document"]["B"]) < 1024
    assert table.rooms().load("K7MPQ") == full


def test_a_small_room_is_stored_as_it_is(table: DynamoStore):
    table.rooms().create(room(seated(1)))

    assert json.loads(table.items()[0]["document"]["S"])


def test_waiting_rounds_are_squeezed_with_the_room(table: DynamoStore):
    waiting = room(over(10), outbox=tuple(delivery(number) for number in range(1, 5)))
    table.rooms().create(waiting)

    (item,) = table.items()
    assert unpack(item["outbox"]["B"]).count(b"\n") == 3
    assert table.rooms().load("K7MPQ") == waiting


def test_everything_forgets_itself(table: DynamoStore):
    day, now = 24 * 60 * 60, NOW // 1000
    table.rooms().create(room())
    table.rooms().keep_round(room(), record())
    table.rooms().opening("key", Opening("K7MPQ", "room", "nonce", "request", NOW))
    table.connections().open("socket", "https://example.org", "192.0.2.1", NOW)

    assert {item["sk"]["S"]: int(item["expires_at"]["N"]) for item in table.items()} == {
        "ROOM": now + 2 * day,
        f"ROUND#{room().document.id}#0001.0001": now + 8 * day,
        "OPEN": now + day,
        "CONN": now + 2 * 3600 + 600,
    }


def test_a_socket_tells_where_it_came_from(table: DynamoStore):
    table.connections().open("socket", "https://example.org", "192.0.2.1", NOW)
    table.connections().bind("socket", "demo", "K7MPQ", P1)

    (item,) = table.items()
    assert item["pk"] == {"S": "C#socket"}
    assert item["origin"] == {"S": "https://example.org"}
    assert item["address"] == {"S": "192.0.2.1"}
    assert item["player"] == {"S": "p1"}


def test_each_step_is_one_call(wired: DynamoStore, wire: Wire):
    rooms, sockets = wired.rooms(), wired.connections()
    steps = [
        lambda: rooms.create(room()),
        lambda: rooms.load("K7MPQ"),
        lambda: rooms.save(replace(room(), due_at=NOW), P1, NOW),
        lambda: rooms.connect("K7MPQ", "socket", P1, NOW),
        lambda: rooms.disconnect("K7MPQ", ["socket", "other"]),
        lambda: rooms.touch("K7MPQ", P1, NOW),
        lambda: rooms.keep_round(room(), record()),
        lambda: rooms.rounds(room()),
        lambda: rooms.opening("key", Opening("K7MPQ", "room", "nonce", "request", NOW)),
        lambda: sockets.open("socket", None, None, NOW),
        lambda: sockets.get("socket"),
        lambda: sockets.bind("socket", "demo", "K7MPQ", P1),
        lambda: sockets.forget("socket"),
    ]
    for step in steps:
        step()

    assert wire.sent == [
        *["PutItem", "GetItem", "UpdateItem", "UpdateItem", "UpdateItem", "UpdateItem", "PutItem", "Query"],
        *["PutItem", "PutItem", "GetItem", "UpdateItem", "DeleteItem"],
    ]


def test_reads_see_every_write_that_was_answered(wired: DynamoStore, wire: Wire):
    wired.rooms().load("K7MPQ")
    wired.rooms().rounds(room())
    wired.connections().get("socket")

    assert [asked["ConsistentRead"] for asked in wire.asked] == [True] * 3


def test_a_lost_race_brings_the_room_without_another_read(
    server: DynamoStore, wired: DynamoStore, wire: Wire
):
    server.rooms().create(room())
    server.rooms().save(room(), None, NOW)

    with pytest.raises(Conflict) as conflict:
        wired.rooms().save(room(), P1, NOW)

    assert conflict.value.current.revision == 1
    assert wire.sent == ["UpdateItem"]
