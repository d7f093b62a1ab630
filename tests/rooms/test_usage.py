"""What a room uses is counted in the save that brings it about, and goes with whatever ends next."""

from dataclasses import replace

import pytest

from chalicelib.core.ids import PlayerId
from chalicelib.mechanics.lobby import Configure, Deal, Finish, Interrupt, Rematch, Seen, Start
from chalicelib.mechanics.seating import Leave, Remove, Tick
from chalicelib.rooms.act import act
from chalicelib.rooms.chat import say
from chalicelib.rooms.errors import StoreBusy
from chalicelib.rooms.room import Closing, Delivery, MatchRecord, Room, RoundRecord
from chalicelib.rooms.tokens import by_socket
from chalicelib.rooms.wake import wake
from chalicelib.tenants.usage import NOTHING, Usage
from tests.rooms.backstage import MINUTE, SECOND, SETTINGS, Backstage, Evening, delivered, meddled


def deliver(evening: Evening) -> None:
    """The server wakes for what waits."""
    wake(evening.house, evening.code, evening.room.due_at)


def hear_out(evening: Evening) -> None:
    """Nobody does anything more in the round: its time runs out."""
    while evening.room.alarm_at is not None:
        evening.backstage.clock.at = max(evening.backstage.clock.at, evening.room.alarm_at)
        deliver(evening)


def used(evening: Evening) -> Usage:
    """All that was used and told so far."""
    return sum((delivery.usage for delivery in delivered(evening)), start=NOTHING)


def test_what_people_do_is_counted_where_it_changes_anything(evening: Evening):
    evening.act("p1", Configure({"minutes": 5}))
    assert Usage(actions=1) == evening.room.document.usage

    for nothing in (
        lambda: evening.act("p1", Configure({"minutes": 5})),
        lambda: evening.act("p2", Configure({"minutes": 8})),
        lambda: evening.act("p2", Tick(), "with an id"),
        lambda: evening.act("p2", Deal()),
        lambda: evening.join("Leo"),
    ):
        nothing()

    assert Usage(actions=1) == evening.room.document.usage


def test_what_is_repeated_is_counted_once(evening: Evening):
    for _ in range(3):
        evening.act("p1", Configure({"minutes": 5}), "the same")
    evening.act("p1", Deal())
    for _ in range(3):
        evening.act("p2", Seen())

    assert Usage(actions=3) == evening.room.document.usage


def test_what_happens_by_itself_is_nobodys_action(evening: Evening):
    evening.started()
    before = evening.room.document.usage
    evening.backstage.clock.pass_ms(8 * MINUTE)
    evening.act("p2", Tick())

    assert "pointing" == evening.room.state.phase
    assert before == evening.room.document.usage


def test_a_push_is_counted_for_each_socket_whose_seat_is_shown_something_new(evening: Evening):
    for player, sockets in (("p1", 1), ("p2", 3)):
        for n in range(sockets):
            evening.connect(player, f"{player}/{n}")
    evening.act("p1", Deal())
    assert Usage(actions=1, pushes=4) == evening.room.document.usage

    evening.backstage.forget_told()
    for player in evening.seats:
        evening.act(player, Seen())
    evening.act("p2", Seen())

    assert 12 == len(evening.backstage.push.sent)
    assert Usage(actions=4, pushes=16) == evening.room.document.usage


def test_a_socket_of_somebody_who_has_gone_gets_no_view(evening: Evening):
    for player in evening.seats:
        evening.connect(player, player)
    evening.act("p2", Leave())
    evening.act("p1", Remove(PlayerId("p3")))

    assert Usage(actions=2, pushes=2 + 1) == evening.room.document.usage


def test_talk_is_not_counted():
    evening = Evening(Backstage(), "Ana", "Bea", "Eva", game="impostor")
    for player in evening.seats:
        evening.connect(player, player)
    say(evening.house, evening.code, by_socket(PlayerId("p2")), "Hola")

    assert 3 == len(evening.backstage.push.sent)
    assert NOTHING == evening.room.document.usage


def test_a_round_counts_with_the_time_that_each_person_spent_in_it(evening: Evening):
    evening.backstage.clock.pass_ms(20 * MINUTE)
    evening.act("p1", Deal())
    evening.backstage.clock.pass_ms(30 * SECOND)
    evening.join("Leo")  # who watches
    for player in ("p1", "p2", "p3"):
        evening.act(player, Seen())
    evening.act("p1", Start())
    began = evening.backstage.clock.now() - 30 * SECOND
    hear_out(evening)

    (told,) = delivered(evening)
    assert isinstance(told.event, RoundRecord)
    assert 1 == told.usage.rounds
    assert 3 * (told.at - began) == told.usage.player_ms
    assert NOTHING == evening.room.document.usage


def test_a_round_that_nobody_notices_for_an_hour_lasts_no_longer(evening: Evening):
    evening.started()
    began = evening.backstage.clock.now()
    evening.backstage.clock.pass_ms(60 * MINUTE)
    deliver(evening)
    deliver(evening)

    (told,) = delivered(evening)
    assert 8 * MINUTE < told.at - began < 12 * MINUTE
    assert 3 * (told.at - began) == told.usage.player_ms


def test_whoever_leaves_in_the_middle_was_dealt_in_all_the_same():
    evening = Evening(Backstage(), "Ana", "Bea", "Eva", "Leo").started()
    evening.act(next(p for p in ("p2", "p3", "p4") if p != evening.spy), Leave())
    evening.backstage.clock.pass_ms(MINUTE)
    evening.act("p1", Interrupt())
    deliver(evening)

    assert 4 * MINUTE == used(evening).player_ms


def test_a_void_round_counts_for_nothing_but_the_time_spent_in_it(evening: Evening):
    evening.started()
    evening.backstage.clock.pass_ms(MINUTE)
    evening.act("p1", Interrupt())
    deliver(evening)

    assert Usage(rounds=0, player_ms=3 * MINUTE, actions=6) == used(evening)


def test_a_bot_spends_nobodys_time_and_does_nothing_that_is_counted():
    evening = Evening(Backstage(), "Ana", game="impostor", bots=3)
    evening.act("p1", Deal())
    began = evening.backstage.clock.now()
    evening.act("p1", Seen())
    evening.act("p1", Start())
    hear_out(evening)

    told = delivered(evening)[0]
    assert (told.at - began, 3) == (told.usage.player_ms, told.usage.actions)


def test_time_is_counted_as_it_passes_for_people_however_fast_the_games_clock_runs():
    evening = Evening(Backstage(replace(SETTINGS, time_scale=60)), "Ana", "Bea", "Eva").started()
    evening.backstage.clock.pass_ms(2 * SECOND)
    evening.act("p1", Interrupt())
    deliver(evening)

    (told,) = delivered(evening)
    assert 3 * 2 * SECOND == told.usage.player_ms
    assert evening.backstage.clock.now() == told.at


def test_what_was_used_goes_with_the_round_and_the_next_begins_at_nothing(evening: Evening):
    for _ in range(2):
        evening.act("p1", Deal())
        evening.act("p1", Interrupt())
        deliver(evening)
    evening.act("p1", Finish())
    evening.act("p1", Rematch())
    for player in evening.seats:
        evening.act(player, Leave())
    deliver(evening)

    kinds = [(type(told.event), told.usage.actions) for told in delivered(evening)]
    assert [(RoundRecord, 2), (RoundRecord, 2), (MatchRecord, 1), (Closing, 4)] == kinds


def test_a_match_that_ends_with_its_last_round_is_told_after_it_and_nothing_is_counted_twice():
    evening = Evening(Backstage(), "Ana", "Bea", "Eva", "Leo", game="impostor", words=1)
    evening.started()
    hear_out(evening)

    round_, match = delivered(evening)
    assert isinstance(match.event, MatchRecord) and isinstance(round_.event, RoundRecord)
    assert NOTHING == match.usage != round_.usage
    assert (1, round_.event.ended_at) == (match.event.match, match.event.ended_at)
    assert evening.room.state.public.table.standings == match.event.standings
    assert ["0001.0001", "0001.over"] == [round_.id, match.id]


def test_two_things_that_end_in_one_breath_are_told_in_their_order(evening: Evening):
    evening.started()
    evening.backstage.clock.pass_ms(20 * MINUTE)
    act(evening.house, evening.code, by_socket(PlayerId("p1")), lambda _: Finish())

    round_, match = evening.room.outbox
    assert isinstance(match.event, MatchRecord) and isinstance(round_.event, RoundRecord)
    assert round_.at < match.at == evening.backstage.clock.now()
    assert NOTHING == match.usage == evening.room.document.usage


# Deliveries


class Sulking:
    """A consumer that is busy the first time."""

    def __init__(self) -> None:
        self.calls: list[str] = []

    def deliver(self, room: Room, told: object) -> None:
        self.calls.append(room.code)
        if len(self.calls) == 1:
            raise StoreBusy


def test_a_consumer_that_is_busy_is_told_again_with_all_the_others(evening: Evening):
    evening.started()
    evening.act("p1", Interrupt())
    sulking = Sulking()
    evening.house = replace(evening.house, consumers=(*evening.house.consumers, sulking))

    with pytest.raises(StoreBusy):
        deliver(evening)
    assert 1 == len(evening.room.outbox)
    deliver(evening)

    assert () == evening.room.outbox
    assert 2 == len(sulking.calls) == len(delivered(evening))
    book = evening.backstage.server.outside.usage("demo")
    assert used(evening) != book.sum("2027-01-15") == delivered(evening)[0].usage


def test_a_consumer_that_fails_holds_up_neither_the_game_nor_what_else_is_to_be_told(evening: Evening):
    evening.act("p1", Deal())
    evening.act("p1", Interrupt())
    evening.started()

    class Picky:
        def deliver(self, room: Room, told: Delivery) -> None:
            if told.id == "0001.0001":
                raise ZeroDivisionError

    evening.house = replace(evening.house, consumers=(Picky(),))
    evening.backstage.clock.pass_ms(20 * MINUTE)
    for _ in range(2):
        with pytest.raises(ZeroDivisionError):
            deliver(evening)

    assert "round_over" == evening.room.state.phase
    assert ["0001.0001"] == [told.id for told in evening.room.outbox]


def test_whoever_is_told_of_a_round_can_read_it(evening: Evening):
    evening.started()
    evening.act("p1", Interrupt())
    kept = []

    class Reading:
        def deliver(self, room: Room, told: object) -> None:
            kept.extend(evening.house.store.rounds(room))

    evening.house = replace(evening.house, consumers=(Reading(),))
    deliver(evening)

    assert 1 == len(kept)


def test_a_save_that_fails_counts_nothing(evening: Evening):
    store = meddled(evening.backstage)

    def busy() -> None:
        store.before_save = lambda: None
        raise StoreBusy

    store.before_save = busy
    evening.house = evening.backstage.house
    with pytest.raises(StoreBusy):
        evening.act("p1", Deal())
    evening.act("p1", Deal())

    assert Usage(actions=1) == evening.room.document.usage


def test_every_room_is_in_the_register_from_the_start_and_again_with_whatever_ends(evening: Evening):
    register = evening.backstage.server.outside.register("demo")
    assert [(evening.code, evening.room.document.id)] == [*register.opened_on("2027-01-15")]

    evening.backstage.memory.opened.clear()
    evening.act("p1", Deal())
    evening.act("p1", Interrupt())
    deliver(evening)

    assert [(evening.code, evening.room.document.id)] == [*register.opened_on("2027-01-15")]
