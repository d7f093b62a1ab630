"""Load, play, save, push, arm: who loses a race is judged again, and nothing after the save can fail it."""

from dataclasses import replace
from typing import Any

import pytest

from chalicelib.core.reason import Reason
from chalicelib.mechanics.accusation import Accuse
from chalicelib.mechanics.lobby import Configure, Deal, Interrupt, Seen, Start
from chalicelib.mechanics.seating import Tick
from chalicelib.rooms.errors import RoomClosed, RoomNotFound, StoreBusy
from chalicelib.rooms.join import join
from chalicelib.rooms.tokens import by_token
from chalicelib.rooms.watch import summary, watch
from tests.rooms.backstage import HOUR, MINUTE, Backstage, Evening, meddled


def meddling(evening: Evening, *meddlers: Any) -> Any:
    """The same evening, in which these happen before the next saves, one before each."""
    backstage, waiting = evening.backstage, list(meddlers)
    direct = backstage.house
    store = meddled(backstage)

    def meddle() -> None:
        if waiting:
            evening.house = direct
            waiting.pop(0)()
            evening.house = backstage.house

    store.before_save = meddle
    evening.house = backstage.house
    return store


# Races


def test_who_loses_a_race_is_judged_again_from_the_state_that_won(evening: Evening):
    evening.act("p1", Deal())
    meddling(evening, lambda: evening.act("p2", Seen()))

    assert evening.act("p3", Seen()).rejection is None

    assert [False, True, True] == [p.seen for p in evening.room.state.public.table.players]


def test_the_loser_reads_nothing_again(evening: Evening):
    evening.act("p1", Deal())
    store = meddling(evening, lambda: evening.act("p2", Seen()))

    evening.act("p3", Seen())

    assert ["load", "save", "save"] == store.calls


def test_what_was_right_before_the_race_may_be_wrong_after_it(evening: Evening):
    evening.act("p1", Deal())
    meddling(evening, lambda: evening.act("p1", Interrupt()))

    assert Reason.STALE_PHASE == evening.act("p1", Interrupt()).rejection.reason
    assert 1 == len(evening.room.outbox)


def test_a_double_click_on_two_servers_counts_once(evening: Evening):
    meddling(evening, lambda: evening.act("p1", Deal(), "click"))

    done = evening.act("p1", Deal(), "click")

    assert (None, True) == (done.rejection, done.repeated)
    assert 1 == evening.room.state.public.table.dealt


def test_a_race_for_the_last_seat_has_one_winner(backstage: Backstage):
    evening = Evening(backstage, "Ana", *(f"Player {number}" for number in range(8)))
    meddling(evening, lambda: evening.join("Winner"))

    with pytest.raises(Exception) as refused:
        evening.join("Loser")

    assert Reason.ROOM_FULL == refused.value.rejection.reason
    assert 10 == len(evening.room.state.public.table.seated)


def test_a_race_for_a_nickname_has_one_winner(evening: Evening):
    meddling(evening, lambda: evening.join("Leo"))

    with pytest.raises(Exception) as refused:
        evening.join("leo")

    assert Reason.NICKNAME_TAKEN == refused.value.rejection.reason


def test_a_race_that_is_lost_for_two_seconds_is_given_up_and_nothing_has_happened(evening: Evening):
    def again() -> None:
        evening.backstage.clock.pass_ms(500)
        evening.join(f"Player {evening.backstage.clock.now()}")

    meddling(evening, *[again] * 7)

    with pytest.raises(StoreBusy):
        evening.act("p1", Configure({"minutes": 5}))

    assert 3 + 4 == len(evening.room.state.public.table.players)
    assert 8 == evening.room.state.public.table.options.minutes


def test_a_race_that_is_lost_for_less_is_won_in_the_end(evening: Evening):
    def again() -> None:
        evening.backstage.clock.pass_ms(400)
        evening.join(f"Player {evening.backstage.clock.now()}")

    meddling(evening, *[again] * 4)

    assert evening.act("p1", Configure({"minutes": 5})).rejection is None
    assert 5 == evening.room.state.public.table.options.minutes
    assert 7 == len(evening.room.state.public.table.players)


def test_time_goes_on_while_a_race_is_run(evening: Evening):
    evening.started()
    evening.backstage.clock.pass_ms(8 * MINUTE - 50)

    def late() -> None:
        evening.join("Leo")
        evening.backstage.clock.pass_ms(50)

    meddling(evening, late)

    rejection = evening.act("p2", Accuse("p1" if evening.spy != "p1" else "p3")).rejection

    assert rejection is not None and Reason.STALE_PHASE == rejection.reason
    assert "pointing" == evening.room.state.phase


def test_a_room_that_goes_while_it_is_changed_is_not_found(evening: Evening):
    meddling(evening, evening.backstage.memory.rooms.clear)

    with pytest.raises(RoomNotFound):
        evening.act("p1", Configure({"minutes": 5}))


# What is saved


def test_nothing_is_saved_when_nothing_changed(evening: Evening):
    store, revision = meddling(evening), evening.room.revision

    evening.act("p1", Tick())
    evening.act("p2", Deal())
    watch(evening.house, evening.code, by_token(evening.seats["p1"].token))

    assert "save" not in store.calls
    assert revision == evening.room.revision


def test_an_action_costs_one_read_and_one_write(evening: Evening):
    store = meddling(evening)

    evening.act("p1", Configure({"minutes": 5}), "id")

    assert ["load", "save"] == store.calls


def test_what_was_due_stays_settled_though_the_action_is_refused(evening: Evening):
    evening.started()
    evening.backstage.clock.pass_ms(8 * MINUTE)

    assert evening.act("p2", Interrupt()).rejection is not None

    assert "pointing" == evening.room.state.phase


def test_an_action_prolongs_the_life_of_a_room_and_a_look_does_not(evening: Evening):
    ends = evening.room.closes_at
    evening.backstage.clock.pass_ms(HOUR)

    watch(evening.house, evening.code, by_token(evening.seats["p1"].token))
    summary(evening.house, evening.code)
    assert ends == evening.room.closes_at

    evening.act("p1", Configure({"minutes": 5}))
    assert ends + HOUR == evening.room.closes_at


def test_time_that_passes_does_not_prolong_the_life_of_a_room(evening: Evening):
    ends = evening.started().room.closes_at
    evening.backstage.clock.pass_ms(HOUR)

    watch(evening.house, evening.code, by_token(evening.seats["p1"].token))

    assert ends == evening.room.closes_at


def test_a_day_after_its_last_action_a_room_is_closed_to_the_millisecond(evening: Evening):
    evening.backstage.clock.pass_ms(24 * HOUR - 1)
    assert 3 == summary(evening.house, evening.code).seated

    evening.backstage.clock.pass_ms(1)
    for attempt in (
        lambda: summary(evening.house, evening.code),
        lambda: evening.act("p1", Tick()),
        lambda: join(evening.house, evening.code, "Leo"),
    ):
        with pytest.raises(RoomClosed):
            attempt()


def test_a_room_that_never_was_is_not_found(evening: Evening):
    with pytest.raises(RoomNotFound):
        summary(evening.house, "ZZZZZ")


# After the save


def test_a_push_that_fails_does_not_fail_the_action(evening: Evening, monkeypatch: pytest.MonkeyPatch):
    def broken(*_: Any) -> None:
        raise ConnectionError("nobody there")

    evening.connect("p1", "socket")
    monkeypatch.setattr(type(evening.backstage.push), "send", broken)

    assert evening.act("p1", Deal()).rejection is None
    assert "dealt" == evening.room.state.phase


def test_an_alarm_that_fails_does_not_fail_the_action(evening: Evening, monkeypatch: pytest.MonkeyPatch):
    def broken(*_: Any) -> None:
        raise ConnectionError("no queue")

    monkeypatch.setattr(type(evening.backstage.alarm), "arm", broken)

    assert "questions" == evening.started().room.state.phase


def test_a_store_that_fails_to_forget_a_socket_does_not_fail_the_action(evening: Evening):
    evening.connect("p1", "socket")
    evening.backstage.push.gone.add("socket")
    store = meddled(evening.backstage)
    real = store.rooms

    class Forgetless:
        def __getattr__(self, name: str) -> Any:
            if name == "disconnect":
                raise StoreBusy
            return getattr(real, name)

    store.rooms = Forgetless()
    evening.house = evening.backstage.house

    assert evening.act("p1", Deal()).rejection is None


def test_a_note_that_fails_does_not_fail_a_look(evening: Evening):
    evening.backstage.clock.pass_ms(MINUTE)
    store = meddled(evening.backstage)
    real = store.rooms

    class Noteless:
        def __getattr__(self, name: str) -> Any:
            if name == "touch":
                raise StoreBusy
            return getattr(real, name)

    store.rooms = Noteless()

    assert "p2" == watch(evening.backstage.house, evening.code, by_token(evening.seats["p2"].token)).player


def test_a_failure_after_the_save_is_logged_without_its_words(
    evening: Evening, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    def broken(*_: Any) -> None:
        raise ConnectionError("to Ana at 192.0.2.1")

    monkeypatch.setattr(type(evening.backstage.alarm), "arm", broken)
    evening.started()

    assert "arming an alarm failed: ConnectionError" in caplog.text
    assert "192.0.2.1" not in caplog.text


# The alarm


def test_an_alarm_is_armed_when_the_deadline_moves_and_only_then(evening: Evening):
    armed = evening.backstage.alarm.armed
    evening.act("p1", Deal())
    for player in evening.seats:
        evening.act(player, Seen())
    assert [] == armed

    evening.act("p1", Start())
    assert 1 == len(armed)


def test_the_alarm_is_armed_for_the_deadline(evening: Evening):
    now = evening.backstage.clock.now()
    evening.started()
    assert [(evening.code, now + 8 * MINUTE)] == evening.backstage.alarm.armed

    evening.join("Leo")
    assert 1 == len(evening.backstage.alarm.armed)

    evening.backstage.clock.pass_ms(MINUTE)
    suspect = "p3" if evening.spy != "p3" else "p1"
    evening.act("p2", Accuse(suspect))  # the clock stops, the ballot's runs
    assert (evening.code, now + MINUTE + 2 * MINUTE) == evening.backstage.alarm.armed[-1]


def test_a_clock_that_runs_faster_arms_the_alarm_sooner(backstage: Backstage):
    fast = Backstage(replace(backstage.settings, time_scale=60))
    evening = Evening(fast, "Ana", "Bea", "Eva").started()

    assert [(evening.code, fast.clock.now() + 8_000)] == fast.alarm.armed
