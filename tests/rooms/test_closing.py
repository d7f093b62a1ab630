"""A room in which nobody does anything closes by itself, some time after a day: everybody is told, once."""

from dataclasses import replace

import pytest

from chalicelib.adapters.alarms import OVERDUE_MS
from chalicelib.core.ids import PlayerId
from chalicelib.mechanics.accusation import Accuse
from chalicelib.mechanics.lobby import Configure, Interrupt
from chalicelib.mechanics.seating import Leave, Remove
from chalicelib.rooms.errors import RoomClosed, RoomNotFound
from chalicelib.rooms.join import join
from chalicelib.rooms.open import open_room
from chalicelib.rooms.ports import Telemetry
from chalicelib.rooms.room import Closing
from chalicelib.rooms.tokens import by_socket
from chalicelib.rooms.wake import wake
from chalicelib.rooms.watch import disconnect, hello, rounds, summary, watch
from tests.rooms.backstage import HOUR, MINUTE, SETTINGS, Backstage, Evening, delivered, meddled


def expire(evening: Evening) -> int | None:
    """A minute after its time the room is found by the sweep, and all that comes of it is delivered."""
    evening.backstage.clock.at = evening.room.closes_at + MINUTE
    late_ms = wake(evening.house, evening.code, evening.room.due_at, "sweep")
    while evening.room.due_at is not None:
        wake(evening.house, evening.code, evening.room.due_at)
    return late_ms


@pytest.mark.parametrize("minutes", [0, 1, 59, 60, 61, 150, 24 * 60 - 1])
def test_a_room_closes_from_24_to_25_hours_after_its_last_action(evening: Evening, minutes: int):
    evening.backstage.clock.pass_ms(minutes * MINUTE)
    evening.act("p1", Configure({"minutes": 5}))

    lives_ms = evening.room.closes_at - evening.backstage.clock.now()

    assert 24 * HOUR <= lives_ms < 25 * HOUR


def test_when_it_closes_moves_at_most_once_an_hour(evening: Evening):
    moments = set()
    for n in range(120):
        evening.backstage.clock.pass_ms(MINUTE)
        evening.act("p1", Configure({"minutes": (5, 8)[n % 2]}))
        moments.add(evening.room.closes_at)

    assert 2 == len(moments)


def test_rooms_do_not_close_all_at_once(backstage: Backstage):
    ends = set()
    for _ in range(30):
        backstage.clock.pass_ms(MINUTE)
        ends.add(Evening(backstage, "Ana").room.closes_at)

    assert 30 == len(ends)


def test_a_room_is_due_when_it_closes_and_no_alarm_is_armed_for_that(evening: Evening):
    assert evening.room.closes_at == evening.room.due_at
    evening.act("p1", Configure({"minutes": 5}))
    evening.backstage.clock.pass_ms(HOUR)
    evening.act("p1", Configure({"minutes": 8}))

    assert evening.room.closes_at == evening.room.due_at
    assert [] == evening.backstage.alarm.armed


def test_the_sweep_finds_it_a_moment_after_its_time(evening: Evening):
    closes_at = evening.room.closes_at
    look = evening.backstage.server.outside.due_rooms

    assert [] == [*look(closes_at + OVERDUE_MS, 10)]
    assert [(evening.code, closes_at)] == [
        (found.code, found.due_at) for found in look(closes_at + OVERDUE_MS + 1, 10)
    ]


def test_sockets_that_are_still_open_hear_that_it_is_closed_and_nothing_else(evening: Evening):
    for player in evening.seats:
        evening.connect(player, player)
    evening.backstage.forget_told()

    expire(evening)

    assert [(p, b'{"type":"bye","code":"room_closed"}') for p in evening.seats] == evening.backstage.push.sent
    assert [*evening.seats] == evening.backstage.push.closed
    assert {} == evening.room.connections


@pytest.mark.parametrize("is_looked_at", [False, True], ids=["before", "after the server has looked"])
def test_it_is_over_for_everybody(evening: Evening, is_looked_at: bool):
    evening.started()
    evening.backstage.clock.at = evening.room.closes_at
    if is_looked_at:
        expire(evening)
    house, seat = evening.house, evening.seats["p2"]

    for attempt in (
        lambda: summary(house, evening.code),
        lambda: watch(house, evening.code, by_socket(PlayerId("p2"))),
        lambda: rounds(house, evening.code, by_socket(PlayerId("p2"))),
        lambda: hello(house, "socket", evening.code, seat.token),
        lambda: join(house, evening.code, "Leo"),
        lambda: evening.act("p1", Interrupt()),
        lambda: evening.act("p1", Leave()),
        lambda: evening.act("p1", Remove(PlayerId("p2"))),
    ):
        with pytest.raises(RoomClosed):
            attempt()
    disconnect(house, "socket", evening.code)


def test_whoever_asks_for_it_again_with_the_same_key_gets_another_once_it_is_over(backstage: Backstage):
    seated = open_room(backstage.house, "espia", "Ana", None, {}, 0, "a key", "request")
    backstage.clock.pass_ms(24 * HOUR - 1)
    again = open_room(backstage.house, "espia", "Ana", None, {}, 0, "a key", "request")

    assert (seated.token, True) == (again.token, again.replayed)
    backstage.clock.pass_ms(1)
    assert seated.room.code != open_room(backstage.house, "espia", "Ana", None, {}, 0, "a key", "r").room.code


def test_its_end_is_told_once_with_its_reason_and_its_time(evening: Evening):
    closes_at = evening.room.closes_at

    expire(evening)

    assert [(closes_at, Closing(closes_at, "expired"))] == [(d.at, d.event) for d in delivered(evening)]
    assert ("closed", None) == (evening.room.state.phase, evening.room.due_at)


def test_a_room_that_the_last_person_leaves_tells_its_end_as_well(evening: Evening):
    evening.act("p2", Leave())
    evening.backstage.clock.pass_ms(MINUTE)
    evening.act("p3", Leave())
    assert [] == delivered(evening)
    evening.act("p1", Leave())
    left_at = evening.backstage.clock.now()

    assert [(evening.code, left_at)] == evening.backstage.alarm.armed
    wake(evening.house, evening.code, left_at)

    assert [Closing(left_at, "left")] == [d.event for d in delivered(evening)]
    assert evening.room.due_at is None


def test_a_room_that_was_left_does_not_expire_besides(evening: Evening):
    for player in evening.seats:
        evening.act(player, Leave())
    wake(evening.house, evening.code, None)

    expire(evening)

    assert ["left"] == [d.event.why for d in delivered(evening) if isinstance(d.event, Closing)]


def test_a_round_that_is_on_when_the_room_expires_has_no_end_and_costs_nobody_a_minute(evening: Evening):
    evening.act("p1", Configure({"minutes": 5, "vote_seconds": None}))
    evening.started()
    spy = evening.spy
    others = [player for player in evening.seats if player != spy]
    evening.act(others[0], Accuse(PlayerId(spy)))

    expire(evening)

    assert [Closing] == [type(d.event) for d in delivered(evening)]
    assert (0, 0) == (delivered(evening)[0].usage.rounds, delivered(evening)[0].usage.player_ms)


def test_whoever_is_late_to_close_it_is_late_for_no_deadline(evening: Evening):
    told: list[int] = []

    class Noting(Telemetry):
        def settled(self, source: str, late_ms: int) -> None:
            told.append(late_ms)

    evening.house = replace(evening.house, telemetry=Noting())

    assert expire(evening) is None

    assert [] == told


def test_a_fast_clock_does_not_close_a_room_sooner():
    evening = Evening(Backstage(replace(SETTINGS, time_scale=60)), "Ana", "Bea")
    made_at = evening.backstage.clock.now()

    expire(evening)

    (told,) = delivered(evening)
    assert made_at + 24 * HOUR == told.at
    assert made_at + 60 * 24 * HOUR == told.event.ended_at, "in game time, as all times of a room"


def test_its_code_is_nobody_elses_as_long_as_it_is_there(evening: Evening):
    expire(evening)

    assert not evening.house.store.create(evening.room)
    assert evening.room.closes_at // 1000 + 24 * 3_600 == evening.room.expires_at


def test_a_room_that_is_gone_when_the_sweep_comes_is_done_with(evening: Evening):
    evening.backstage.clock.at = evening.room.closes_at + MINUTE
    store = meddled(evening.backstage)
    store.before_save = evening.backstage.memory.rooms.clear

    assert wake(evening.backstage.house, evening.code, None) is None
    with pytest.raises(RoomNotFound):
        summary(evening.backstage.house, evening.code)
