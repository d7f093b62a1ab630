"""What is kept of rooms can be found, rewritten and deleted, whether the rooms still stand or not."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from chalicelib.adapters import keys
from chalicelib.adapters.codec import unpack
from chalicelib.adapters.dynamodb import deleting
from chalicelib.core.ids import PlayerId
from chalicelib.rooms.errors import StoreBusy
from chalicelib.rooms.ports import Archive, Once
from chalicelib.rooms.room import Said
from tests.adapters.playing import NOW, delivery, record, room
from tests.contracts.stores import RACERS, DynamoStore, Race, Store
from tests.contracts.test_webhooks import HERE, THERE, dispatch, endpoint
from tests.contracts.wire import Wire

P1, P2, P3 = PlayerId("p1"), PlayerId("p2"), PlayerId("p3")
CODE, ID = room().code, room().document.id


def said(number: int, player: PlayerId = P1, text: str = "Soy yo") -> Said:
    return Said(number, player, "Ñaña", text, NOW)


def filled(store: Store, id: str = ID, tenant: str = "demo") -> None:
    """Two rounds and three messages, one of them said under a key."""
    of_it = replace(room(), document=replace(room().document, id=id))
    for number in (1, 2):
        store.rooms(tenant).keep_round(of_it, record(number))
    for number, player in ((1, P1), (2, P2), (3, P1)):
        once = Once("key", 60) if number == 3 else None
        assert store.talk(tenant).add(of_it, said(number, player), once, NOW)


def cleared(archive: Archive, id: str = ID) -> dict[str, int]:
    deleted: dict[str, int] = {}
    while some := archive.clear(CODE, id):
        for kind, number in some.items():
            deleted[kind] = deleted.get(kind, 0) + number
    return deleted


def test_what_is_kept_of_a_room_is_found_without_the_room(store: Store):
    filled(store)
    archive = store.archive()

    assert [record(1), record(2)] == archive.rounds(CODE, ID)
    assert [said(1), said(2, P2), said(3)] == archive.messages(CODE, ID, 0, 10)
    assert [said(2, P2)] == archive.messages(CODE, ID, 1, 1)
    assert [] == archive.messages(CODE, ID, 3, 10) == archive.rounds(CODE, "another")
    assert [] == store.archive("demo-2").rounds(CODE, ID)


def test_all_rooms_of_which_anything_is_left_under_a_code_are_found(store: Store):
    assert [] == store.archive().room_ids(CODE)
    store.rooms().create(room())
    assert [] == store.archive().room_ids(CODE)
    filled(store, "b2")
    store.rooms().keep_round(room(id="c3"), record())
    assert store.talk().add(room(id="a1"), said(1), None, NOW)

    assert ["a1", "b2", "c3"] == store.archive().room_ids(CODE)
    assert [] == store.archive("demo-2").room_ids(CODE) == store.archive().room_ids("K7MPR")


def test_who_is_erased_has_no_name_and_has_said_nothing(store: Store):
    filled(store)
    filled(store, "another")

    for _ in range(2):
        store.archive().erase(CODE, ID, [P1, P3])

    rounds = store.archive().rounds(CODE, ID)
    assert [{"p1": "p1", "p2": "Ñaña", "p3": "p3"}] * 2 == [each.nicknames for each in rounds]
    assert [record(1).result, record(2).result] == [each.result for each in rounds]
    one, two, three = store.archive().messages(CODE, ID, 0, 10)
    assert (one.player, one.nickname, one.text, one.is_erased) == (P1, "p1", "", True)
    assert three == replace(one, number=3) and said(2, P2) == two
    assert [one, two, three] == store.talk().last(room(), 10)
    earlier = store.talk().earlier(room(), P1, "key", NOW)
    assert earlier is not None and one == replace(earlier, number=1)
    assert [record(1), record(2)] == store.archive().rounds(CODE, "another")


def test_a_room_is_deleted_with_all_that_is_kept_of_it(store: Store):
    store.rooms().create(room())
    filled(store)
    filled(store, "another")
    filled(store, tenant="demo-2")

    assert {"rounds": 2, "messages": 3, "message_keys": 1, "rooms": 1} == cleared(store.archive())

    assert store.rooms().load(CODE) is None
    assert {} == store.archive().clear(CODE, ID)
    assert ["another"] == store.archive().room_ids(CODE)
    assert [record(1), record(2)] == store.archive("demo-2").rounds(CODE, ID)


def test_the_room_that_has_the_code_now_is_not_deleted_with_an_older_one(store: Store):
    store.rooms().create(room())
    filled(store, "older")

    assert {"rounds": 2, "messages": 3, "message_keys": 1} == cleared(store.archive(), "older")

    assert room() == store.rooms().load(CODE)


def test_the_room_itself_goes_last_so_that_what_breaks_off_can_be_found_again(
    store: Store, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(deleting, "MOST", 1)
    store.rooms().create(room())
    filled(store)

    store.archive().clear(CODE, ID)
    assert store.rooms().load(CODE) is not None
    rest = cleared(store.archive())

    assert "rooms" in rest and store.rooms().load(CODE) is None
    assert [] == store.archive().room_ids(CODE)


def test_no_byte_of_an_erased_player_stays_in_the_table(table: DynamoStore):
    filled(table)
    table.archive().erase(CODE, ID, [P1, P2])

    text = ""
    for item in table.items():
        for value in item.values():
            ((kind, content),) = value.items()
            text += unpack(content).decode() if kind == "B" else str(content)

    assert "Ñaña" not in text and "Ana" not in text and "Soy yo" not in text
    assert "Юля" in text


def test_more_than_one_batch_is_deleted(store: Store):
    for number in range(1, 61):
        assert store.talk().add(room(), said(number), None, NOW)

    assert {"messages": 60} == cleared(store.archive())


def test_what_the_store_leaves_undone_is_asked_for_again_and_not_for_ever(
    server: DynamoStore, wired: DynamoStore, wire: Wire, monkeypatch: pytest.MonkeyPatch
):
    filled(server)
    monkeypatch.setattr(wired.client, "batch_write_item", lazy := Lazy(wired.client.batch_write_item))

    cleared(wired.archive())
    assert [] == server.archive().room_ids(CODE) and lazy.asked > 3

    filled(server)
    lazy.works = False
    with pytest.raises(StoreBusy):
        wired.archive().clear(CODE, ID)


class Lazy:
    """Does one thing of each batch."""

    def __init__(self, real: Callable[..., object]) -> None:
        self.real, self.asked, self.works = real, 0, True

    def __call__(self, RequestItems: dict[str, list[object]]) -> dict[str, object]:
        self.asked += 1
        ((table, wanted),) = RequestItems.items()
        if not self.works:
            return {"UnprocessedItems": RequestItems}
        self.real(RequestItems={table: wanted[:1]})
        return {"UnprocessedItems": {table: wanted[1:]} if wanted[1:] else {}}


def erase_one(store: Store, racer: int) -> None:
    """Each racer has somebody else forgotten, in the same rounds."""
    store.archive().erase(CODE, ID, [PlayerId(f"p{racer % 3 + 1}")])


def test_players_who_are_erased_at_the_same_time_are_all_erased(contested: Store, race: Race):
    filled(contested)

    race(erase_one, contested)

    assert RACERS >= 3
    for each in contested.archive().rounds(CODE, ID):
        assert {"p1": "p1", "p2": "p2", "p3": "p3"} == each.nicknames


def test_a_room_is_taken_out_of_the_register(store: Store):
    register, day = store.register(), keys.day_of(NOW)
    register.enter(room())
    register.enter(room(id="other"))

    register.drop(CODE, ID, None)
    register.drop(CODE, ID, NOW)
    register.drop(CODE, ID, NOW)

    assert [(CODE, "other")] == [*register.opened_on(day)]


def test_the_usage_of_a_day_can_be_forgotten_and_outlives_its_rooms(store: Store):
    usage, day = store.usage(), keys.day_of(NOW)
    usage.deliver(room(), delivery())
    usage.drop(CODE, ID, NOW)
    assert delivery().usage == usage.sum(day)
    usage.keep(day, delivery().usage)

    assert (True, False) == (usage.clear(day), usage.clear(day))

    assert {} == usage.totals(day, day) and usage.sum(day).rounds == 0


def test_events_about_a_room_are_found_among_those_of_all_endpoints(store: Store):
    hooks = store.webhooks()
    about, other = dispatch(1), dispatch(2)
    other = replace(other, event=replace(other.event, room_id="b2", facts={"why": "a1"}))
    for id in (HERE, THERE):
        hooks.add(endpoint(id))
        for each in (about, other):
            hooks.keep(replace(each, endpoint=id))

    hooks.drop("a1", NOW)

    for id in (HERE, THERE):
        assert [other.event] == [each.event for each in hooks.page(id, 0, None, None, 9).dispatches]
    assert (1, 0) == (hooks.clear(HERE), hooks.clear(HERE))
    assert hooks.dispatch(THERE, other.event.id) is not None
