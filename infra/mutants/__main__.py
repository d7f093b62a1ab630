"""Changes the rules in small ways, runs the tests about each change, and counts what they notice.

With names of mutants, as `chalicelib.core.*` or those that are printed, tries these alone, again.
"""

import argparse
import json
import os
import subprocess
import sys
import sysconfig
from collections import Counter
from collections.abc import Iterator, Sequence
from fnmatch import fnmatch
from pathlib import Path
from random import Random
from typing import Final

ROOT: Final = Path(__file__).parents[2]
MUTMUT: Final = ROOT / ".venv-mutants/bin/mutmut"
MUTANTS: Final = ROOT / "mutants"
"""Changed code, and what became of each mutant: a run that was stopped goes on from there."""
SURVIVED: Final = frozenset({0, 5, 33, 34})
"""What the tests ended with, or no test being about it."""
FEWEST: Final = "chalicelib.core.ids.*"


class MutmutFailed(Exception):
    """It has said why."""


def main(arguments: Sequence[str]) -> None:
    """Try all mutants or those that are named, or a sample of them; raises `MutmutFailed`."""
    parser = argparse.ArgumentParser(prog="make mutants")
    parser.add_argument("names", nargs="*")
    parser.add_argument("--sample", type=int)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--processes", default="1")
    wanted = parser.parse_args(arguments)
    names: list[str] = wanted.names
    if wanted.sample:
        mutmut(wanted.processes, FEWEST)  # makes them all
        every = sorted(name for name in codes() if not names or any(fnmatch(name, one) for one in names))
        names = Random(wanted.seed).sample(every, min(wanted.sample, len(every)))
        print(f"{len(names)} of {len(every)} mutants, from seed {wanted.seed}")
    mutmut(wanted.processes, *names)
    print("\n".join(report()))


def mutmut(processes: str, *names: str) -> None:
    """Let it try what is named, or what was not tried yet; raises `MutmutFailed`."""
    seen = {"CI": "true", "PYTHONPATH": sysconfig.get_path("purelib")}  # the same examples in every run
    command = [str(MUTMUT), "run", "--max-children", processes, *names]
    if subprocess.run(command, cwd=ROOT, env=os.environ | seen, check=False).returncode:
        raise MutmutFailed


def report() -> Iterator[str]:
    """The survivors' names, and for each package how many were killed."""
    tried = {name: code for name, code in codes().items() if code is not None}
    survivors = [name for name, code in tried.items() if code in SURVIVED]
    made, missed = Counter(map(package, tried)), Counter(map(package, survivors))
    yield from (f"  {name}" for name in sorted(survivors))
    for each, n in sorted(made.items()):
        yield f"{each}: {n - missed[each]} of {n} killed, {1 - missed[each] / n:.1%}"


def package(name: str) -> str:
    """`core`, `mechanics` or a game."""
    parts = name.split(".")
    return parts[2] if parts[1] == "games" else parts[1]


def codes() -> dict[str, int | None]:
    """What the tests ended with for each mutant; None where it was not tried."""
    files = MUTANTS.rglob("*.meta")
    found = (json.loads(file.read_text(encoding="utf-8"))["exit_code_by_key"] for file in files)
    return {name: code for each in found for name, code in each.items()}


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except MutmutFailed:
        sys.exit(1)
