"""Somebody goes: in every phase, whoever they are, by themselves or removed, whoever stays.

The tables below are the rule book's "Someone leaves during a round", spelt out. Their columns: leaves and
three or more stay in the round; is removed by the host and three or more stay; leaves and two stay; is
removed and two stay.

    goes              the seat is free, and nothing else has changed
    goes on           the round goes on without them
    next asks         so it does, and the next in seat order asks, free to ask anybody
    still unanimous   the ballot stays open; if all who are left say yes, the accused is convicted
    counts as no      the ballot stays open; even if all who are left say yes, it fails
    convicts, fails   the ballot closes at once so
    dropped           the accusation is dropped, it stays used, and the clock goes on
    chooses again     the round goes on, and who pointed at them points anew
    last chance       the pointing closes at once, and the spy is caught
    wrong guess       the spy's last chance is over
    spy left, too few, removed    the round is void, for that reason
    -                 that cannot be
"""

from collections.abc import Mapping

import pytest

from chalicelib.core.reason import Reason
from chalicelib.games.espia.actions import PassTurn
from chalicelib.games.espia.phases.last_chance import LAST_CHANCE
from chalicelib.mechanics import accusation, pointing
from chalicelib.mechanics.accusation import Accuse, Vote
from chalicelib.mechanics.lobby import DEALT, LOBBY, Interrupt
from chalicelib.mechanics.pointing import Point
from chalicelib.mechanics.scoring import MATCH_OVER, ROUND_OVER
from chalicelib.mechanics.seating import CLOSED, Leave, Remove
from tests.games import leaving
from tests.games.espia import phases
from tests.games.espia.phases import PHASES, point, time_is_up
from tests.games.leaving import Check
from tests.table import Table

CELLS = {
    "lobby, round_over, match_over": """
        host                                   | goes            | -               | goes        | -
        resident                               | goes            | goes            | goes        | goes
    """,
    "dealt": """
        host                                   | goes on         | -               | too few     | -
        resident                               | goes on         | goes on         | too few     | too few
        the spy, both spies                    | spy left        | spy left        | spy left    | spy left
        one spy of two                         | goes on         | goes on         | too few     | too few
        audience                               | goes on         | goes on         | -           | -
    """,
    "questions": """
        host                                   | goes on         | -               | too few     | -
        resident                               | goes on         | goes on         | too few     | too few
        asker                                  | next asks       | next asks       | too few     | too few
        last asker                             | goes on         | goes on         | too few     | too few
        the spy, both spies                    | spy left        | spy left        | spy left    | spy left
        one spy of two                         | goes on         | goes on         | too few     | too few
        audience                               | goes on         | goes on         | -           | -
    """,
    "accusation": """
        host                                   | still unanimous | -               | too few     | -
        asker, last asker                      | still unanimous | counts as no    | too few     | too few
        accuser                                | still unanimous | counts as no    | too few     | too few
        accused                                | dropped         | dropped         | too few     | too few
        accused spy                            | spy left        | spy left        | spy left    | spy left
        accused spy of two                     | dropped         | dropped         | too few     | too few
        voter who said yes                     | still unanimous | counts as no    | -           | -
        voter who said no                      | still unanimous | counts as no    | -           | -
        voter still asked                      | still unanimous | counts as no    | -           | -
        last voter                             | convicts        | fails           | too few     | too few
        last voter after a no                  | fails           | fails           | -           | -
        the spy, both spies                    | spy left        | spy left        | spy left    | spy left
        one spy of two                         | still unanimous | counts as no    | too few     | too few
        audience                               | still unanimous | still unanimous | -           | -
    """,
    "pointing": """
        host                                   | goes on         | -               | too few     | -
        asker, last asker, resident            | goes on         | goes on         | too few     | too few
        one who has pointed                    | goes on         | goes on         | too few     | too few
        one pointed at                         | chooses again   | chooses again   | too few     | too few
        last to point                          | last chance     | last chance     | too few     | too few
        the spy, both spies                    | spy left        | spy left        | spy left    | spy left
        one spy of two                         | goes on         | goes on         | too few     | too few
        audience                               | goes on         | goes on         | -           | -
    """,
    "last_chance": """
        host                                   | goes on         | -               | too few     | -
        asker, last asker, resident            | goes on         | goes on         | too few     | too few
        the spy, caught spy of two, both spies | wrong guess     | removed         | wrong guess | removed
        one spy of two                         | goes on         | goes on         | too few     | too few
        audience                               | goes on         | goes on         | -           | -
    """,
}
OF_A_ROUND = ("the spy", "one spy of two", "both spies", "audience")
OF_QUESTIONS = ("asker", "last asker")
OF_A_BALLOT = (
    *("accuser", "accused", "accused spy", "accused spy of two"),
    *("voter who said yes", "voter who said no", "voter still asked", "last voter", "last voter after a no"),
)
OF_POINTING = ("one who has pointed", "one pointed at", "last to point")
OF_A_LAST_CHANCE = ("caught spy of two",)
WHO = ("host", "resident", *OF_A_ROUND, *OF_QUESTIONS, *OF_A_BALLOT, *OF_POINTING, *OF_A_LAST_CHANCE)
NOBODY_IS = {
    "lobby, round_over, match_over": tuple(who for who in WHO if who not in ("host", "resident")),
    "dealt": (*OF_QUESTIONS, *OF_A_BALLOT, *OF_POINTING, *OF_A_LAST_CHANCE),
    "questions": (*OF_A_BALLOT, *OF_POINTING, *OF_A_LAST_CHANCE),
    "accusation": ("resident", *OF_POINTING, *OF_A_LAST_CHANCE),
    "pointing": (*OF_A_BALLOT, *OF_A_LAST_CHANCE),
    "last_chance": (*OF_A_BALLOT, *OF_POINTING),
    "closed": WHO,
}
"""Who there cannot be; in a ballot every resident has a part."""
DECIDED = leaving.cells(CELLS, ("three", "two"))


def test_every_case_of_leaving_is_decided():
    assert leaving.is_whole(DECIDED, PHASES, WHO, NOBODY_IS)


# The scenes: ana is the host, eva the spy (sol the other), bea whoever goes where it matters not who


def goers(phase: str, who: str) -> tuple[str, ...]:
    """Who goes, one after the other."""
    match who:
        case "host":
            return ("ana",)
        case "the spy" | "accused spy" | "accused spy of two" | "caught spy of two":
            return ("eva",)
        case "one spy of two":
            return ("sol",) if phase == LAST_CHANCE else ("eva",)
        case "both spies":
            return ("sol", "eva")
        case "audience":
            return ("max",)
    return ("bea",)


def before(phase: str, who: str, stay: str) -> Table:
    """The table before anybody of the case goes."""
    more = 0 if who == "audience" else len(goers(phase, who))
    in_round = 5 if stay == "three" else 2 + more
    if phase == LOBBY:
        return Table("espia", in_round)
    table = dealt(in_round, two_spies=who in ("both spies", "one spy of two") or who.endswith("of two"))
    if who == "audience":
        table = table.enters("max")
    if phase in (DEALT, ROUND_OVER, MATCH_OVER):
        return phases.reached(phase, table)
    table = asked(table, who)
    if phase == accusation.PHASE:
        table = leaving.accused(table, who)
    elif phase == pointing.PHASE:
        table = pointed(time_is_up(table), who)
    elif phase == LAST_CHANCE:
        table = point(time_is_up(table), {"eva": "ana"}, others="eva")
    return table


def dealt(in_round: int, two_spies: bool) -> Table:
    """So many in the round; two spies need seven to begin with, and some of these are gone."""
    if not two_spies:
        return Table("espia", in_round).dealt(spy="eva", place="piscina")
    table = Table("espia", 7, spies=2).dealt(spies=("eva", "sol"), place="piscina")
    for name in ("paz", "max", "leo", "bea")[: 7 - in_round]:
        table = table.leaves(name)
    return table


def asked(table: Table, who: str) -> Table:
    """Bea asks, or has just asked ana, or has nothing to do with it."""
    table = table.started(asker="bea" if who in ("asker", "last asker") else "ana")
    return table.when("bea", PassTurn("ana")) if who == "last asker" else table


def pointed(table: Table, who: str) -> Table:
    """What fingers point before somebody goes."""
    fingers: Mapping[str, Mapping[str, str]] = {
        "one who has pointed": {"ana": "eva", "bea": "eva"},
        "one pointed at": {"ana": "bea", "eva": "ana"},
        "last to point": {"ana": "eva", "eva": "ana", "leo": "eva", "sol": "leo"},
    }
    return point(table, fingers.get(who, {}))


# What is to be seen afterwards


def goes_on(was: Table, table: Table, gone: str) -> None:
    assert (was.phase, was.phase_seq, None) == (table.phase, table.phase_seq, table.result)
    assert (was.round.timer, was.round.clock) == (table.round.timer, table.round.clock)
    assert gone not in table.named((table.round.asker, table.round.asked_by))
    if was.phase == pointing.PHASE:
        assert gone not in table.named(table.round.pointing.pointed)


def next_asks(was: Table, table: Table, gone: str) -> None:
    goes_on(was, table, gone)
    assert ("eva", None) == table.named((table.round.asker, table.round.asked_by))


def last_chance(was: Table, table: Table, gone: str) -> None:
    assert (LAST_CHANCE, "eva") == (table.phase, table.name(table.round.last_chance.player))
    assert {"ana": "eva", "eva": "ana", "leo": "eva", "sol": "leo"} == table.named(table.round.pointing.votes)


def wrong_guess(was: Table, table: Table, gone: str) -> None:
    assert ("spy_last_chance_wrong", "residents") == (table.result.outcome, table.result.winners)
    assert {2} == set(table.points.values())


CHECKS: Mapping[str, Check] = {
    "goes": leaving.goes,
    "goes on": goes_on,
    "next asks": next_asks,
    "still unanimous": leaving.both(goes_on, leaving.unanimous_without_them),
    "counts as no": leaving.both(goes_on, leaving.not_unanimous_any_more),
    "convicts": leaving.convicts,
    "fails": leaving.fails,
    "dropped": leaving.dropped,
    "chooses again": leaving.both(goes_on, leaving.points_anew),
    "last chance": last_chance,
    "wrong guess": wrong_guess,
    "spy left": leaving.void("spy_left"),
    "too few": leaving.void("too_few"),
    "removed": leaving.void("removed"),
}


@leaving.every_case(DECIDED)
def test_leaving(phase: str, who: str, stay: str, how: str, outcome: str):
    *earlier, gone = goers(phase, who)
    was = before(phase, who, stay).after(seconds=7)
    for name in earlier:
        was = leaving.go(was, name, how)
    assert (phase, stay) == (was.phase, "two" if len({*was.in_round} - {gone}) == 2 else "three")

    table = leaving.go(was, gone, how)

    CHECKS[outcome](was, table, gone)
    leaving.seats_are_right(was, table, gone)
    if table.result is not None:
        assert gone not in table.points
        assert {*was.in_round, gone} - {"max"} <= {table.name(player) for player in table.result.reveal.cards}


@pytest.mark.parametrize("phase", [phase for phase in PHASES if phase != CLOSED])
def test_the_host_leaves_but_is_not_removed(phase: str):
    assert Reason.CANNOT_CHOOSE_SELF == phases.reached(phase).refuses("ana", Remove("ana"))


@pytest.mark.parametrize("phase", [phase for phase in PHASES if phase != CLOSED])
def test_only_the_host_removes_and_nobody_who_has_left(phase: str):
    table = phases.reached(phase)

    assert Reason.HOST_ONLY == table.refuses("bea", Remove("leo"))
    assert Reason.UNKNOWN_PLAYER == table.leaves("sol").refuses("ana", Remove("sol"))


# What the table above cannot say


def test_whoever_left_in_dealt_is_not_waited_for():
    table = Table("espia", 4).dealt(spy="eva").leaves("leo")

    assert "questions" == table.started(asker="ana").phase


def test_the_next_asker_may_ask_anybody():
    table = Table("espia", 5).dealt(spy="eva").started(asker="ana").when("ana", PassTurn("bea")).leaves("bea")

    assert ("eva", None) == table.named((table.round.asker, table.round.asked_by))
    assert ("ana", "leo", "sol") == table.choices("eva", PassTurn)


def test_after_the_last_seat_the_first_asks():
    table = Table("espia", 5).dealt(spy="eva").started(asker="sol").leaves("sol")

    assert "ana" == table.name(table.round.asker)


def test_the_last_asker_is_gone_and_the_asker_may_ask_anybody():
    table = Table("espia", 5).dealt(spy="eva").started(asker="bea").when("bea", PassTurn("leo")).leaves("bea")

    assert ("ana", "eva", "sol") == table.choices("leo", PassTurn)


def test_an_asker_who_leaves_during_a_ballot_hands_on_the_turn_too():
    table = Table("espia", 5).dealt(spy="eva").started(asker="leo").when("ana", Accuse("bea")).leaves("leo")
    table = table.each(("eva", "sol"), Vote(False))

    assert ("questions", "sol") == (table.phase, table.name(table.round.asker))


def test_the_votes_of_who_left_are_not_in_the_reveal_and_of_who_was_removed_as_a_no():
    table = Table("espia", 5).dealt(spy="eva").started().when("ana", Accuse("bea"))

    def votes(table: Table) -> dict[str, bool]:
        table = table.each(("eva", "sol"), Vote(True))
        table = table if table.result else table.when("ana", Interrupt())
        return table.named(table.result.reveal.accusations[0].votes)

    left, removed = table.when("leo", Vote(False)).leaves("leo"), table.when("leo", Vote(True)).removed("leo")

    assert {"ana": True, "eva": True, "sol": True} == votes(left)
    assert {"ana": True, "leo": False, "eva": True, "sol": True} == votes(removed)


def test_a_finger_of_who_left_does_not_count():
    table = time_is_up(Table("espia", 5).dealt(spy="eva").started())
    table = point(table, {"ana": "eva", "bea": "eva", "leo": "sol", "sol": "leo"}).leaves("bea")

    assert "spy_hidden" == table.when("eva", Point("ana")).result.outcome


def test_the_last_one_to_point_goes_but_others_have_to_choose_again():
    table = time_is_up(Table("espia", 5).dealt(spy="eva").started())
    table = point(table, {"ana": "bea", "eva": "ana", "leo": "eva", "sol": "eva"}).leaves("bea")

    assert ("pointing", ("eva", "leo", "sol")) == (table.phase, table.named(table.round.pointing.pointed))
    assert "last_chance" == table.when("ana", Point("leo")).phase


def test_the_last_one_to_point_goes_and_the_spies_stay_hidden():
    table = time_is_up(Table("espia", 5).dealt(spy="eva").started())
    table = point(table, {"ana": "eva", "eva": "ana", "leo": "sol", "sol": "leo"}).leaves("bea")

    assert ("spy_hidden", {"eva": 2}) == (table.result.outcome, table.points)


def test_the_accuser_left_and_the_rest_convict_without_an_extra():
    table = Table("espia", 5).dealt(spy="eva").started().when("ana", Accuse("eva")).leaves("ana")
    table = table.each(("bea", "leo", "sol"), Vote(True))

    assert {"bea": 1, "leo": 1, "sol": 1} == table.points


def test_the_accused_left_and_the_votes_of_the_dropped_ballot_are_revealed():
    table = Table("espia", 5).dealt(spy="eva").started().when("ana", Accuse("bea"))
    table = table.when("leo", Vote(False)).leaves("bea").when("eva", Accuse("ana"))
    table = table.each(("leo", "sol"), Vote(True))

    assert {"ana": True, "leo": False} == table.named(table.result.reveal.accusations[0].votes)


def test_leaving_is_final():
    table = Table("espia", 5).dealt(spy="eva").started().leaves("leo")

    assert Reason.NOT_IN_ROUND == table.refuses("leo", Leave())
    assert Reason.NOT_IN_ROUND == table.refuses("leo", Accuse("eva"))
    assert [] == table.offers("leo")


def test_somebody_who_left_and_came_back_is_somebody_new():
    table = Table("espia", 5).dealt(spy="eva").started().leaves("leo").enters("leo")

    assert "p6" == table.who("leo")
    assert table.sees("leo").hand is None
    assert Reason.AUDIENCE_ONLY_WATCHES == table.refuses("leo", Accuse("eva"))


def test_the_last_one_out_closes_the_room():
    table = Table("espia", 3).dealt().leaves("ana").leaves("bea").leaves("eva")

    assert "closed" == table.phase
