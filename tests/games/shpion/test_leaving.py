"""Somebody goes: in every phase, whoever they are, by themselves or removed, whoever stays.

The tables below are the rule book's "Someone leaves during a round" (of `espia`) and "Leaving", spelt out.
Their columns: leaves and three or more stay in the round; is removed by the host and three or more stay;
leaves and two stay; is removed and two stay.

    goes              the seat is free, and nothing else has changed
    goes on           the round goes on without them
    next asks         so it does, and the next in seat order asks, free to ask anybody
    asks again        so it does, the question is dropped, and whoever put it asks again
    still answered    so it does, and the question of the one who went waits for its answer
    still unanimous   the ballot stays open; if all who are left say yes, the accused is convicted
    counts as no      the ballot stays open; even if all who are left say yes, it fails
    convicts, fails   the ballot closes at once so
    dropped           the accusation is dropped, it stays used, and the clock goes on
    chooses again     the round goes on, and who pointed at them points anew
    spy caught        the pointing closes at once, and the spy is opened
    spy left, too few the round is void, for that reason
    -                 that cannot be
"""

from collections.abc import Mapping

import pytest

from chalicelib.core.reason import Reason
from chalicelib.games.shpion.actions import Answer, Ask, PassTurn
from chalicelib.games.shpion.talk import ReadyQuestion
from chalicelib.mechanics import accusation, pointing
from chalicelib.mechanics.accusation import Accuse, Vote
from chalicelib.mechanics.lobby import DEALT, LOBBY
from chalicelib.mechanics.questions import QUESTIONS
from chalicelib.mechanics.scoring import MATCH_OVER, ROUND_OVER
from chalicelib.mechanics.seating import CLOSED, Leave, Remove
from tests.games import leaving
from tests.games.leaving import Check
from tests.games.shpion import phases
from tests.games.shpion.phases import PHASES, READY, asked, asks, game, point, time_is_up, turn
from tests.table import Table

CELLS = {
    "lobby, round_over, match_over": """
        host                   | goes            | -               | goes     | -
        resident               | goes            | goes            | goes     | goes
    """,
    "dealt": """
        host                   | goes on         | -               | too few  | -
        resident               | goes on         | goes on         | too few  | too few
        the spy                | spy left        | spy left        | spy left | spy left
        audience               | goes on         | goes on         | -        | -
    """,
    "questions": """
        host                   | goes on         | -               | too few  | -
        resident               | goes on         | goes on         | too few  | too few
        asker                  | next asks       | next asks       | too few  | too few
        last asker             | goes on         | goes on         | too few  | too few
        asker of an open one   | still answered  | still answered  | too few  | too few
        last asker of its asker| goes on         | goes on         | too few  | too few
        one asked              | asks again      | asks again      | too few  | too few
        the spy                | spy left        | spy left        | spy left | spy left
        audience               | goes on         | goes on         | -        | -
    """,
    "accusation": """
        host                   | still unanimous | -               | too few  | -
        asker, last asker      | still unanimous | counts as no    | too few  | too few
        asker of an open one   | still unanimous | counts as no    | too few  | too few
        last asker of its asker| still unanimous | counts as no    | too few  | too few
        one asked              | still unanimous | counts as no    | too few  | too few
        accuser                | still unanimous | counts as no    | too few  | too few
        accused                | dropped         | dropped         | too few  | too few
        accused spy            | spy left        | spy left        | spy left | spy left
        voter who said yes     | still unanimous | counts as no    | -        | -
        voter who said no      | still unanimous | counts as no    | -        | -
        voter still asked      | still unanimous | counts as no    | -        | -
        last voter             | convicts        | fails           | too few  | too few
        last voter after a no  | fails           | fails           | -        | -
        the spy                | spy left        | spy left        | spy left | spy left
        audience               | still unanimous | still unanimous | -        | -
    """,
    "pointing": """
        host                   | goes on         | -               | too few  | -
        asker, last asker      | goes on         | goes on         | too few  | too few
        resident               | goes on         | goes on         | too few  | too few
        one who has pointed    | goes on         | goes on         | too few  | too few
        one pointed at         | chooses again   | chooses again   | too few  | too few
        last to point          | spy caught      | spy caught      | too few  | too few
        the spy                | spy left        | spy left        | spy left | spy left
        audience               | goes on         | goes on         | -        | -
    """,
}
OF_QUESTIONS = ("asker", "last asker")
OF_AN_OPEN_ONE = ("asker of an open one", "last asker of its asker", "one asked")
OF_A_BALLOT = (
    *("accuser", "accused", "accused spy", "voter who said yes", "voter who said no", "voter still asked"),
    *("last voter", "last voter after a no"),
)
OF_POINTING = ("one who has pointed", "one pointed at", "last to point")
WHO = (
    *("host", "resident", "the spy", "audience"),
    *OF_QUESTIONS,
    *OF_AN_OPEN_ONE,
    *OF_A_BALLOT,
    *OF_POINTING,
)
NOBODY_IS = {
    "lobby, round_over, match_over": tuple(who for who in WHO if who not in ("host", "resident")),
    "dealt": (*OF_QUESTIONS, *OF_AN_OPEN_ONE, *OF_A_BALLOT, *OF_POINTING),
    "questions": (*OF_A_BALLOT, *OF_POINTING),
    "accusation": ("resident", *OF_POINTING),
    "pointing": (*OF_AN_OPEN_ONE, *OF_A_BALLOT),
    "closed": WHO,
}
"""Who there cannot be; in a ballot every resident has a part."""
DECIDED = leaving.cells(CELLS, ("three", "two"))


def test_every_case_of_leaving_is_decided():
    assert leaving.is_whole(DECIDED, PHASES, WHO, NOBODY_IS)


# The scenes: ana is the host, eva the spy, bea whoever goes where it matters not who


def goer(who: str) -> str:
    match who:
        case "host":
            return "ana"
        case "the spy" | "accused spy":
            return "eva"
        case "audience":
            return "max"
    return "bea"


def before(phase: str, who: str, stay: str) -> Table:
    """The table before somebody goes."""
    in_round = 5 if stay == "three" else 2 + (who != "audience")
    if phase == LOBBY:
        return game(in_round)
    table = game(in_round).dealt(spy="eva", word="баня")
    if who == "audience":
        table = table.enters("max")
    if phase in (DEALT, ROUND_OVER, MATCH_OVER):
        return phases.reached(phase, table)
    table = talking(table, who)
    if phase == accusation.PHASE:
        table = leaving.accused(table, who)
    elif phase == pointing.PHASE:
        table = pointed(time_is_up(table), who)
    return table


def talking(table: Table, who: str) -> Table:
    """Bea asks, has asked, or is asked; or has nothing to do with it."""
    match who:
        case "asker":
            return table.started(asker="bea")
        case "last asker":
            return asked(table.started(asker="bea"), "bea", "ana")
        case "asker of an open one":
            return asks(table.started(asker="bea"), "bea", "ana")
        case "last asker of its asker":
            return asks(asked(table.started(asker="bea"), "bea", "ana"), "ana", "eva")
        case "one asked":
            return asks(table.started(asker="ana"), "ana", "bea")
    return table.started(asker="ana")


def pointed(table: Table, who: str) -> Table:
    """What fingers point before somebody goes."""
    fingers: Mapping[str, Mapping[str, str]] = {
        "one who has pointed": {"ana": "eva", "bea": "eva"},
        "one pointed at": {"ana": "bea", "eva": "ana"},
        "last to point": {"ana": "eva", "eva": "ana", "leo": "eva", "sol": "eva"},
    }
    return point(table, fingers.get(who, {}))


# What is to be seen afterwards


def goes_on(was: Table, table: Table, gone: str) -> None:
    assert (was.phase, was.phase_seq, None) == (table.phase, table.phase_seq, table.result)
    assert (was.round.timer, was.round.clock) == (table.round.timer, table.round.clock)
    assert was.round.questions == table.round.questions
    assert gone not in turn(table)
    if was.phase == pointing.PHASE:
        assert gone not in table.named(table.round.pointing.pointed)


def next_asks(was: Table, table: Table, gone: str) -> None:
    goes_on(was, table, gone)
    assert ("eva", None, None) == turn(table)


def asks_again(was: Table, table: Table, gone: str) -> None:
    goes_on(was, table, gone)
    assert ("ana", None, None) == turn(table)
    assert ReadyQuestion(was.who("ana"), was.who(gone), READY) == table.round.questions[-1]
    assert table.allows("ana", Ask("eva", question=READY))


def still_answered(was: Table, table: Table, gone: str) -> None:
    goes_on(was, table, gone)
    assert (None, None, "ana") == turn(table)
    table = table.when("ana", Answer(option="no"))
    assert ("ana", None, None) == turn(table)
    assert "no" == table.round.questions[-1].answer.option


def spy_caught(was: Table, table: Table, gone: str) -> None:
    assert ("spy_pointed", {"ana": 1, "leo": 1, "sol": 1}) == (table.result.outcome, table.points)


CHECKS: Mapping[str, Check] = {
    "goes": leaving.goes,
    "goes on": goes_on,
    "next asks": next_asks,
    "asks again": asks_again,
    "still answered": still_answered,
    "still unanimous": leaving.both(goes_on, leaving.unanimous_without_them),
    "counts as no": leaving.both(goes_on, leaving.not_unanimous_any_more),
    "convicts": leaving.convicts,
    "fails": leaving.fails,
    "dropped": leaving.dropped,
    "chooses again": leaving.both(goes_on, leaving.points_anew),
    "spy caught": spy_caught,
    "spy left": leaving.void("spy_left"),
    "too few": leaving.void("too_few"),
}


@leaving.every_case(DECIDED)
def test_leaving(phase: str, who: str, stay: str, how: str, outcome: str):
    gone, was = goer(who), before(phase, who, stay).after(seconds=7)
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


# What the table above cannot say


def test_the_asker_whose_question_is_dropped_may_still_not_ask_back():
    table = game(5).dealt(spy="eva").started(asker="sol")
    table = asks(asked(table, "sol", "ana"), "ana", "bea").leaves("bea")

    assert ("ana", "sol", None) == turn(table)
    assert Reason.CANNOT_ASK_BACK == table.refuses("ana", Ask("sol", question=READY))


def test_an_answer_to_somebody_who_left_lets_its_giver_ask_anybody():
    table = asks(game(5).dealt(spy="eva").started(asker="bea"), "bea", "leo").leaves("bea")
    table = table.when("leo", Answer(option="yes"))

    assert ("leo", None, None) == turn(table)
    assert all(table.allows("leo", Ask(name, question=READY)) for name in ("ana", "eva", "sol"))


def test_asker_and_asked_both_leave_and_the_next_after_the_asked_asks():
    table = asks(game(5).dealt(spy="eva").started(asker="ana"), "ana", "bea").leaves("ana").leaves("bea")

    assert ("eva", None, None) == turn(table)
    assert table.allows("eva", Ask("sol", question=READY))


def test_the_host_helps_where_the_one_who_owes_an_answer_to_somebody_gone_sleeps():
    table = asks(game(5).dealt(spy="eva").started(asker="bea"), "bea", "leo").leaves("bea")

    assert ("sol", None, None) == turn(table.when("ana", PassTurn("sol")))


def test_a_question_survives_its_asker_through_a_ballot():
    table = asks(game(5).dealt(spy="eva").started(asker="bea"), "bea", "leo").when("ana", Accuse("sol"))
    table = table.leaves("bea").each(("eva", "leo"), Vote(False))

    assert (QUESTIONS, (None, None, "leo")) == (table.phase, turn(table))


def test_a_ballot_that_is_open_when_the_last_possible_accuser_leaves_is_voted_on_first():
    table = game(5, minutes=None).dealt(spy="eva").started()
    for accuser, suspect in (("ana", "bea"), ("bea", "leo"), ("eva", "ana")):
        table = phases.accused(table, accuser, suspect, against="sol")
    table = table.when("leo", Accuse("ana")).leaves("sol")
    assert "accusation" == table.phase

    assert "pointing" == table.each(("bea", "eva"), Vote(False)).phase


def test_leaving_is_final():
    table = game(5).dealt(spy="eva").started().leaves("leo")

    assert Reason.NOT_IN_ROUND == table.refuses("leo", Leave())
    assert [] == table.offers("leo")


def test_the_last_one_out_closes_the_room():
    assert "closed" == game(3).dealt().leaves("ana").leaves("bea").leaves("eva").phase
