"""Bots at the table, as a frontend meets them: one person and some bots play over REST alone."""

from typing import Any

import pytest

from tests.api.wire import Seat, Wire
from tests.rooms.backstage import SECOND


def alone(wire: Wire, bots: int = 4, **options: Any) -> Seat:
    """A room of Ana and so many bots."""
    return wire.open_room("Ana", "impostor", bots=bots, options={"words": 1, **options})


def players(seat: Seat) -> list[Any]:
    return seat.view["room"]["players"]


def offer(seat: Seat, kind: str) -> Any:
    return next((entry for entry in seat.view["actions"] if entry["type"] == kind), None)


def test_a_room_is_made_with_bots_that_are_there_and_named(wire: Wire):
    ana = alone(wire, 3)
    bots = players(ana)[1:]

    assert ["bot"] * 3 == [p["kind"] for p in bots]
    assert all(p["connected"] and p["nickname"] for p in bots)
    assert 4 == len({p["nickname"] for p in players(ana)})
    assert "p1" == ana.view["room"]["host"]


@pytest.mark.parametrize(("bots", "status"), [(15, 201), (16, 409)])
def test_bots_fill_the_table_and_no_more(wire: Wire, bots: int, status: int):
    made = wire.post("/v1/rooms", {"game": "impostor", "nickname": "Ana", "bots": bots})

    assert status == made.status
    if status == 409:
        assert ("room_full", [("/bots", "room_full")]) == (made.code, made.faults)
        assert not wire.backstage.memory.rooms


def test_the_host_adds_bots_with_a_name_or_without(wire: Wire):
    ana = alone(wire, 0)
    assert {"max_length": 20} == offer(ana, "add_bot")["nickname"]

    assert 200 == ana.post("add_bot", phase_seq=1).status
    assert 200 == ana.post("add_bot", phase_seq=1, nickname=" Robi ").status
    assert "Robi" == players(ana)[2]["nickname"]
    assert (409, "nickname_taken") == ana.post("add_bot", phase_seq=1, nickname="ROBÍ").outcome
    assert (422, "invalid_nickname") == ana.post("add_bot", phase_seq=1, nickname="x" * 21).outcome
    assert (422, "invalid_nickname") == ana.post("add_bot", phase_seq=1, nickname="\u202eibor").outcome
    assert 3 == len(players(ana))


def test_adding_a_bot_twice_with_one_key_adds_one(wire: Wire):
    ana = alone(wire, 0)
    body = {"type": "add_bot", "phase_seq": 1}
    first, again = (
        wire.post(f"/v1/rooms/{ana.code}/actions", body, token=ana.token, **{"Idempotency-Key": "one bot"})
        for _ in range(2)
    )

    assert (200, 200) == (first.status, again.status)
    assert "true" == again.headers["idempotency-replayed"]
    assert "idempotency-replayed" not in first.headers
    assert 2 == len(players(ana))


def test_a_bot_can_be_shown_the_door_but_not_be_host(wire: Wire):
    ana = alone(wire, 2)

    assert (422, "humans_only") == ana.post("make_host", player="p2").outcome
    assert 200 == ana.post("remove", player="p2").status
    assert ["p1", "p3"] == [p["id"] for p in players(ana) if p["status"] != "left"]


def test_the_room_closes_when_the_last_person_leaves_the_bots_alone(wire: Wire):
    ana = alone(wire)
    assert 200 == ana.post("leave").status

    assert (410, "room_closed") == wire.get(f"/v1/rooms/{ana.code}").outcome


def test_one_person_plays_a_match_against_bots_over_rest_alone(wire: Wire):
    ana = alone(wire)
    for kind in ("deal", "seen", "start"):
        seen = {} if kind == "seen" else {"phase_seq": ana.view["phase_seq"]}
        assert 200 == ana.post(kind, **seen).status
    for _ in range(600):
        view = ana.view
        if view["room"]["phase"] == "match_over":
            break
        if offer(ana, "clue"):
            assert 200 == ana.post("clue", phase_seq=view["phase_seq"], text="cosa mía").status
        elif offer(ana, "vote") and "p1" not in view["round"]["voted"]:
            assert 200 == ana.post("vote", phase_seq=view["phase_seq"], suspect=None).status
        wire.backstage.clock.pass_ms(SECOND)

    view = ana.view
    assert "match_over" == view["room"]["phase"]
    assert 5 == len(view["room"]["standings"])
    assert {"p1", "p2", "p3", "p4", "p5"} == {clue["player"] for clue in view["round"]["clues"]}
    assert all(clue["said"] for clue in view["round"]["clues"])
