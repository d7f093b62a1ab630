"""Sockets: a hint where to push, given to one seat for good, never a seat themselves."""

import pytest

from chalicelib.mechanics.lobby import Deal
from chalicelib.mechanics.seating import Leave
from chalicelib.rooms.errors import NotSeated, NotYours, RoomClosed, TokenRevoked
from chalicelib.rooms.tokens import by_socket
from chalicelib.rooms.watch import current_version, disconnect, hello
from tests.rooms.backstage import HOUR, Evening, meddled


def test_hello_leaves_the_lock_alone(evening: Evening):
    revision = evening.room.revision

    evening.connect("p1", "socket")

    assert revision == evening.room.revision
    assert {"socket": "p1"} == {c: found.player for c, found in evening.room.connections.items()}


def test_a_socket_that_comes_between_is_told_of_the_change_that_was_under_way(evening: Evening):
    store = meddled(evening.backstage)
    store.before_save = lambda: evening.connect("p2", "late")
    evening.house = evening.backstage.house

    evening.act("p1", Deal())

    assert "dealt" == evening.backstage.told("late")[-1]["view"]["room"]["phase"]


def test_a_socket_is_given_to_one_seat_for_good(evening: Evening):
    evening.connect("p1", "socket")

    with pytest.raises(NotYours):
        hello(evening.house, "socket", evening.code, evening.seats["p2"].token)
    evening.connect("p1", "other")
    assert {"p1"} == {found.player for found in evening.room.connections.values()}


def test_a_socket_that_nobody_opened_is_given_to_nobody(evening: Evening):
    with pytest.raises(NotSeated):
        hello(evening.house, "never opened", evening.code, evening.seats["p1"].token)
    assert not evening.room.connections


@pytest.mark.parametrize("sockets", [4, 5, 9])
def test_a_seat_has_at_most_four_and_the_oldest_go(evening: Evening, sockets: int):
    for number in range(sockets):
        evening.backstage.clock.pass_ms(1)
        evening.connect("p1", f"socket {number}")
    evening.connect("p2", "of another")

    kept = [f"socket {number}" for number in range(sockets)][-4:]
    assert {*kept, "of another"} == set(evening.room.connections)
    for number in range(sockets - 4):
        assert {"type": "bye", "code": "too_many_connections"} == evening.backstage.told(f"socket {number}")[
            -1
        ]
        assert f"socket {number}" in evening.backstage.push.closed


def test_an_open_socket_of_one_who_left_opens_nothing(evening: Evening):
    evening.act("p2", Leave())

    with pytest.raises(TokenRevoked):
        evening.connect("p2", "socket")
    with pytest.raises(TokenRevoked):
        current_version(evening.house, evening.code, by_socket(evening.seats["p2"].player))


def test_who_leaves_while_saying_hello_is_shown_nothing(evening: Evening):
    evening.backstage.connections.open("socket", None, None, 0)
    real = evening.house.store

    class Leaving:
        def __getattr__(self, name: str):
            if name == "connect":
                evening.act("p2", Leave())
            return getattr(real, name)

    evening.backstage.store = lambda _: Leaving()
    evening.backstage.server.house.cache_clear()

    with pytest.raises(TokenRevoked):
        hello(evening.backstage.house, "socket", evening.code, evening.seats["p2"].token)


def test_hello_settles_what_is_due(evening: Evening):
    evening.started()
    evening.backstage.clock.pass_ms(HOUR)
    evening.backstage.connections.open("socket", None, None, 0)

    watched = hello(evening.house, "socket", evening.code, evening.seats["p1"].token)

    assert "round_over" == watched.room.state.phase


def test_a_room_of_yesterday_is_watched_by_nobody(evening: Evening):
    evening.backstage.clock.pass_ms(24 * HOUR)

    with pytest.raises(RoomClosed):
        evening.connect("p1", "socket")


def test_a_closed_socket_is_forgotten_and_the_seat_was_there_a_moment_ago(evening: Evening):
    evening.connect("p2", "socket")
    evening.backstage.clock.pass_ms(HOUR)

    disconnect(evening.house, "socket", evening.code)
    disconnect(evening.house, "socket", evening.code)
    disconnect(evening.house, "socket", "ZZZZZ")

    assert not evening.room.connections
    assert evening.backstage.clock.now() == evening.room.seen_at[evening.seats["p2"].player]
    assert 3 == len(evening.room.state.public.table.seated)
