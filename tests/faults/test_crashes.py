"""A process may die, or lose an answer, at any call of any request: nothing is lost, and nothing happens twice."""

from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import pytest

from chalicelib.core.legal import AnyState
from chalicelib.rooms.errors import StoreBusy
from chalicelib.rooms.room import RoundRecord
from tests.conformance.games import MARKED, Game
from tests.conftest import Volume
from tests.faults.asking import DONE, GONE, Case, Disconnect, Do, Hello, Join, Wake, cases
from tests.faults.breaking import HINTS, Break, Calls, Died, died, no_answer
from tests.faults.scene import CODE, Scene

KEY = "a key"
AGAIN, WITHOUT_KEY, NEVER = "again", "again without a key", "never"


@dataclass(frozen=True)
class Course:
    """How it goes when nothing breaks: the answer, the room then, and the room when all has come to rest."""

    answer: str
    before: AnyState
    after: AnyState
    rest: AnyState
    rounds: list[RoundRecord]
    calls: list[tuple[str, int]]


def unbroken(case: Case) -> Course:
    scene, calls = case.scene(), Calls()
    before = scene.room.state
    answer = case.asking.ask(scene, scene.house(calls), KEY)
    after = scene.room.state
    scene.sweep_all()
    return Course(answer, before, after, scene.room.state, scene.rounds(), calls.all())


def check(case: Case, course: Course, breaking: Break, then: str) -> None:
    """Something breaks while it is asked; `then` it is asked again, or not, and play goes on."""
    scene = case.scene()
    key = None if then == WITHOUT_KEY else KEY
    answer = broken_ask(case, scene, breaking, key)
    if answer is not None:
        assert course.answer == answer
    elif then == NEVER:
        assert scene.room.state in (course.before, course.after)
    else:
        answer = case.asking.ask(scene, scene.house(), key)
        if then == AGAIN and not isinstance(case.asking, Do | Disconnect):
            assert course.answer == answer
    if then != NEVER:
        assert course.after == scene.room.state
    went = scene.room.state == course.after
    scene.sweep_all()
    if went:
        assert course.rest == scene.room.state
        assert course.rounds == scene.rounds()
    scene.ping_all()
    scene.go_on()


def broken_ask(case: Case, scene: Scene, breaking: Break, key: str | None) -> str | None:
    """The answer, if one is given; trouble with what is only a hint fails nothing."""
    try:
        answer = case.asking.ask(scene, scene.house(Calls(breaking)), key)
    except Died:
        assert breaking.trouble is died
        return None
    except StoreBusy:
        assert breaking.trouble is no_answer
        assert breaking.call not in HINTS or isinstance(case.asking, Disconnect)
        return None
    assert breaking.trouble is no_answer and breaking.call in HINTS
    return answer


if __name__ == "__main__":
    import sys, time, traceback
    from collections import Counter
    t = time.time()
    n = 0
    fails = Counter(); first = {}
    for game in MARKED:
        cs = cases(game, 1, int(sys.argv[1]))
        print(game.ruleset.id, len(cs), time.time() - t)
        for case in cs:
            try:
                course = unbroken(case)
            except Exception as e:
                fails[("unbroken", case.cell)] += 1
                first.setdefault(("unbroken", case.cell), traceback.format_exc())
                continue
            for call, number in course.calls:
                for is_after in (False, True):
                    for trouble in (died, no_answer):
                        for then in (AGAIN, WITHOUT_KEY, NEVER):
                            b = Break(call, number, is_after, trouble)
                            n += 1
                            try:
                                check(case, course, b, then)
                            except Exception as e:
                                k = (case.cell[2], call, is_after, trouble.__name__, then, type(e).__name__, str(e)[:60])
                                fails[k] += 1
                                first.setdefault(k, f"{case} {b}\n" + traceback.format_exc())
        print(n, time.time() - t)
    for k, v in fails.items():
        print(v, k)
    for k in list(first)[:4]:
        print(first[k])
