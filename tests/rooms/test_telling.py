"""Who is told of what: exactly the seats whose view has grown, on every socket of theirs, in seat order."""

import json
from typing import Any

import pytest

from chalicelib.core.ids import PlayerId
from chalicelib.games.espia.actions import CrossOut
from chalicelib.mechanics.accusation import Accuse, Vote
from chalicelib.mechanics.lobby import Configure, Deal, Finish, Interrupt, Seen
from chalicelib.mechanics.seating import Leave, Remove, Tick
from chalicelib.rooms.act import act
from chalicelib.rooms.erasing import delete_room, erase_player
from chalicelib.rooms.house import House
from chalicelib.rooms.tokens import by_socket
from chalicelib.rooms.wake import wake
from tests.rooms.backstage import MINUTE, Backstage, Evening, unheard


def watched(evening: Evening) -> Evening:
    """Everybody has a socket named after their seat; what the welcome brought is forgotten."""
    for player in evening.seats:
        evening.connect(player, f"of {player}")
    evening.backstage.forget_told()
    return evening


def told(evening: Evening) -> list[str]:
    """To whom messages went since the last time, in order."""
    order = [connection for connection, _ in evening.backstage.push.sent]
    evening.backstage.forget_told()
    return order


def test_a_public_change_goes_to_every_seat_in_seat_order(backstage: Backstage):
    evening = Evening(backstage, *(f"Player {number}" for number in range(10)))
    for player in reversed(evening.seats):
        evening.connect(player, f"of {player}")
    evening.backstage.forget_told()

    evening.act("p1", Configure({"minutes": 5}))

    assert [f"of p{number}" for number in range(1, 11)] == told(evening)


def test_a_private_change_goes_to_nobody_else(evening: Evening):
    watched(evening.started())

    evening.act(evening.spy, CrossOut((evening.place,)))

    assert [f"of {evening.spy}"] == told(evening)


def test_what_changes_nothing_goes_to_nobody(evening: Evening):
    watched(evening).act("p1", Deal())
    evening.act("p2", Seen())
    told(evening)

    evening.act("p2", Seen())
    evening.act("p1", Tick())
    evening.act("p1", Tick(), "an id")
    evening.act("p2", Interrupt())

    assert [] == told(evening)


def test_every_socket_of_a_seat_is_told(evening: Evening):
    evening.connect("p2", "b"), evening.connect("p2", "a"), evening.connect("p1", "c")
    evening.backstage.forget_told()

    evening.act("p1", Deal())

    assert ["c", "a", "b"] == told(evening)


def test_each_seat_gets_its_own_view(evening: Evening):
    watched(evening).act("p1", Deal())

    views = [evening.backstage.told(f"of {player}")[-1]["view"] for player in evening.seats]

    assert ["p1", "p2", "p3"] == [view["me"]["player"] for view in views]
    assert 1 == sum(view["me"]["card"]["kind"] == "spy" for view in views)


def test_a_change_of_phase_is_hinted_at(evening: Evening):
    watched(evening).act("p1", Configure({"minutes": 5}))
    assert [] == evening.backstage.told("of p1")[-1]["events"]

    evening.act("p1", Deal())
    assert [{"type": "phase", "phase": "dealt"}] == evening.backstage.told("of p1")[-1]["events"]


def test_somebody_coming_is_told_to_those_who_are_there(evening: Evening):
    watched(evening).join("Leo")

    assert ["of p1", "of p2", "of p3"] == told(evening)


def test_whoever_leaves_is_told_goodbye_after_all_others_were_told(evening: Evening):
    watched(evening).act("p2", Leave())

    sent = evening.backstage.push.sent
    assert ["of p1", "of p3", "of p2"] == [connection for connection, _ in sent]
    assert {"type": "bye", "code": "left"} == json.loads(sent[-1][1])
    assert ["of p2"] == evening.backstage.push.closed
    assert {"of p1", "of p3"} == set(evening.room.connections)


def test_whoever_is_removed_is_told_so_on_every_socket(evening: Evening):
    watched(evening).connect("p3", "another of p3")
    evening.act("p1", Remove(evening.seats["p3"].player))

    for connection in ("another of p3", "of p3"):
        assert {"type": "bye", "code": "removed"} == evening.backstage.told(connection)[-1]
    assert {"another of p3", "of p3"} == set(evening.backstage.push.closed)


def test_whoever_left_unheard_is_not_told_later_that_they_were_removed(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
):
    def broken(*_: Any) -> None:
        raise OSError

    watched(evening)
    with monkeypatch.context() as for_now:
        for_now.setattr(type(evening.backstage.push), "send", broken)
        evening.act("p2", Leave())
    evening.act("p1", Configure({"minutes": 5}))

    assert [{"type": "bye", "code": "left"}] == evening.backstage.told("of p2")


def overtaken(evening: Evening) -> House:
    """A server whose first save nobody hears of, and which is saved over with nothing new to anybody."""
    save, clock = evening.house.store.save, evening.backstage.clock
    return unheard(evening, lambda saved: save(saved, None, clock.now()))


def test_a_time_that_is_up_is_told_to_all_though_nobody_heard_that_it_was_saved(evening: Evening):
    watched(evening.started())
    evening.backstage.clock.pass_ms(8 * MINUTE)

    wake(overtaken(evening), evening.code, None)

    assert ["of p1", "of p2", "of p3"] == told(evening)
    assert [(evening.code, evening.room.due_at)] == [each[:2] for each in evening.backstage.alarm.armed]


def test_all_hear_of_who_is_forgotten_though_nobody_heard_that_it_was_saved(evening: Evening):
    watched(evening)

    erase_player(overtaken(evening), evening.code, PlayerId("p2"))

    assert {"type": "bye", "code": "left"} == evening.backstage.told("of p2")[-1]
    for other in ("of p1", "of p3"):
        *_, view = evening.backstage.told(other)
        assert "p2" == view["view"]["room"]["players"][1]["nickname"]


def test_all_hear_that_the_room_is_deleted_though_nobody_heard_that_it_was_saved(evening: Evening):
    watched(evening)

    assert [*delete_room(overtaken(evening), evening.code)]

    for player in evening.seats:
        assert {"type": "bye", "code": "room_closed"} == evening.backstage.told(f"of {player}")[-1]


def test_the_last_goodbye_says_that_the_room_is_closed(evening: Evening):
    watched(evening)
    for player in evening.seats:
        evening.act(player, Leave())

    assert {"type": "bye", "code": "room_closed"} == evening.backstage.told("of p3")[-1]


def test_an_answer_comes_after_the_own_view_and_before_any_goodbye(evening: Evening):
    watched(evening)
    leaver = by_socket(evening.seats["p2"].player)

    act(evening.house, evening.code, leaver, lambda _: Leave(), answer=("of p2", b"1"))

    view, answer, bye = evening.backstage.told("of p2")
    assert ("view", 1, "bye") == (view["type"], answer, bye["type"])
    assert ["of p1", "of p3", "of p2", "of p2", "of p2"] == told(evening)


@pytest.mark.parametrize("leavers", [["p2"], ["p1", "p3", "p2"]], ids=["one of them", "the last one"])
def test_whoever_leaves_a_round_is_shown_the_view_that_their_seat_has_then(
    evening: Evening, leavers: list[str]
):
    watched(evening.started())
    *_, last = leavers
    for player in leavers:
        who = by_socket(PlayerId(player))
        act(evening.house, evening.code, who, lambda _: Leave(), answer=(f"of {player}", b"1"))

    view = evening.backstage.told(f"of {last}")[-3]["view"]
    room, now = evening.room, evening.backstage.clock.now()
    assert evening.house.presenter.view(room, PlayerId(last), now, "es") == view
    assert "left" == next(p["status"] for p in view["room"]["players"] if p["id"] == last)


def test_a_socket_that_is_gone_is_forgotten_and_its_seat_was_there_a_moment_ago(evening: Evening):
    watched(evening)
    evening.backstage.push.gone.add("of p2")
    evening.backstage.clock.pass_ms(MINUTE)

    evening.act("p1", Deal())

    assert {"of p1", "of p3"} == set(evening.room.connections)
    assert evening.backstage.connections.get("of p2") is None
    assert evening.backstage.clock.now() == evening.room.seen_at[evening.seats["p2"].player]
    assert evening.room.state.public.table.is_seated(evening.seats["p2"].player)


def test_a_time_that_is_up_is_told_to_all_by_whoever_comes_first(evening: Evening):
    watched(evening.started())
    evening.backstage.clock.pass_ms(8 * MINUTE)

    evening.act("p2", Tick())

    assert ["of p1", "of p2", "of p3"] == told(evening)


def test_who_votes_is_told_in_the_same_way_whatever_the_vote(evening: Evening):
    watched(evening.started())
    suspect, accuser, voter = evening.spy, *(p for p in evening.seats if p != evening.spy)
    evening.act(accuser, Accuse(evening.seats[suspect].player))
    told(evening)

    evening.act(voter, Vote(True))

    assert ["of p1", "of p2", "of p3"] == told(evening)


def test_the_end_of_a_match_is_told(evening: Evening):
    watched(evening.started()).act("p1", Interrupt())
    evening.act("p1", Finish())

    assert "match_over" == evening.backstage.told("of p3")[-1]["view"]["room"]["phase"]
