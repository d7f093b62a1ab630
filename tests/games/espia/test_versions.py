"""A seat's version grows exactly when what that seat may know has changed."""

from collections.abc import Callable

import pytest

from chalicelib.core.action import Action
from chalicelib.games.espia.actions import CrossOut, Guess, PassTurn
from chalicelib.mechanics.accusation import Accuse, Vote
from chalicelib.mechanics.lobby import Configure, Seen
from chalicelib.mechanics.pointing import Point
from chalicelib.mechanics.seating import Tick
from tests.games.espia import phases
from tests.games.espia.phases import point
from tests.table import Table

SEATS = ("ana", "bea", "eva", "leo", "sol", "max", None)


def reached(phase: str) -> Table:
    """Five in the round, max in the audience."""
    return phases.reached(phase).enters("max")


def touched(before: Table, after: Table) -> set[str | None]:
    """The seats whose version grew (None: the people outside)."""
    grown = {name for name in SEATS if after.sees(name).version > before.sees(name).version}
    assert {name for name in SEATS if after.knows(name) != before.knows(name)} == grown
    return grown


def test_what_everybody_sees_touches_everybody():
    table = reached("questions")

    assert {*SEATS} == touched(table, table.when("ana", PassTurn("bea")))
    assert {*SEATS} == touched(table, table.when("ana", Accuse("bea")))
    assert {*SEATS} == touched(table, table.when("eva", Guess("tren")))
    assert {*SEATS} == touched(table, table.leaves("sol"))
    assert {*SEATS} == touched(table, table.enters("paz"))
    assert {*SEATS} == touched(table, table.after(minutes=8))


def test_striking_out_touches_the_spy_alone():
    table = reached("questions")

    assert {"eva"} == touched(table, table.when("eva", CrossOut(("tren",))))


def test_striking_out_the_same_again_touches_nobody():
    table = reached("questions").when("eva", CrossOut(("tren", "circo")))

    assert set() == touched(table, table.when("eva", CrossOut(("circo", "tren"))))


def test_a_first_finger_touches_everybody_and_a_changed_one_its_owner_alone():
    table = reached("pointing")
    pointed = table.when("leo", Point("eva"))

    assert {*SEATS} == touched(table, pointed)
    assert {"leo"} == touched(pointed, pointed.when("leo", Point("bea")))
    assert set() == touched(pointed, pointed.when("leo", Point("eva")))


@pytest.mark.parametrize(
    ("phase", "name", "action"),
    [
        ("questions", "bea", PassTurn("leo")),
        ("questions", "ana", Accuse("ana")),
        ("questions", "bea", Guess("tren")),
        ("questions", "eva", Guess("casino")),
        ("questions", "eva", CrossOut(("casino",))),
        ("accusation", "ana", Vote(True)),
        ("pointing", "max", Point("eva")),
        ("round_over", "ana", Configure({"minutes": 7})),
        ("questions", "ana", Tick()),
    ],
)
def test_what_is_refused_or_does_nothing_touches_nobody(phase: str, name: str, action: Action):
    table = reached(phase)

    assert set() == touched(table, table.tries(name, action))
    assert table.state == table.tries(name, action).state


@pytest.mark.parametrize(
    "again",
    [
        lambda: (reached("dealt").when("bea", Seen()), "bea", Seen()),
        lambda: (reached("round_over"), "ana", Configure({"minutes": 8})),
        lambda: (reached("round_over"), "ana", Configure({})),
    ],
    ids=["seen", "same option", "no option"],
)
def test_what_was_so_already_is_no_change(again: Callable[[], tuple[Table, str, Action]]):
    table, name, action = again()

    assert table.state == table.when(name, action).state


def test_a_vote_shows_everybody_that_it_was_cast():
    table = reached("accusation")

    assert {*SEATS} == touched(table, table.when("leo", Vote(False)))


def test_versions_do_not_tell_what_was_voted_or_pointed_or_who_the_spy_is():
    def versions(table: Table) -> list[int]:
        return [table.sees(name).version for name in SEATS]

    def story(spy: str, against: str, target: str) -> Table:
        table = Table("espia", 5).enters("max").leaves("max").dealt(spy=spy).started(asker="ana")
        table = table.enters("max").when("ana", Accuse("bea"))
        for name in table.named(table.round.accusation.missing):
            table = table.when(name, Vote(name != against))
        return point(table.after(minutes=8), {"ana": target, "leo": "bea"})

    assert versions(story("eva", "leo", "eva")) == versions(story("sol", "eva", "leo"))


def test_a_new_deal_touches_everybody():
    table = reached("round_over")

    assert {*SEATS} == touched(table, table.dealt())
