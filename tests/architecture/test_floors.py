"""The floors of the house: imports go downward only, and whoever breaks a rule of imports is caught."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import grimp
import pytest

ROOT = Path(__file__).parents[2]

FLOORS = "Imports go downward only"
ENGINE = "The engine has no clock, no dice and no outside"
GAMES = "Games know nothing of each other"
USE_CASES = "Use-cases reach the outside through ports"
EDGE = "The edge reaches the store through adapters"
SERVICE = "The service knows nothing of what runs it"


def broken_contracts(tree: Path) -> set[str]:
    """The names of the import contracts that the tree breaks."""
    command = [Path(sys.executable).with_name("lint-imports"), "--no-cache", "--no-logo"]
    run = subprocess.run(command, cwd=tree, capture_output=True, text=True, check=False)
    broken = set(re.findall(r"^(.+) BROKEN", run.stdout, re.MULTILINE))
    assert (run.returncode != 0) == bool(broken), run.stdout + run.stderr
    return broken


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A copy of the code, to plant faults in."""
    for package in ("chalicelib", "infra"):
        only_code = shutil.ignore_patterns("__pycache__", "node_modules", ".*")
        shutil.copytree(ROOT / package, tmp_path / package, ignore=only_code)
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    return tmp_path


def test_the_house_keeps_every_contract():
    assert broken_contracts(ROOT) == set()


@pytest.mark.parametrize(
    ("contract", "module", "line"),
    [
        pytest.param(ENGINE, "core/planted.py", "import time", id="a clock in core"),
        pytest.param(ENGINE, "mechanics/planted.py", "from random import choice", id="dice in mechanics"),
        pytest.param(ENGINE, "games/planted/__init__.py", "import boto3", id="a store in a game"),
        pytest.param(FLOORS, "core/planted.py", "import chalicelib.games", id="core importing games"),
        pytest.param(FLOORS, "rooms/planted.py", "import chalicelib.games", id="rooms importing games"),
        pytest.param(
            FLOORS, "games/planted/__init__.py", "import chalicelib.rooms", id="a game importing rooms"
        ),
        pytest.param(
            FLOORS, "adapters/planted.py", "import chalicelib.api", id="an adapter importing the edge"
        ),
        pytest.param(FLOORS, "planted/__init__.py", "", id="a package on no floor"),
        pytest.param(USE_CASES, "rooms/planted.py", "import datetime", id="a clock in a use-case"),
        pytest.param(EDGE, "api/planted.py", "import boto3", id="a store at the edge"),
        pytest.param(SERVICE, "adapters/planted.py", "import infra", id="the service importing infra"),
    ],
)
def test_a_planted_import_is_caught(tree: Path, contract: str, module: str, line: str):
    planted = tree / "chalicelib" / module
    planted.parent.mkdir(exist_ok=True)
    planted.write_text(line + "\n")

    assert broken_contracts(tree) == {contract}


def test_a_game_importing_another_is_caught(tree: Path):
    games = tree / "chalicelib/games"
    for game, line in {"one": "", "two": "import chalicelib.games.one"}.items():
        (games / game).mkdir()
        (games / game / "__init__.py").write_text(line + "\n")

    assert broken_contracts(tree) == {GAMES}


def test_the_engine_needs_nothing_but_the_standard_library():
    graph = grimp.build_graph("chalicelib", include_external_packages=True, cache_dir=None)
    floors = ("chalicelib.core", "chalicelib.mechanics", "chalicelib.games")
    imported = {
        name
        for module in graph.modules
        if module.startswith(floors)
        for name in graph.find_modules_directly_imported_by(module)
        if not name.startswith("chalicelib")
    }

    assert imported - sys.stdlib_module_names == set()
