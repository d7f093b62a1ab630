from dataclasses import replace

from chalicelib.adapters.alarms import Wakeup
from chalicelib.core.ids import PlayerId
from tests.adapters.playing import NOW, room
from tests.contracts.stores import Store


def due(store: Store, limit: int = 100) -> set[Wakeup]:
    return set(store.due_rooms().due_rooms(NOW, limit))


def test_only_rooms_that_are_overdue_are_found_whosever_they_are(store: Store):
    ours, theirs = store.rooms("demo"), store.rooms("demo-2")
    ours.create(room(code="LATE", due_at=NOW - 5001))
    theirs.create(room(code="LATER", due_at=NOW - 90_000_000))
    ours.create(room(code="JUST", due_at=NOW - 5000))
    ours.create(room(code="SOON", due_at=NOW + 1))
    ours.create(room(code="QUIET"))
    ours.connect("QUIET", "socket", PlayerId("p1"), NOW)

    assert due(store) == {Wakeup("demo", "LATE", NOW - 5001), Wakeup("demo-2", "LATER", NOW - 90_000_000)}


def test_a_room_in_which_nothing_is_due_any_more_is_not_found(store: Store):
    rooms = store.rooms()
    late = room(due_at=NOW - 60_000)
    rooms.create(late)
    assert len(due(store)) == 1

    rooms.save(replace(late, due_at=None), None, NOW)
    assert due(store) == set()


def test_many_are_found_and_never_more_than_asked_for(store: Store):
    rooms = store.rooms()
    for number in range(40):
        rooms.create(room(code=f"LATE{number}", due_at=NOW - 60_000))

    assert len(due(store, limit=40)) == len(due(store, limit=1000)) == 40
    assert len(due(store, limit=7)) == 7
    assert len(due(store, limit=1)) == 1
    assert due(store, limit=0) == set()
