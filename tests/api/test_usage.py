"""A tenant is told what it used, by the day, and nobody else is."""

from typing import Any

import pytest

from chalicelib.rooms.room import Closing, Delivery
from chalicelib.tenants.usage import Usage
from tests.adapters.playing import room
from tests.api import events
from tests.api.owners import Owner
from tests.api.wire import Wire

DAY_MS = 24 * 60 * 60 * 1000
MINUTE_MS = 60_000
NOTHING = {"rounds": 0, "player_minutes": 0, "actions": 0, "pushes": 0}


def asked(owner: Owner, query: str = "") -> Any:
    answer = owner.call("GET", f"/v1/tenant/usage{query}")
    assert answer.status == 200, answer.text
    return answer.json


def used(wire: Wire, owner: Owner, days_ago: int, **usage: int) -> None:
    """Something ended in a room so many days ago."""
    at = wire.backstage.clock.now() - days_ago * DAY_MS
    ended = room(id=f"a{days_ago}")
    wire.backstage.server.outside.usage(owner.id).deliver(
        ended, Delivery(at, Closing(at, "left"), Usage(**usage))
    )


def ring_all(wire: Wire) -> None:
    """Every alarm that was armed so far arrives."""
    for code, due_at in list(wire.backstage.alarm.armed):
        wire.function("alarms", events.queue(events.wakeup(code, due_at, "acme")))


def test_a_round_that_was_played_is_told_with_its_minutes_actions_and_pushes(wire: Wire):
    owner = Owner.of(wire)
    ana = owner.opens()
    seats = [ana, owner.joins(ana.code, "Bea"), owner.joins(ana.code, "Eva")]
    seats[1].connect()
    ana.do("deal")
    for seat in seats:
        seat.do("seen")
    ana.do("start")
    wire.backstage.clock.pass_ms(5 * MINUTE_MS + 30_000)
    pushed = sum(message["type"] == "view" for message in seats[1].hears())
    spy = next(seat for seat in seats if seat.view["me"]["card"]["kind"] == "spy")
    spy.do("guess", place=spy.view["candidates"][0])
    pushed += sum(message["type"] == "view" for message in seats[1].hears())
    ring_all(wire)

    today = asked(owner)["days"][-1]
    assert today == {
        "date": "2027-01-15",
        "rounds": 1,
        "player_minutes": 16.5,
        "actions": len(["deal", "seen", "seen", "seen", "start", "guess"]),
        "pushes": pushed,
    }
    assert pushed == len(["deal", "seen", "seen", "seen", "start", "guess"])


def test_without_days_it_is_the_last_thirty(wire: Wire):
    owner = Owner.of(wire)
    used(wire, owner, 0, actions=1)
    used(wire, owner, 29, rounds=1, player_ms=90_000)
    used(wire, owner, 30, rounds=1)

    told = asked(owner)

    assert 30 == len(told["days"])
    assert ["2026-12-17", "2027-01-15"] == [told["days"][0]["date"], told["days"][-1]["date"]]
    assert {**NOTHING, "rounds": 1, "player_minutes": 1.5, "actions": 1} == told["total"]


def test_days_that_are_asked_for_are_told_in_order_also_those_on_which_nothing_was_used(wire: Wire):
    owner = Owner.of(wire)
    for days_ago in (10, 11, 12, 40):
        used(wire, owner, days_ago, pushes=days_ago)

    told = asked(owner, "?from=2027-01-03&to=2027-01-06")

    assert told == {
        "days": [
            {"date": "2027-01-03", **NOTHING, "pushes": 12},
            {"date": "2027-01-04", **NOTHING, "pushes": 11},
            {"date": "2027-01-05", **NOTHING, "pushes": 10},
            {"date": "2027-01-06", **NOTHING},
        ],
        "total": {**NOTHING, "pushes": 33},
    }
    assert told == asked(owner, "?from=2027-01-03&to=2027-01-06"), "and again, from what was added up"


def test_what_comes_late_still_counts_for_three_days(wire: Wire):
    owner = Owner.of(wire)
    for days_ago in (3, 4):
        used(wire, owner, days_ago, rounds=1)
    asked(owner)

    book = wire.backstage.server.outside.usage(owner.id)
    for days_ago in (3, 4):
        at = wire.backstage.clock.now() - days_ago * DAY_MS
        book.deliver(room(id="late"), Delivery(at, Closing(at, "left"), Usage(rounds=1)))

    assert [("2027-01-11", 1), ("2027-01-12", 2)] == [
        (day["date"], day["rounds"]) for day in asked(owner)["days"] if day["rounds"]
    ]


def test_nobody_is_told_what_another_used(wire: Wire):
    ours, theirs = Owner.of(wire), Owner.of(wire, "other")
    used(wire, ours, 0, rounds=5)

    assert NOTHING == asked(theirs)["total"]
    assert (401, "secret_key_required") == ours.call("GET", "/v1/tenant/usage", x_api_key=ours.pk).outcome
    assert (401, "invalid_api_key") == ours.call("GET", "/v1/tenant/usage", x_api_key="sk_acme.x").outcome
    assert (401, "secret_key_required") == wire.get("/v1/tenant/usage").outcome


@pytest.mark.parametrize(
    ("query", "fault"),
    [
        ("from=yesterday", ("/from", "invalid_value")),
        ("from=20270101", ("/from", "invalid_value")),
        ("from=2027-W01-1", ("/from", "invalid_value")),
        ("to=2027-02-30", ("/to", "invalid_value")),
        ("to=0001-01-01", ("/to", "invalid_value")),
        ("to=9999-12-31", ("/to", "invalid_value")),
        ("from=&to=2027-01-15", ("/from", "invalid_value")),
        ("from=2027-01-15%00", ("/from", "invalid_value")),
        ("from=2027-01-16&to=2027-01-15", ("/from", "out_of_range")),
        ("from=2026-10-14&to=2027-01-15", ("/from", "out_of_range")),
    ],
)
def test_days_that_cannot_be_are_refused(wire: Wire, query: str, fault: tuple[str, str]):
    answer = Owner.of(wire).call("GET", f"/v1/tenant/usage?{query}")

    assert (422, "invalid_value") == answer.outcome
    assert [fault] == answer.faults


def test_a_room_that_is_had_again_after_it_was_deleted_is_counted_again(wire: Wire):
    """Its key was used a moment ago, so that it has the same code, id and seats."""
    owner = Owner.of(wire)
    body = {"game": "espia", "nickname": "Ana"}
    counted = list[int]()
    for _ in range(2):
        ana = wire.seat(wire.post("/v1/rooms", body, x_api_key=owner.pk, idempotency_key="k"))
        for name in ("Bea", "Eva"):
            owner.joins(ana.code, name)
        wire.backstage.clock.pass_ms(1_000)
        ana.do("deal")
        assert 204 == owner.call("DELETE", f"/v1/tenant/rooms/{ana.code}").status
        counted.append(asked(owner)["total"]["actions"])

    assert [1, 2] == counted


@pytest.mark.parametrize("query", ["from=2026-10-15&to=2027-01-15", "from=2027-01-15&to=2027-01-15"])
def test_from_one_day_to_a_quarter_of_a_year_can_be_asked_for(wire: Wire, query: str):
    assert NOTHING == asked(Owner.of(wire), f"?{query}")["total"]
