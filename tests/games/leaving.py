"""Somebody goes, in any game: tables of what becomes of it, and what can be seen of that in several games.

A game's table has a text for each phase (or several), with a row for whoever may go and a column for each
way of going and each number of those who stay.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import product
from typing import TypeAlias

import pytest

from chalicelib.core.reason import Reason
from chalicelib.mechanics.accusation import Accuse, Closed, Vote
from chalicelib.mechanics.pointing import Point
from chalicelib.mechanics.questions import QUESTIONS
from tests.table import Table

HOW = ("leaves", "removed")
IMPOSSIBLE = "-"
Cell: TypeAlias = tuple[str, str, str, str]
"""The phase, who goes, how many stay, and how they go."""
Check: TypeAlias = Callable[[Table, Table, str], None]
"""Asserts what is to be seen of the table before, of the one after, and of whoever has gone."""


def cells(tables: Mapping[str, str], stay: Sequence[str]) -> dict[Cell, str]:
    """What becomes of the table in each case; columns are by who stays, and then by how somebody goes."""
    found: dict[Cell, str] = {}
    for where, rows in tables.items():
        for row in filter(None, map(str.strip, rows.splitlines())):
            names, *outcomes = (part.strip() for part in row.split("|"))
            for phase, name in product(where.split(", "), names.split(", ")):
                for column, outcome in zip(product(stay, HOW), outcomes, strict=True):
                    assert (phase, name, *column) not in found, f"said twice: {phase}, {name}"
                    found[phase, name, *column] = outcome
    return found


def is_whole(
    decided: Mapping[Cell, str],
    phases: Iterable[str],
    who: Iterable[str],
    nobody_is: Mapping[str, Iterable[str]],
) -> bool:
    """Whether every case is decided once, or cannot be, since `nobody_is` that in that phase."""
    impossible = [
        (phase, name)
        for where, nobody in nobody_is.items()
        for phase, name in product(where.split(", "), nobody)
    ]
    rows = {(phase, name) for phase, name, _, _ in decided}
    return sorted(product(phases, who)) == sorted([*rows, *impossible])


def every_case(decided: Mapping[Cell, str]) -> pytest.MarkDecorator:
    """For a test of (phase, who, stay, how, outcome)."""
    return pytest.mark.parametrize(
        ("phase", "who", "stay", "how", "outcome"),
        [
            pytest.param(*cell, outcome, id=f"{cell[0]}: {cell[1]} {cell[3]}, {cell[2]} stay: {outcome}")
            for cell, outcome in decided.items()
            if outcome != IMPOSSIBLE
        ],
    )


def go(table: Table, name: str, how: str) -> Table:
    """The table without them."""
    return table.leaves(name) if how == "leaves" else table.removed(name)


def all_leave(table: Table) -> Table:
    """The room that they leave behind."""
    for name in table.seated:
        table = table.leaves(name)
    return table


# What is to be seen afterwards, of any game


def seats_are_right(was: Table, table: Table, gone: str) -> None:
    assert tuple(name for name in was.seated if name != gone) == table.seated
    assert table.seated[0] == table.host


def goes(was: Table, table: Table, gone: str) -> None:
    assert (was.phase, was.phase_seq, was.result) == (table.phase, table.phase_seq, table.result)


def void(reason: str) -> Check:
    def check(was: Table, table: Table, gone: str) -> None:
        result, played = table.result, table.sees(None).public.table.rounds_played
        assert ("void", None, reason) == (result.outcome, result.winners, result.void_reason)
        assert ("round_over", {}, 0) == (table.phase, table.points, played)

    return check


def both(one: Check, other: Check) -> Check:
    def check(was: Table, table: Table, gone: str) -> None:
        one(was, table, gone)
        other(was, table, gone)

    return check


# And of those in which people accuse each other and point at each other


def accused(table: Table, who: str) -> Table:
    """Ana has accused eva, unless somebody else has to be in it."""
    accuser = "bea" if who in ("accuser", "host") else "ana"
    suspect = {"accused": "bea", "the spy": "bea", "one spy of two": "sol", "both spies": "bea"}.get(
        who, "eva"
    )
    votes = {
        "voter who said yes": {"bea": True},
        "voter who said no": {"bea": False},
        "last voter": {"leo": True, "sol": True},
        "last voter after a no": {"leo": True, "sol": False},
    }.get(who, {})
    table = table.when(accuser, Accuse(suspect))
    for voter, guilty in votes.items():
        table = table.when(voter, Vote(guilty)) if voter in table.in_round else table
    return table


def unanimous_without_them(was: Table, table: Table, gone: str) -> None:
    convicts(was, _all_say_yes(table), gone)


def not_unanimous_any_more(was: Table, table: Table, gone: str) -> None:
    fails(was, _all_say_yes(table), gone)


def convicts(was: Table, table: Table, gone: str) -> None:
    assert "spy_accused" == table.result.outcome
    two = {was.name(was.round.accusation.accuser)} - {gone}
    assert two == {name for name, points in table.points.items() if points == 2}


def fails(was: Table, table: Table, gone: str) -> None:
    _back_to_questions(was, table, "failed")


def dropped(was: Table, table: Table, gone: str) -> None:
    _back_to_questions(was, table, "dropped")
    assert Reason.ALREADY_ACCUSED == table.refuses("ana", Accuse("sol"))


def points_anew(was: Table, table: Table, gone: str) -> None:
    assert ("eva",) == table.named(table.round.pointing.pointed)
    assert table.sees("ana").hand.point is None
    assert gone not in table.choices("ana", Point)


def _all_say_yes(table: Table) -> Table:
    return table.each(table.named(table.round.accusation.missing), Vote(True))


def _back_to_questions(was: Table, table: Table, result: str) -> None:
    assert (QUESTIONS, None, None) == (table.phase, table.round.accusation, table.round.timer)
    assert ("running", was.remaining_ms) == (table.round.clock.state, table.remaining_ms)
    open_ = was.round.accusation
    assert Closed(open_.accuser, open_.suspect, result) == table.round.accusations[-1]
