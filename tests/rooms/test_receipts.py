"""An action with an id is applied once, however often it arrives."""

import pytest

from chalicelib.mechanics.lobby import Configure, Deal, Interrupt, Seen
from chalicelib.mechanics.seating import Leave, MakeHost, Tick
from chalicelib.rooms.act import act
from chalicelib.rooms.errors import Reused, TokenRevoked
from chalicelib.rooms.tokens import by_socket
from tests.rooms.backstage import MINUTE, Backstage, Evening


def test_a_repeat_returns_the_present_and_pushes_nothing(evening: Evening):
    evening.connect("p1", "one"), evening.connect("p2", "two")
    evening.act("p1", Deal(), "id")
    evening.act("p2", Seen())
    evening.backstage.forget_told()
    revision = evening.room.revision
    seq = evening.room.state.phase_seq - 1

    again = act(evening.house, evening.code, by_socket("p1"), lambda _: Deal(), seq, "id")

    assert (True, None) == (again.repeated, again.rejection)
    assert again.room.state.public.table.players[1].seen
    assert [] == evening.backstage.push.sent
    assert revision == evening.room.revision


def test_a_repeat_lets_time_take_effect(evening: Evening):
    evening.started()
    evening.act("p1", Tick(), "id")
    evening.backstage.clock.pass_ms(8 * MINUTE)

    assert "pointing" == evening.act("p1", Tick(), "id").room.state.phase


def test_another_action_with_the_same_id_is_refused_and_changes_nothing(evening: Evening):
    evening.act("p1", Configure({"minutes": 5}), "id")

    for other in (Configure({"minutes": 10}), MakeHost("p2"), Tick()):
        with pytest.raises(Reused):
            evening.act("p1", other, "id")
    assert (5, "p1") == (
        evening.room.state.public.table.options.minutes,
        evening.room.state.public.table.host,
    )


def test_the_same_action_in_another_phase_is_another_action(evening: Evening):
    evening.act("p1", Deal(), "id")
    evening.act("p1", Interrupt())

    with pytest.raises(Reused):
        evening.act("p1", Deal(), "id")


def test_an_id_is_of_one_seat(evening: Evening):
    evening.act("p1", Deal())

    for player in evening.seats:
        assert not evening.act(player, Seen(), "id").repeated
    assert all(player.seen for player in evening.room.state.public.table.players)


def test_the_last_four_ids_of_a_seat_are_known(evening: Evening):
    for number in range(5):
        evening.act("p1", Tick(), str(number))

    assert [False] == [evening.act("p1", Tick(), "0").repeated]
    assert [True] * 3 == [evening.act("p1", Tick(), str(number)).repeated for number in (2, 3, 4)]


def test_a_refused_action_uses_up_no_id(evening: Evening):
    assert evening.act("p2", Deal(), "id").rejection is not None

    assert evening.act("p2", Tick(), "id").rejection is None


def test_nothing_is_remembered_of_those_who_left(evening: Evening):
    evening.act("p2", Tick(), "id")
    evening.act("p2", Leave(), "bye")
    evening.act("p1", Tick(), "id")

    assert {"p1"} == set(evening.room.document.receipts)
    with pytest.raises(TokenRevoked):
        evening.act("p2", Leave(), "bye")


def test_receipts_stay_small_whatever_the_ids(backstage: Backstage):
    evening = Evening(backstage, "Ana", "Bea", "Eva")
    for number in range(20):
        evening.act("p1", Tick(), "x" * 60 + str(number))

    assert len(evening.room.document.receipts[evening.seats["p1"].player]) <= 44
