"""The queue and the schedule: rooms are settled with nobody asking, once, and only failures come again."""

from dataclasses import dataclass, replace
from typing import Any

import pytest

from chalicelib.api.server import serve_with
from tests.api import events
from tests.api.wire import Wire
from tests.rooms.backstage import MINUTE, SETTINGS, Backstage


def ring(wire: Wire, *bodies: str) -> list[str]:
    """Deliver a batch; which of its messages will come again."""
    answer = wire.function("alarms", events.queue(*bodies))
    return [failure["itemIdentifier"] for failure in answer["batchItemFailures"]]


def test_a_deadline_takes_effect_with_nobody_asking(wire: Wire, backstage: Backstage):
    ana, *_ = wire.playing()
    ana.connect().hears()
    code, due_at = backstage.alarm.armed[-1]
    backstage.clock.at = due_at

    assert [] == ring(wire, events.wakeup(code, due_at))

    (pushed,) = ana.hears()
    assert "pointing" == pushed["view"]["room"]["phase"]


def test_a_wakeup_that_comes_again_or_late_changes_nothing(wire: Wire, backstage: Backstage):
    ana, *_ = wire.playing()
    code, due_at = backstage.alarm.armed[-1]
    backstage.clock.at = due_at
    ring(wire, events.wakeup(code, due_at))
    before = ana.view

    assert [] == ring(wire, events.wakeup(code, due_at), events.wakeup(code, due_at), events.wakeup(code, 1))
    assert before == ana.view


@pytest.mark.parametrize(
    "body", ["", "{", "[]", "null", '{"tenant": "demo"}', '{"tenant": 1, "code": "K7MPQ", "due_at": 1}']
)
def test_a_message_that_is_no_wakeup_fails_alone(wire: Wire, backstage: Backstage, body: str):
    ana, *_ = wire.playing()
    code, due_at = backstage.alarm.armed[-1]
    backstage.clock.at = due_at

    assert ["message-0"] == ring(wire, body, events.wakeup(code, due_at))
    room = backstage.house.store.load(ana.code)
    assert room is not None and "pointing" == room.state.phase


def test_a_wakeup_for_a_room_that_is_gone_is_done_with(wire: Wire):
    assert [] == ring(wire, events.wakeup("K7MPQ", 1), events.wakeup("K7MPQ", 1, tenant="other"))


def test_a_burst_is_settled_side_by_side(wire: Wire, backstage: Backstage):
    parties = [wire.playing() for _ in range(10)]
    backstage.clock.pass_ms(8 * MINUTE)

    assert [] == ring(wire, *(events.wakeup(seats[0].code, backstage.clock.at) for seats in parties))
    rooms = [backstage.house.store.load(seats[0].code) for seats in parties]
    assert ["pointing"] * 10 == [room and room.state.phase for room in rooms]


def test_a_room_that_fails_comes_again_and_the_others_do_not(wire: Wire, backstage: Backstage):
    good, bad = wire.playing(), wire.playing()
    backstage.clock.pass_ms(8 * MINUTE)
    key = next(key for key in backstage.memory.rooms if bad[0].code in key.pk)
    backstage.memory.rooms[key] = replace(backstage.memory.rooms[key], document=b"{}")

    assert ["message-1"] == ring(wire, *(events.wakeup(seats[0].code, 1) for seats in (good, bad)))


def test_the_sweep_puts_only_overdue_rooms_back_on_the_queue(wire: Wire, backstage: Backstage):
    wire.open_room()
    ana, *_ = wire.playing()
    _, due_at = backstage.alarm.armed[-1]
    backstage.alarm.armed.clear()
    backstage.clock.at = due_at
    wire.function("sweep", events.schedule())
    assert [] == backstage.alarm.armed

    backstage.clock.pass_ms(6_000)
    wire.function("sweep", events.schedule())

    assert [(ana.code, due_at)] == backstage.alarm.armed
    room = backstage.house.store.load(ana.code)
    assert room is not None and "questions" == room.state.phase


def test_the_sweep_asks_the_alarm_of_each_rooms_tenant(wire: Wire, backstage: Backstage):
    wire.playing()
    other = Backstage(replace(SETTINGS, open_tenant="other"), memory=backstage.memory, clock=backstage.clock)
    serve_with(other.server)
    wire.playing()
    asked: list[str] = []

    @dataclass
    class Asked:
        tenant: str

        def arm(self, *_: Any) -> None:
            asked.append(self.tenant)

    other.server.outside = replace(other.server.outside, alarm=Asked)
    other.server.house.cache_clear()
    backstage.clock.pass_ms(9 * MINUTE)
    wire.function("sweep", events.schedule())

    assert ["demo", "other"] == sorted(asked)
