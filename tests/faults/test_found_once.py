"""Faults that were found by breaking things at random, each as the short story in which it showed."""

import pytest

from chalicelib.core.ids import PlayerId
from chalicelib.core.reason import Reason, Refusal
from chalicelib.games.espia.actions import CrossOut
from chalicelib.mechanics.accusation import Accuse
from chalicelib.mechanics.lobby import Configure, Deal, Interrupt
from chalicelib.mechanics.seating import ClaimHost
from chalicelib.rooms.act import Acted, act
from chalicelib.rooms.errors import Conflict
from chalicelib.rooms.tokens import by_socket, by_token
from chalicelib.rooms.wake import wake
from chalicelib.rooms.watch import disconnect, hello, watch
from tests.faults.breaking import Break, Calls, Died, broken, died, no_answer
from tests.rooms.backstage import HOUR, MINUTE, SECOND, Backstage, Evening


@pytest.fixture
def evening() -> Evening:
    """Three people in the lobby."""
    return Evening(Backstage(), "Ana", "Bea", "Eva")


def why_not(acted: Acted) -> Refusal | None:
    """Why an action was refused."""
    return acted.rejection.reason if acted.rejection else None


def test_a_round_that_time_ends_in_the_breath_in_which_the_next_is_dealt_is_kept(evening: Evening):
    evening.started()
    next_lobby = evening.room.state.phase_seq + 2
    evening.backstage.clock.pass_ms(HOUR)

    dealt = act(evening.house, evening.code, by_socket(PlayerId("p1")), lambda _: Deal(), next_lobby)

    assert (None, "dealt") == (dealt.rejection, dealt.room.state.phase)
    assert ["spy_hidden"] == [record.result.outcome for record in evening.room.waiting_rounds]


def test_a_process_that_dies_while_it_forgets_a_socket_makes_no_host_look_long_away(evening: Evening):
    evening.connect("p1", "socket")
    evening.backstage.clock.pass_ms(HOUR)
    dying = broken(evening.house, Calls(Break("disconnect", 1, True, died)))

    with pytest.raises(Died):
        disconnect(dying, "socket", evening.code)

    assert Reason.HOST_PRESENT == why_not(evening.act("p2", ClaimHost()))


def test_a_host_who_looks_is_there_though_a_socket_of_theirs_was_lost_without_a_word(evening: Evening):
    evening.connect("p1", "socket")
    evening.backstage.clock.pass_ms(3 * HOUR)

    watch(evening.house, evening.code, by_token(evening.seats["p1"].token))

    assert Reason.HOST_PRESENT == why_not(evening.act("p2", ClaimHost()))


def test_a_round_waits_to_be_kept_since_it_ended_however_busy_the_room(evening: Evening):
    evening.started()
    evening.act("p1", Interrupt())
    ended_at, n_armed = evening.backstage.clock.now(), len(evening.backstage.alarm.armed)

    for minutes in (5, 10, 8, 5):
        evening.backstage.clock.pass_ms(4 * SECOND)
        evening.act("p1", Configure({"minutes": minutes}))

    assert ended_at == evening.room.due_at
    assert n_armed == len(evening.backstage.alarm.armed)
    assert 16 * SECOND == wake(evening.house, evening.code, ended_at)


def test_an_answer_that_is_lost_in_a_race_leaves_nobody_untold_and_no_deadline_unwatched(evening: Evening):
    evening.started()
    for player in evening.seats:
        evening.connect(player, f"of {player}")
    evening.backstage.forget_told()
    accuser = next(player for player in evening.seats if player != evening.spy)

    def overtaken(call: str) -> Conflict:
        evening.act(evening.spy, CrossOut((evening.place,)))  # seen by nobody else
        return Conflict(evening.room)

    flaky = broken(evening.house, Calls(Break("save", 1, True, overtaken)))
    seq = evening.room.state.phase_seq
    accuse = Accuse(PlayerId(evening.spy))
    acted = act(flaky, evening.code, by_socket(PlayerId(accuser)), lambda _: accuse, seq)

    assert (None, True) == (acted.rejection, acted.repeated)
    for player in evening.seats:
        assert "accusation" == evening.backstage.told(f"of {player}")[-1]["view"]["room"]["phase"]
    assert (evening.code, evening.backstage.clock.now() + 2 * MINUTE) == evening.backstage.alarm.armed[-1]


@pytest.mark.parametrize("call", ["push", "close", "touch", "disconnect", "forget"])
def test_a_socket_that_cannot_be_closed_keeps_no_other_from_its_seat(evening: Evening, call: str):
    for number in range(4):
        evening.connect("p2", f"socket {number}")
        evening.backstage.clock.pass_ms(1)
    evening.backstage.connections.open("new", None, None, evening.backstage.clock.now())
    flaky = broken(evening.house, Calls(Break(call, 1, False, no_answer)))

    assert "p2" == hello(flaky, "new", evening.code, evening.seats["p2"].token).player

    assert "new" in evening.room.connections
