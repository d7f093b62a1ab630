"""Comparing speeds on a machine that does other things too."""

import time
from collections.abc import Callable

Work = Callable[[], object]


def ratios(base: Work, works: dict[str, Work], rounds: int = 2_000) -> dict[str, float]:
    """How long each work takes compared to the base: least CPU time of many calls, taken in rotation.

    The least is what the code costs; all above it is what the machine was doing besides.
    """
    least = dict.fromkeys(["", *works], float("inf"))
    for _ in range(rounds):
        for name, work in {"": base, **works}.items():
            least[name] = min(least[name], _cpu(work))
    return {name: least[name] / least[""] for name in works}


def _cpu(work: Work) -> float:
    started = time.process_time()
    work()

    return time.process_time() - started
