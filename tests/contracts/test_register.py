"""Which rooms a tenant opened can be told by the day for as long as anything of them is kept."""

from dataclasses import replace

from chalicelib.rooms.room import Room
from tests.adapters.playing import NOW, delivery, room
from tests.contracts.stores import DynamoStore, Store

DAY_S = 24 * 60 * 60
TODAY, TOMORROW = "2027-01-15", "2027-01-16"


def opened(at: int, **changes: str) -> Room:
    made = room(**changes)
    return replace(made, document=replace(made.document, created_at=at))


def test_a_room_is_found_by_the_day_on_which_it_was_opened(store: Store):
    register = store.register()
    register.enter(opened(NOW, code="FIRST", id="1"))
    register.enter(opened(NOW, code="OTHER", id="2"))
    register.enter(opened(NOW + DAY_S * 1000, code="LATER", id="3"))

    assert [*register.opened_on(TODAY)] == [("FIRST", "1"), ("OTHER", "2")]
    assert [*register.opened_on(TOMORROW)] == [("LATER", "3")]
    assert [*register.opened_on("2027-01-14")] == []
    assert [*store.register("demo-2").opened_on(TODAY)] == []


def test_rooms_that_had_the_same_code_are_two(store: Store):
    register = store.register()
    for id in ("1", "2"):
        register.enter(opened(NOW, id=id))

    assert [*register.opened_on(TODAY)] == [("K7MPQ", "1"), ("K7MPQ", "2")]


def test_many_rooms_of_a_day_are_all_found(store: Store):
    register = store.register()
    for number in range(100, 140):
        register.enter(opened(NOW, code=f"R{number}"))

    assert 40 == len({*register.opened_on(TODAY)})


def test_a_room_is_remembered_for_longer_with_each_thing_that_ends_in_it(table: DynamoStore):
    early, late = opened(NOW, id="1"), replace(opened(NOW, id="1"), closes_at=NOW + 90 * DAY_S * 1000)
    table.register().enter(early)
    (before,) = table.items()
    table.register().deliver(late, delivery())
    (after,) = table.items()

    assert before == {
        "pk": {"S": f"T#demo#D#{TODAY}"},
        "sk": {"S": "K7MPQ#1"},
        "expires_at": {"N": str(early.closes_at // 1000 + 30 * DAY_S)},
    }
    assert after == before | {"expires_at": {"N": str(NOW // 1000 + 120 * DAY_S)}}
