"""The server looks by itself: early, late or twice, a deadline is applied once and never before its time."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from chalicelib.core.ids import PlayerId
from chalicelib.mechanics.accusation import Accuse
from chalicelib.mechanics.lobby import Deal, Interrupt
from chalicelib.mechanics.seating import Leave, Tick
from chalicelib.rooms.act import Acted, act
from chalicelib.rooms.change import deadline_at
from chalicelib.rooms.erasing import erase_player
from chalicelib.rooms.errors import StoreBusy, TokenRevoked
from chalicelib.rooms.house import House
from chalicelib.rooms.room import Delivery, Room
from chalicelib.rooms.tokens import by_socket, by_token
from chalicelib.rooms.wake import wake
from chalicelib.rooms.watch import rounds
from tests.rooms.backstage import HOUR, MINUTE, Evening, delivered, meddled, unheard


def alarm(evening: Evening) -> int:
    """The instant for which the last alarm was armed."""
    return evening.backstage.alarm.armed[-1][1]


def test_a_deadline_is_applied_at_its_millisecond_and_told_to_all(evening: Evening):
    evening.started()
    for player in evening.seats:
        evening.connect(player, player)
    evening.backstage.forget_told()
    evening.backstage.clock.at = alarm(evening)

    assert 0 == wake(evening.house, evening.code, alarm(evening))

    assert "pointing" == evening.room.state.phase
    assert ["p1", "p2", "p3"] == [connection for connection, _ in evening.backstage.push.sent]


def test_whoever_is_forgotten_while_a_round_is_delivered_keeps_no_later_deadline_waiting(evening: Evening):
    """What was delivered has their name in it, so it is delivered once more; an alarm comes for that."""
    evening.started()
    evening.act("p1", Interrupt())
    went = "p2"
    meddled(evening.backstage).before_save = once(
        lambda: erase_player(evening.house, evening.code, PlayerId(went))
    )
    evening.backstage.alarm.armed.clear()

    wake(evening.backstage.house, evening.code, None)

    assert evening.room.outbox
    assert [(evening.code, evening.room.due_at)] == evening.backstage.alarm.armed
    wake(evening.house, evening.code, alarm(evening))
    assert () == evening.room.outbox
    told = [each.event for each in delivered(evening)]
    assert went == told[-1].nicknames[PlayerId(went)]


class Throttled:
    """Something to be told that cannot be told for now."""

    def deliver(self, room: Room, delivery: Delivery) -> None:
        raise TimeoutError

    def drop(self, code: str, room_id: str, opened_at: int | None) -> None:
        raise AssertionError


def test_the_next_deadline_does_not_wait_for_what_cannot_be_told(evening: Evening):
    evening.started()
    evening.act("p1", Interrupt())
    throttled = replace(evening.house, consumers=(Throttled(),))
    with pytest.raises(TimeoutError):
        wake(throttled, evening.code, None)

    evening.started()

    deadline = deadline_at(evening.house, evening.room)
    assert evening.room.outbox and deadline is not None and deadline == alarm(evening)
    evening.backstage.clock.at = deadline
    with pytest.raises(TimeoutError):
        wake(throttled, evening.code, deadline)
    assert "pointing" == evening.room.state.phase
    assert deadline_at(evening.house, evening.room) == alarm(evening)


def test_one_alarm_is_armed_for_each_deadline_however_often_something_cannot_be_told(evening: Evening):
    """Else each try would send a message for the next deadline, and each of those one for the one after."""
    throttled = replace(evening.house, consumers=(Throttled(),))
    evening.started()
    evening.act("p1", Interrupt())
    evening.started()
    deadline = evening.backstage.clock.at = alarm(evening)
    evening.backstage.alarm.armed.clear()

    for again in (False, False, True, True, True):
        with pytest.raises(TimeoutError):
            wake(throttled, evening.code, deadline, again=again)

    assert [(evening.code, deadline_at(evening.house, evening.room))] == evening.backstage.alarm.armed


def test_an_alarm_a_moment_early_while_something_cannot_be_told_is_sent_on_its_way(evening: Evening):
    throttled = replace(evening.house, consumers=(Throttled(),))
    evening.started()
    evening.act("p1", Interrupt())
    evening.started()
    deadline = alarm(evening)
    evening.backstage.clock.at = deadline - 5
    evening.backstage.alarm.armed.clear()

    with pytest.raises(TimeoutError):
        wake(throttled, evening.code, deadline)

    assert [(evening.code, deadline)] == evening.backstage.alarm.armed


def test_a_wakeup_whose_save_fails_arms_nothing_since_it_comes_again(evening: Evening):
    deadline = alarm(evening.started())
    evening.backstage.clock.at = deadline

    for _ in range(3):
        with pytest.raises(StoreBusy):
            wake(unheard(evening, never_heard), evening.code, deadline)
        assert [] == evening.backstage.alarm.armed
        evening.backstage.clock.at = evening.room.due_at


def test_who_cannot_be_told_keeps_nobody_else_from_hearing_of_it(evening: Evening):
    evening.started()
    evening.act("p1", Interrupt())
    one_fails = replace(evening.house, consumers=(Throttled(), *evening.house.consumers))

    with pytest.raises(TimeoutError):
        wake(one_fails, evening.code, None)

    assert ["0001.0001"] == [each.id for each in delivered(evening)]


def test_the_end_of_a_round_is_woken_for_once(evening: Evening):
    evening.started()
    evening.backstage.clock.at = alarm(evening)
    wake(evening.house, evening.code, alarm(evening))
    evening.backstage.clock.at = alarm(evening)
    evening.backstage.alarm.armed.clear()

    wake(evening.house, evening.code, None)

    assert "round_over" == evening.room.state.phase
    assert 1 == len(evening.backstage.alarm.armed)


def too_late(evening: Evening) -> Callable[[Room], None]:
    """So much time passes that nothing is tried again."""
    return lambda saved: evening.backstage.clock.pass_ms(2_000)


def never_heard(saved: Room) -> None:
    """The library that asks the store has given up, too."""
    raise StoreBusy


def test_what_a_wakeup_saved_unheard_is_armed_for_when_it_comes_again(evening: Evening):
    due_at = alarm(evening.started())
    evening.backstage.clock.at = due_at
    with pytest.raises(StoreBusy):
        wake(unheard(evening, too_late(evening)), evening.code, due_at)
    assert ("pointing", []) == (evening.room.state.phase, evening.backstage.alarm.armed)

    wake(evening.house, evening.code, due_at, again=True)

    assert evening.room.due_at == alarm(evening)


def test_what_a_wakeup_saved_unheard_is_told_at_once_and_only_once(evening: Evening):
    due_at = alarm(evening.started())
    evening.connect("p3", "phone")
    evening.backstage.forget_told()
    evening.backstage.clock.at = due_at
    with pytest.raises(StoreBusy):
        wake(unheard(evening, never_heard), evening.code, due_at)
    wake(evening.house, evening.code, due_at, again=True)

    assert ["pointing"] == [told["view"]["room"]["phase"] for told in evening.backstage.told("phone")]


@pytest.mark.parametrize("overtaken", [False, True])
def test_what_an_action_saved_unheard_is_told_and_armed_for_once(evening: Evening, overtaken: bool):
    seq = evening.started().room.state.phase_seq
    suspect = PlayerId("p1" if evening.spy != "p1" else "p3")

    def accuse(house: House) -> Acted:
        return act(house, evening.code, by_socket(PlayerId("p2")), lambda _: Accuse(suspect), seq, "id")

    evening.connect("p3", "phone")
    evening.backstage.forget_told()

    def others_save_until_it_is_too_late(saved: Room) -> None:
        evening.join("Hugo")
        evening.backstage.clock.pass_ms(2_000)

    with pytest.raises(StoreBusy):
        accuse(unheard(evening, others_save_until_it_is_too_late if overtaken else never_heard))
    assert "accusation" == evening.room.state.phase
    assert "accusation" == evening.backstage.told("phone")[-1]["view"]["room"]["phase"]
    for _ in range(3):
        assert accuse(evening.house).repeated

    assert [(evening.code, evening.room.due_at)] == evening.backstage.alarm.armed


def test_whoever_is_forgotten_before_they_hear_of_their_action_leaves_nothing_waiting(evening: Evening):
    seq, direct = evening.started().room.state.phase_seq, evening.house
    house = unheard(evening, lambda saved: erase_player(direct, evening.code, PlayerId("p1")))

    with pytest.raises(TokenRevoked):
        act(house, evening.code, by_socket(PlayerId("p1")), lambda _: Interrupt(), seq)

    assert evening.room.outbox
    assert evening.room.due_at == alarm(evening)


def once(do: Callable[[], None]) -> Callable[[], None]:
    """Something that happens the first time only."""
    waiting = [do]
    return lambda: waiting.pop()() if waiting else None


def test_it_tells_how_late_it_was(evening: Evening):
    due_at = alarm(evening.started())
    evening.backstage.clock.at = due_at + 1_234

    assert 1_234 == wake(evening.house, evening.code, due_at)


def test_an_early_wakeup_changes_nothing_and_is_sent_on_its_way_again(evening: Evening):
    due_at = alarm(evening.started())
    evening.backstage.clock.at = due_at - 1

    assert wake(evening.house, evening.code, due_at) is None

    assert "questions" == evening.room.state.phase
    assert [(evening.code, due_at)] * 2 == evening.backstage.alarm.armed


def test_a_wakeup_for_a_deadline_that_moved_dies_out(evening: Evening):
    due_at = alarm(evening.started())
    evening.backstage.clock.pass_ms(MINUTE)
    evening.act("p2", Accuse(evening.seats["p1" if evening.spy != "p1" else "p3"].player))
    armed = list(evening.backstage.alarm.armed)

    assert wake(evening.house, evening.code, due_at) is None
    evening.backstage.clock.at = due_at - 1
    assert armed == evening.backstage.alarm.armed


def test_a_wakeup_without_a_reason_settles_what_is_due_all_the_same(evening: Evening):
    evening.started()
    evening.backstage.clock.at = alarm(evening)

    assert 0 == wake(evening.house, evening.code, None)
    assert "pointing" == evening.room.state.phase


def test_a_repeated_wakeup_changes_nothing(evening: Evening):
    due_at = alarm(evening.started())
    evening.backstage.clock.at = due_at
    wake(evening.house, evening.code, due_at)
    revision = evening.room.revision

    assert [None, None] == [wake(evening.house, evening.code, due_at) for _ in range(2)]
    assert revision == evening.room.revision


def test_a_wakeup_after_somebody_asked_changes_nothing(evening: Evening):
    due_at = alarm(evening.started())
    evening.backstage.clock.at = due_at
    evening.act("p1", Tick())
    revision = evening.room.revision

    assert wake(evening.house, evening.code, due_at) is None
    assert revision == evening.room.revision


@pytest.mark.parametrize("code", ["ZZZZZ", "K7MPQ"])
def test_a_wakeup_for_nothing_is_done_with(evening: Evening, code: str):
    assert wake(evening.house, code, 1) is None
    assert wake(evening.house, evening.code, 1) is None


def test_a_round_that_nobody_attends_ends_by_itself(evening: Evening):
    evening.started()
    while evening.room.alarm_at is not None:
        evening.backstage.clock.at = max(evening.backstage.clock.at, evening.room.alarm_at)
        wake(evening.house, evening.code, evening.room.alarm_at)

    assert "round_over" == evening.room.state.phase
    assert evening.room.closes_at == evening.room.due_at
    assert () == evening.room.outbox
    assert 1 == len(evening.house.store.rounds(evening.room))


def test_a_wakeup_that_comes_very_late_settles_each_thing_at_its_own_time(evening: Evening):
    evening.started()
    evening.backstage.clock.pass_ms(2 * HOUR)

    wake(evening.house, evening.code, alarm(evening))

    assert "round_over" == evening.room.state.phase


# What is left in the outbox


def test_the_end_of_a_round_makes_the_room_due_at_once(evening: Evening):
    evening.started()
    evening.act("p1", Interrupt())

    assert 1 == len(evening.room.outbox)
    assert evening.backstage.clock.now() == evening.room.due_at == alarm(evening)


def test_the_end_of_a_round_at_the_very_millisecond_of_its_deadline_wakes_the_server_again(evening: Evening):
    evening.started()
    for _ in ("questions", "pointing"):
        due_at = evening.backstage.clock.at = alarm(evening)
        wake(evening.house, evening.code, due_at)

    assert ("round_over", due_at, 1) == (
        evening.room.state.phase,
        evening.room.due_at,
        len(evening.room.outbox),
    )
    assert [(evening.code, due_at)] * 2 == evening.backstage.alarm.armed[-2:], (
        "for the end, and for its delivery"
    )


def test_a_finished_round_is_delivered_once_and_the_outbox_cleared(evening: Evening):
    evening.started()
    evening.act("p1", Interrupt())
    store = meddled(evening.backstage)

    for _ in range(3):
        wake(evening.backstage.house, evening.code, alarm(evening))

    assert 1 == store.calls.count("keep_round")
    assert ((), None) == (evening.room.outbox, evening.room.alarm_at)
    assert [1] == [record.number for record in evening.house.store.rounds(evening.room)]


def test_delivering_pushes_nothing(evening: Evening):
    evening.connect("p1", "socket")
    evening.started()
    evening.act("p1", Interrupt())
    evening.backstage.forget_told()

    wake(evening.house, evening.code, alarm(evening))

    assert [] == evening.backstage.push.sent


def test_a_delivery_whose_clearing_failed_is_made_again_and_counts_once(evening: Evening):
    evening.started()
    evening.act("p1", Interrupt())
    store = meddled(evening.backstage)

    def busy() -> None:
        store.before_save = lambda: None
        raise StoreBusy

    store.before_save = busy
    with pytest.raises(StoreBusy):
        wake(evening.backstage.house, evening.code, alarm(evening))
    assert 1 == len(evening.room.outbox)

    wake(evening.backstage.house, evening.code, alarm(evening))
    assert () == evening.room.outbox
    assert 1 == len(evening.house.store.rounds(evening.room))


def test_a_round_that_ends_while_another_is_delivered_waits_for_its_own_delivery(evening: Evening):
    evening.started()
    evening.act("p1", Interrupt())
    store = meddled(evening.backstage)

    def another() -> None:
        store.before_save = lambda: None
        evening.act("p1", Deal())
        evening.act("p1", Interrupt())

    store.before_save = another
    wake(evening.backstage.house, evening.code, alarm(evening))

    assert [2] == [record.number for record in evening.room.waiting_rounds]
    wake(evening.house, evening.code, alarm(evening))
    assert [1, 2] == [record.number for record in evening.house.store.rounds(evening.room)]


def test_rounds_are_seen_whether_delivered_or_not(evening: Evening):
    for number in range(3):
        evening.act("p1", Deal())
        evening.act("p1", Interrupt())
        if number == 0:
            wake(evening.house, evening.code, alarm(evening))

    found = rounds(evening.house, evening.code, by_token(evening.seats["p2"].token))

    assert [1, 2, 3] == [record.number for record in found]
    assert 2 == len(evening.room.outbox)


def test_a_room_that_is_closed_or_over_still_delivers_its_last_round(evening: Evening):
    evening.started()
    for player in evening.seats:
        evening.act(player, Leave())
    assert "closed" == evening.room.state.phase and evening.room.waiting_rounds
    evening.backstage.clock.pass_ms(25 * HOUR)

    assert 25 * HOUR == wake(evening.house, evening.code, alarm(evening))

    assert () == evening.room.outbox
    assert 1 == len(evening.house.store.rounds(evening.room))


def test_a_room_that_was_forgotten_for_a_day_settles_closes_and_is_due_no_more(evening: Evening):
    evening.started()
    evening.backstage.clock.pass_ms(25 * HOUR)

    for _ in range(3):
        wake(evening.house, evening.code, evening.room.due_at)

    assert ("closed", None, ()) == (evening.room.state.phase, evening.room.due_at, evening.room.outbox)
    assert 1 == len(evening.house.store.rounds(evening.room))
