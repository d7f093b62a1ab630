from dataclasses import replace

import pytest

from chalicelib.core.ids import PlayerId
from chalicelib.core.legal import AnyState
from chalicelib.rooms.errors import Conflict, RoomNotFound
from chalicelib.rooms.ports import Opening
from chalicelib.rooms.room import Connected, Room
from tests.adapters.playing import NOW, asking, delivery, over, record, room, seated
from tests.contracts.stores import Store

P1, P2, P10 = PlayerId("p1"), PlayerId("p2"), PlayerId("p10")
DAY_MS = 24 * 60 * 60 * 1000


def with_state(found: Room, state: AnyState) -> Room:
    return replace(found, document=replace(found.document, state=state))


def test_a_room_that_nobody_made_is_not_there(store: Store):
    rooms = store.rooms()

    assert rooms.load("K7MPQ") is None
    assert rooms.connect("K7MPQ", "socket", P1, NOW) is None
    assert rooms.rounds(room()) == []
    rooms.disconnect("K7MPQ", ["socket"])
    rooms.touch("K7MPQ", P1, NOW)
    assert rooms.load("K7MPQ") is None
    with pytest.raises(RoomNotFound):
        rooms.save(room(), P1, NOW)
    assert rooms.load("K7MPQ") is None


@pytest.mark.parametrize("players", [1, 10])
def test_a_room_is_loaded_as_it_was_made(store: Store, players: int):
    made = room(
        asking(players) if players >= 3 else seated(players),
        due_at=NOW + 480_000 if players >= 3 else None,
        outbox=(delivery(1), delivery(2)) if players >= 3 else (),
        connections={"socket=": Connected(P1, NOW)} if players >= 3 else {},
        seen_at={P1: NOW},
    )

    assert store.rooms().create(made)
    assert store.rooms().load("K7MPQ") == made


def test_a_code_is_given_once(store: Store):
    assert store.rooms().create(room(id="first"))
    assert not store.rooms().create(room(id="second"))
    assert store.rooms().load("K7MPQ") == room(id="first")


def test_a_room_that_is_over_still_has_its_code(store: Store):
    store.rooms().create(replace(room(id="old"), closes_at=1))

    assert not store.rooms().create(room(id="new"))
    assert store.rooms().load("K7MPQ") == replace(room(id="old"), closes_at=1)


def test_a_save_replaces_what_it_names(store: Store):
    rooms = store.rooms()
    rooms.create(room(seen_at={P1: 1, P2: 2}))
    wanted = replace(
        with_state(room(), over()), due_at=NOW, closes_at=room().closes_at + 60, outbox=(delivery(),)
    )

    saved = rooms.save(wanted, P1, NOW + 5)

    assert saved == rooms.load("K7MPQ") == replace(wanted, revision=1, seen_at={P1: NOW + 5, P2: 2})


def test_nothing_due_and_nothing_waiting_leave_nothing_behind(store: Store):
    rooms = store.rooms()
    rooms.create(room(due_at=NOW, outbox=(delivery(),)))

    saved = rooms.save(room(), None, NOW)

    assert (saved.due_at, saved.outbox) == (None, ())
    assert rooms.load("K7MPQ") == saved


def test_each_save_is_the_next_revision(store: Store):
    rooms = store.rooms()
    rooms.create(room())
    current = room()
    for revision in range(1, 4):
        current = rooms.save(with_state(current, asking()), P1, NOW)
        assert current.revision == revision


def test_whoever_comes_second_is_given_the_room_of_the_first(store: Store):
    rooms = store.rooms()
    rooms.create(room())
    first = rooms.save(with_state(room(), asking(4)), P1, NOW)

    with pytest.raises(Conflict) as second:
        rooms.save(with_state(room(), asking(5)), P2, NOW + 1)

    assert second.value.current == first == rooms.load("K7MPQ")


def test_sockets_and_requests_that_came_between_load_and_save_survive_it(store: Store):
    rooms = store.rooms()
    rooms.create(room(connections={"old": Connected(P1, 1)}, seen_at={P1: 1}))
    loaded = rooms.load("K7MPQ")
    assert loaded is not None
    rooms.connect("K7MPQ", "new", P2, NOW)
    rooms.disconnect("K7MPQ", ["old"])
    rooms.touch("K7MPQ", P2, NOW)

    saved = rooms.save(with_state(loaded, asking()), P1, NOW + 1)

    assert saved.connections == {"new": Connected(P2, NOW)}
    assert saved.seen_at == {P1: NOW + 1, P2: NOW}
    assert rooms.load("K7MPQ") == saved


def test_a_save_that_nobody_asked_for_notes_nobody(store: Store):
    rooms = store.rooms()
    rooms.create(room(seen_at={P1: 1}))

    assert rooms.save(room(), None, NOW).seen_at == {P1: 1}


def test_sockets_come_and_go_without_touching_the_revision(store: Store):
    rooms = store.rooms()
    rooms.create(room())

    first = rooms.connect("K7MPQ", "Abc-_=", P1, NOW)
    assert first == room(connections={"Abc-_=": Connected(P1, NOW)})
    second = rooms.connect("K7MPQ", "other", P10, NOW + 1)
    assert second == rooms.load("K7MPQ")
    assert second == room(connections={"Abc-_=": Connected(P1, NOW), "other": Connected(P10, NOW + 1)})

    rooms.disconnect("K7MPQ", ["Abc-_=", "Abc-_=", "never there"])
    rooms.disconnect("K7MPQ", [])
    assert rooms.load("K7MPQ") == room(connections={"other": Connected(P10, NOW + 1)})


def test_a_request_is_noted_without_touching_the_revision(store: Store):
    rooms = store.rooms()
    rooms.create(room(seen_at={P1: NOW}))

    rooms.touch("K7MPQ", P2, NOW + 1)
    rooms.touch("K7MPQ", P1, NOW + 2)

    assert rooms.load("K7MPQ") == room(seen_at={P1: NOW + 2, P2: NOW + 1})


def test_a_note_that_comes_late_does_not_undo_a_later_one(store: Store):
    rooms = store.rooms()
    rooms.create(room(seen_at={P1: NOW}))

    rooms.touch("K7MPQ", P1, NOW - 1)
    rooms.touch("K7MPQ", P2, NOW + 1)
    rooms.touch("K7MPQ", P2, NOW)

    assert rooms.load("K7MPQ") == room(seen_at={P1: NOW, P2: NOW + 1})


def test_what_is_loaded_is_not_what_is_kept(store: Store):
    seats = dict(room().document.seats)
    rooms = store.rooms()
    rooms.create(replace(room(), document=replace(room().document, seats=seats)))
    seats.clear()
    loaded = rooms.load("K7MPQ")
    assert loaded == room()

    for inside in (loaded.document.seats, loaded.connections, loaded.seen_at):
        assert isinstance(inside, dict)
        inside["p9"] = None

    assert rooms.load("K7MPQ") == room()


def test_finished_rounds_are_kept_once_and_told_in_the_order_they_were_played(store: Store):
    rooms = store.rooms()
    played = [record(number) for number in range(1, 13)] + [record(1, match=2), record(1, match=10)]
    for one in reversed(played):
        rooms.keep_round(room(), one)
    rooms.keep_round(room(), replace(record(1), ended_at=1))

    assert rooms.rounds(room()) == played


def test_a_later_room_with_the_same_code_has_rounds_of_its_own(store: Store):
    rooms = store.rooms()
    rooms.keep_round(room(id="ab"), record(1))
    rooms.keep_round(room(id="abc"), record(2))
    rooms.keep_round(room(id="ab", code="OTHER"), record(3))

    assert rooms.rounds(room(id="ab")) == [record(1)]
    assert rooms.rounds(room(id="abc")) == [record(2)]


def test_a_key_opens_the_same_for_a_day(store: Store):
    rooms = store.rooms()
    first = Opening("K7MPQ", "room 1", "nonce 1", "request 1", NOW)
    second = Opening("OTHER", "room 2", "nonce 2", "request 2", NOW + DAY_MS - 1000)

    assert rooms.opening("key", first) == first
    assert rooms.opening("key", second) == first
    assert rooms.opening("another key", second) == second
    assert (first, None) == (rooms.opened("key", NOW + DAY_MS - 1000), rooms.opened("key", NOW + DAY_MS))
    assert rooms.opened("a third key", NOW) is None
    assert rooms.opening("key", replace(second, at=NOW + DAY_MS)) == replace(second, at=NOW + DAY_MS)
    assert rooms.opening("key", replace(first, at=NOW + DAY_MS)) == replace(second, at=NOW + DAY_MS)


def test_tenants_do_not_see_each_other(store: Store):
    ours, theirs = store.rooms("demo"), store.rooms("demo-2")
    opening = Opening("K7MPQ", "room 1", "nonce 1", "request 1", NOW)
    ours.create(room())
    ours.keep_round(room(), record())
    ours.opening("key", opening)

    assert theirs.load("K7MPQ") is None
    assert theirs.connect("K7MPQ", "socket", P1, NOW) is None
    assert theirs.rounds(room()) == []
    assert theirs.opening("key", replace(opening, code="OTHER")).code == "OTHER"
    with pytest.raises(RoomNotFound):
        theirs.save(room(), P1, NOW)
    assert theirs.create(room(id="theirs"))
    assert ours.load("K7MPQ") == room()


def test_a_tenant_that_cannot_be_fails_before_anything_is_read(store: Store):
    with pytest.raises(ValueError, match="stand in a key"):
        store.rooms("demo#R#K7MPQ").load("K7MPQ")
