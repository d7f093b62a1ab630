"""Who is there: an open socket or a request of late; and when a host is away."""

from dataclasses import replace

import pytest

from chalicelib.core.action import Action
from chalicelib.core.ids import PlayerId
from chalicelib.core.reason import Reason, Refused, Rejection
from chalicelib.core.ruleset import Ruleset
from chalicelib.mechanics.lobby import Deal
from chalicelib.mechanics.seating import ClaimHost, Leave, MakeHost, Tick
from chalicelib.rooms.act import act
from chalicelib.rooms.change import presence
from chalicelib.rooms.tokens import by_socket, by_token
from chalicelib.rooms.watch import disconnect, watch
from tests.rooms.backstage import MINUTE, SECOND, SETTINGS, Backstage, Evening, Meddled, meddled


def is_away(evening: Evening) -> bool:
    return presence(evening.room, evening.backstage.clock.now()).host_away


def look(evening: Evening, player: str) -> None:
    watch(evening.backstage.house, evening.code, by_token(evening.seats[player].token))


def later(evening: Evening, ms: int) -> None:
    evening.backstage.clock.pass_ms(ms)


def test_a_host_without_socket_and_request_is_away_after_a_minute_exactly(evening: Evening):
    later(evening, MINUTE - 1)
    assert not is_away(evening)
    assert Reason.HOST_PRESENT == evening.act("p2", ClaimHost()).rejection.reason

    later(evening, 1)
    assert is_away(evening)
    assert evening.act("p2", ClaimHost()).rejection is None
    assert "p2" == evening.room.state.public.table.host


def test_a_host_whose_socket_pings_is_never_away(evening: Evening):
    evening.connect("p1", "socket")
    for _ in range(6):
        later(evening, 10 * MINUTE - 1)
        assert not is_away(evening)
        look(evening, "p1")


def test_a_socket_of_which_nobody_said_that_it_closed_keeps_no_host_present_for_ever(evening: Evening):
    evening.connect("p1", "lost")
    later(evening, 15 * MINUTE - 1)
    assert not is_away(evening)

    later(evening, 1)
    assert is_away(evening)
    assert evening.act("p2", ClaimHost()).rejection is None


def test_the_minute_begins_when_the_last_socket_closes(evening: Evening):
    evening.connect("p1", "one"), evening.connect("p1", "two")
    later(evening, 10 * MINUTE)
    disconnect(evening.house, "one", evening.code)
    later(evening, 10 * MINUTE)
    disconnect(evening.house, "two", evening.code)

    later(evening, MINUTE - 1)
    assert not is_away(evening)
    later(evening, 1)
    assert is_away(evening)


def test_the_minute_begins_when_a_push_finds_the_socket_gone(evening: Evening):
    evening.connect("p1", "socket")
    later(evening, 10 * MINUTE)
    evening.backstage.push.gone.add("socket")
    evening.join("Leo")

    later(evening, MINUTE - 1)
    assert not is_away(evening)
    later(evening, 1)
    assert is_away(evening)


def nonsense(evening: Evening, player: str) -> None:
    def unreadable(ruleset: Ruleset) -> Action:
        raise Refused(Rejection(Reason.INVALID_VALUE))

    with pytest.raises(Refused):
        act(evening.house, evening.code, by_socket(PlayerId(player)), unreadable)


@pytest.mark.parametrize("request_", ["a look", "an action", "a refused action", "nonsense"])
def test_any_request_of_the_host_begins_the_minute_anew(evening: Evening, request_: str):
    later(evening, MINUTE - 1)
    ask = {
        "a look": lambda: look(evening, "p1"),
        "an action": lambda: evening.act("p1", Deal()),
        "a refused action": lambda: evening.act("p1", MakeHost(evening.seats["p1"].player)),
        "nonsense": lambda: nonsense(evening, "p1"),
    }
    ask[request_]()

    later(evening, MINUTE - 1)
    assert not is_away(evening)
    later(evening, 1)
    assert is_away(evening)


def test_requests_of_others_keep_no_host_present(evening: Evening):
    for _ in range(6):
        later(evening, 10 * SECOND)
        look(evening, "p2")

    assert is_away(evening)


def test_a_host_who_comes_back_finds_another_in_the_chair(evening: Evening):
    later(evening, MINUTE)
    evening.act("p3", ClaimHost())

    assert Reason.HOST_ONLY == evening.act("p1", Deal()).rejection.reason
    assert Reason.HOST_PRESENT == evening.act("p2", ClaimHost()).rejection.reason


def test_a_host_who_asks_just_in_time_stays_host(evening: Evening):
    later(evening, MINUTE)
    look(evening, "p1")

    assert Reason.HOST_PRESENT == evening.act("p2", ClaimHost()).rejection.reason


def test_away_is_measured_in_real_time_however_fast_the_game_runs(evening: Evening):
    fast = evening.backstage
    object.__setattr__(fast.server.settings, "time_scale", 60)
    fast.server.house.cache_clear()
    quick = Evening(fast, "Ana", "Bea", "Eva")
    object.__setattr__(fast.server.settings, "time_scale", 1)

    later(quick, MINUTE - 1)
    assert not is_away(quick)
    later(quick, 1)
    assert is_away(quick)


# A host who has just become it


def becomes_host(evening: Evening, how: str) -> None:
    """The role goes over to Bea, who does nothing for it herself."""
    evening.act("p1", Leave() if how == "the host leaves" else MakeHost(PlayerId("p2")))


HOW = pytest.mark.parametrize("how", ["the host leaves", "the host hands it over"])


@HOW
def test_whoever_has_become_host_may_be_replaced_a_minute_after_their_last_request(
    evening: Evening, how: str
):
    look(evening, "p2")
    later(evening, 30 * SECOND - 1)
    look(evening, "p2")  # a guest's note is not renewed so soon
    becomes_host(evening, how)

    later(evening, MINUTE - 1)
    assert not is_away(evening)
    assert Reason.HOST_PRESENT == evening.act("p3", ClaimHost()).rejection.reason

    later(evening, 1)
    assert is_away(evening)
    assert evening.act("p3", ClaimHost()).rejection is None


@HOW
def test_whoever_was_long_gone_when_they_became_host_is_away_at_once(evening: Evening, how: str):
    later(evening, 89 * SECOND)
    becomes_host(evening, how)
    assert not is_away(evening)

    later(evening, SECOND)
    assert is_away(evening)


@HOW
def test_requests_as_host_begin_the_minute_anew_however_they_became_it(evening: Evening, how: str):
    later(evening, 10 * MINUTE)
    becomes_host(evening, how)
    look(evening, "p2")

    later(evening, MINUTE - 1)
    assert not is_away(evening)
    later(evening, 1)
    assert is_away(evening)


def test_whoever_claims_a_room_is_host_for_a_minute_at_least(evening: Evening):
    later(evening, MINUTE)
    evening.act("p2", ClaimHost())

    later(evening, MINUTE - 1)
    assert not is_away(evening)
    later(evening, 1)
    assert is_away(evening)


def test_that_the_role_moves_costs_no_write_of_its_own(evening: Evening):
    store = meddled(evening.backstage)
    evening.house = evening.backstage.house

    evening.act("p1", MakeHost(PlayerId("p2")))

    assert (1, 0) == (store.calls.count("save"), touches(store))


def test_the_minute_of_a_new_host_is_of_real_time_however_fast_the_game_runs(backstage: Backstage):
    quick = Evening(Backstage(settings=replace(SETTINGS, time_scale=60)), "Ana", "Bea", "Eva")
    later(quick, 29 * SECOND)
    look(quick, "p2")
    becomes_host(quick, "the host leaves")

    later(quick, MINUTE - 1)
    assert not is_away(quick)
    later(quick, 1)
    assert is_away(quick)


# What noting costs


def touches(store: Meddled) -> int:
    return store.calls.count("touch")


@pytest.mark.parametrize(("player", "every"), [("p1", 3), ("p2", 30)])
def test_somebody_who_polls_each_second_is_noted_now_and_then(evening: Evening, player: str, every: int):
    store = meddled(evening.backstage)
    for _ in range(60):
        later(evening, SECOND)
        look(evening, player)

    assert 60 // every == touches(store)


def test_whoever_has_a_socket_needs_no_notes(evening: Evening):
    evening.connect("p1", "socket")
    store = meddled(evening.backstage)
    for _ in range(60):
        later(evening, SECOND)
        look(evening, "p1")

    assert 0 == touches(store)


def test_an_action_is_noted_with_its_save(evening: Evening):
    store = meddled(evening.backstage)
    evening.house = evening.backstage.house
    later(evening, MINUTE)

    evening.act("p1", Deal())

    assert 0 == touches(store)
    assert evening.backstage.clock.now() == evening.room.seen_at[evening.seats["p1"].player]


# Connected


def connected(evening: Evening) -> set[str]:
    return set(presence(evening.room, evening.backstage.clock.now()).connected)


def test_whoever_asked_of_late_or_has_a_socket_is_connected(evening: Evening):
    later(evening, 90 * SECOND)
    assert set() == connected(evening)

    evening.connect("p1", "socket")
    look(evening, "p2")
    later(evening, 90 * SECOND - 1)
    assert {"p1", "p2"} == connected(evening)

    later(evening, 1)
    assert {"p1"} == connected(evening)


@pytest.mark.parametrize("seconds", range(0, 100, 5))
def test_a_host_is_never_shown_as_connected_and_replaceable_at_once(evening: Evening, seconds: int):
    later(evening, seconds * SECOND)
    look(evening, "p2")

    assert is_away(evening) == ("p1" not in connected(evening))
    assert {"p2"} <= connected(evening)


@HOW
@pytest.mark.parametrize("seconds", range(0, 100, 5))
def test_nor_is_a_new_one(evening: Evening, seconds: int, how: str):
    later(evening, 20 * SECOND)
    becomes_host(evening, how)
    later(evening, seconds * SECOND)

    assert is_away(evening) == ("p2" not in connected(evening))


def test_whoever_looks_sees_themselves_connected(evening: Evening):
    later(evening, 10 * MINUTE)

    seen = watch(evening.house, evening.code, by_token(evening.seats["p2"].token))

    assert {"p2"} == set(presence(seen.room, seen.now).connected)


def test_who_is_connected_is_nobodys_new_version(evening: Evening):
    evening.connect("p1", "one")
    evening.backstage.forget_told()
    evening.connect("p2", "two")
    disconnect(evening.house, "two", evening.code)
    later(evening, 10 * MINUTE)
    evening.act("p1", Tick())

    assert [] == evening.backstage.told("one")
