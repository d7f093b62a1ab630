"""Coming in: seats, nicknames, the audience, the host."""

import pytest

from chalicelib.core.ids import PlayerId
from chalicelib.core.reason import Reason
from chalicelib.games.espia.actions import CrossOut, Guess
from chalicelib.mechanics.accusation import Accuse
from chalicelib.mechanics.lobby import AddBot, Deal, Finish, Interrupt, Rematch, Start
from chalicelib.mechanics.seating import ClaimHost, Enter, Leave, MakeHost, Remove, Tick
from tests.games.espia import phases
from tests.games.espia.phases import PHASES, ROUND_IS_ON
from tests.table import NAMES, Table

OPEN = [phase for phase in PHASES if phase != "closed"]


def status(table: Table, name: str) -> str:
    return table.sees(name).public.table.player(table.who(name)).status


# Seats


def test_seats_are_numbered_in_order_of_entry():
    table = Table("espia", 10)

    assert tuple(f"p{n}" for n in range(1, 11)) == tuple(table.who(name) for name in NAMES[:10])


def test_a_seat_is_never_used_twice():
    table = Table("espia", 3).leaves("bea").enters("max")

    assert ("p1", "p3", "p4") == tuple(p.id for p in table.sees("ana").public.table.seated)


def test_players_are_listed_by_seat_and_not_by_name():
    table = Table("espia", 10).dealt(spy="eva").started()

    assert [f"p{n}" for n in range(1, 11)] == [p.id for p in table.sees("ana").public.table.players]
    assert table.seated == NAMES[:10] == table.in_round


def test_the_room_takes_ten():
    assert Reason.ROOM_FULL == Table("espia", 10).refuses(None, Enter("max2"))
    assert "max2" in Table("espia", 10).leaves("iris").enters("max2").seated


def test_the_audience_counts_against_the_ten():
    table = Table("espia", 9).dealt().enters("iris")

    assert Reason.ROOM_FULL == table.refuses(None, Enter("otto"))


def test_a_room_has_ninety_nine_seats_ever():
    table = Table("espia", 3)
    for n in range(4, 100):
        table = table.enters(f"guest {n}").leaves(f"guest {n}")

    assert 99 == table.sees("ana").public.table.entered
    assert Reason.ROOM_FULL == table.refuses(None, Enter("one more"))
    assert 3 == len(table.seated)


def test_who_came_and_went_in_a_match_is_listed_until_the_rematch_as_long_as_a_view_has_room():
    table = Table("espia", 3).dealt()
    for n in range(42):
        table = table.enters(f"guest {n}").leaves(f"guest {n}")
    with pytest.raises(AssertionError, match="room_full"):
        for n in range(10):
            table = table.enters(f"late guest {n}").leaves(f"late guest {n}")

    assert table.sees("ana").public.table.entered == len(table.sees("ana").public.table.players)
    over = table.when("ana", Interrupt())
    assert len(over.sees("ana").public.table.players) == len(table.sees("ana").public.table.players)
    for again in (over.enters("leo"), over.when("ana", Finish()).when("ana", Rematch()).enters("leo")):
        assert ["ana", "bea", "eva", "leo"] == [p.nickname for p in again.sees("ana").public.table.players]


# Nicknames


@pytest.mark.parametrize(
    "nickname", ["Ana", "ana", "Aná", "ÁNA", "ＡＮＡ", "Аnа", "a\u0301na", "an\u200ba", " ana"]
)
def test_a_nickname_that_could_be_taken_for_another_is_refused(nickname: str):
    rejection = Table("espia", 3).rejection(None, Enter(nickname))

    assert (Reason.NICKNAME_TAKEN, "nickname") == (rejection.reason, rejection.field)


@pytest.mark.parametrize("nickname", ["Anna", "an a", "ana2", "🦊", "ana🦊", "Анна"])
def test_another_nickname_is_welcome(nickname: str):
    assert nickname in Table("espia", 3).enters(nickname).seated


def test_the_nickname_of_somebody_who_left_is_free_again():
    table = Table("espia", 3).leaves("bea").enters("Bea")

    assert ("ana", "eva", "Bea") == table.seated


# The audience


@pytest.mark.parametrize("phase", ROUND_IS_ON)
def test_who_enters_while_a_round_is_on_watches(phase: str):
    table = phases.reached(phase).enters("max")

    assert ("audience", None) == (status(table, "max"), table.sees("max").hand)
    assert table.sees(None).public == table.sees("max").public
    assert {Leave, Tick} == {offer.action for offer in table.offers("max")}


@pytest.mark.parametrize("phase", ["lobby", "round_over", "match_over"])
def test_who_enters_between_rounds_plays(phase: str):
    assert "playing" == status(phases.reached(phase).enters("max"), "max")


@pytest.mark.parametrize("action", [Accuse("eva"), Guess("tren"), CrossOut(("tren",))])
def test_the_audience_takes_no_part(action: Accuse | Guess | CrossOut):
    table = Table("espia", 5).dealt(spy="eva").started().enters("max")

    assert Reason.AUDIENCE_ONLY_WATCHES == table.refuses("max", action)


def test_the_audience_plays_from_the_next_deal():
    table = Table("espia", 3).dealt().enters("max").when("ana", Interrupt())
    assert "playing" == status(table, "max")

    table = table.dealt(spy="max")
    assert "spy" == table.sees("max").hand.card.kind


def test_people_outside_see_what_all_see_and_no_hand():
    table = Table("espia", 3).dealt(spy="eva")

    assert (table.sees("ana").public, None) == (table.sees(None).public, table.sees(None).hand)


# The host


def test_the_first_human_is_the_host():
    assert "ana" == Table("espia", 1).host == Table("espia", 5).host


@pytest.mark.parametrize("phase", OPEN)
def test_when_the_host_leaves_the_longest_seated_is_host(phase: str):
    assert "bea" == phases.reached(phase).leaves("ana").host


def test_the_longest_seated_may_be_in_the_audience():
    table = Table("espia", 4).leaves("bea").leaves("eva").leaves("leo").enters("sol").enters("max")
    table = table.dealt(spy="max").enters("paz").leaves("ana")

    assert "sol" == table.host


@pytest.mark.parametrize("phase", OPEN)
def test_the_host_hands_the_room_over_at_any_time(phase: str):
    table = phases.reached(phase).when("ana", MakeHost("leo"))

    assert "leo" == table.host
    assert Reason.HOST_ONLY == table.refuses("ana", MakeHost("bea"))


def test_the_room_is_handed_to_the_audience_and_with_it_the_hosts_rights():
    table = Table("espia", 3).dealt().enters("max").when("ana", MakeHost("max"))
    table = table.started()

    assert ("questions", "max") == (table.phase, table.host)
    assert {Interrupt, Remove, MakeHost} <= {offer.action for offer in table.offers("max")}
    assert Reason.HOST_ONLY == table.refuses("ana", Interrupt())


def test_the_room_is_handed_to_nobody_who_has_left_and_not_to_oneself():
    table = Table("espia", 3).leaves("bea")

    assert Reason.UNKNOWN_PLAYER == table.refuses("ana", MakeHost("bea"))
    assert Reason.UNKNOWN_PLAYER == table.refuses("ana", MakeHost("p99"))
    assert Reason.CANNOT_CHOOSE_SELF == table.refuses("ana", MakeHost("ana"))


@pytest.mark.parametrize("phase", OPEN)
def test_anybody_seated_claims_the_room_of_a_host_who_is_away(phase: str):
    table = phases.reached(phase).enters("max")

    for name in table.seated[1:]:
        assert name == table.when(name, ClaimHost(), host_away=True).host


def test_nobody_claims_the_room_of_a_host_who_is_there():
    assert Reason.HOST_PRESENT == Table("espia", 3).refuses("bea", ClaimHost())
    assert not any(offer.action is ClaimHost for offer in Table("espia", 3).offers("bea"))


def test_the_host_has_nothing_to_claim():
    assert Reason.ALREADY_HOST == Table("espia", 3).refuses("ana", ClaimHost(), host_away=True)


def test_nobody_who_has_left_claims_the_room():
    assert Reason.HUMANS_ONLY == Table("espia", 3).leaves("bea").refuses("bea", ClaimHost(), host_away=True)


def test_a_host_alone_has_nobody_to_remove_and_nobody_to_hand_the_room_to():
    table = Table("espia", 1)

    assert not table.may("ana", Remove)
    assert not table.may("ana", MakeHost)


@pytest.mark.parametrize("phase", OPEN)
def test_the_host_removes_the_audience_too(phase: str):
    table = phases.reached(phase).enters("max").removed("max")

    assert (phase, "left") == (table.phase, status(table, "max"))


@pytest.mark.parametrize("phase", ["lobby", "round_over"])
def test_questions_are_spoken_so_there_are_no_bots(phase: str):
    table = phases.reached(phase)

    assert Reason.BOTS_NOT_AVAILABLE == table.refuses("ana", AddBot())
    assert Reason.HOST_ONLY == table.refuses("bea", AddBot())
    assert not table.may("ana", AddBot)


# Nobody else


@pytest.mark.parametrize("action", [Deal(), Start(), Finish(), Leave(), Tick(), Accuse(PlayerId("p1"))])
def test_a_stranger_may_do_nothing(action: Deal | Start | Finish | Leave | Tick | Accuse):
    table = phases.reached("questions")

    assert table.tries("p99", action).state == table.state


@pytest.mark.parametrize("action", [Enter("max"), Leave(), Tick(), Deal(), ClaimHost()])
def test_a_closed_room_is_closed(action: Enter | Leave | Tick | Deal | ClaimHost):
    assert Reason.ROOM_CLOSED == phases.reached("closed").refuses("ana", action)
