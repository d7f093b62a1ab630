"""What the project is built from: pinned, locked with hashes, explained, and little of it in the package."""

import json
import re
from itertools import chain
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
RUNTIME = "requirements.txt"
LOCKS = [
    "requirements-dev.txt",
    "infra/local/requirements-ministack.txt",
    "infra/e2e/requirements-lint.txt",
    "infra/mutants/requirements.txt",
]


def text(file: str) -> str:
    return (ROOT / file).read_text(encoding="utf-8")


def entries(file: str) -> list[str]:
    """The lines that name a package, without comments, options and continuations."""
    lines = (line.partition("#")[0].rstrip(" \\") for line in text(file).splitlines())
    return [line for line in lines if line and not line.startswith((" ", "-"))]


def names(file: str) -> set[str]:
    return {re.split(r"[\[=<>~! ;]", entry, maxsplit=1)[0].lower() for entry in entries(file)}


def pins(file: str) -> dict[str, str]:
    return dict(entry.partition(" ")[0].split("==") for entry in entries(file))


def test_the_package_takes_exact_versions():
    assert all(re.fullmatch(r"[a-z0-9-]+==[0-9][0-9a-z.]*", entry) for entry in entries(RUNTIME))


def test_the_package_leaves_out_what_lambda_and_its_packager_bring():
    assert names(RUNTIME).isdisjoint({"chalice", "boto3", "botocore"})


def test_tests_run_on_the_versions_that_are_packaged():
    assert pins(RUNTIME).items() <= pins(LOCKS[0]).items()


@pytest.mark.parametrize("lock", LOCKS)
def test_a_lock_holds_everything_its_source_asks_for(lock: str):
    assert names(lock.replace(".txt", ".in")) <= pins(lock).keys()


@pytest.mark.parametrize("file", [RUNTIME, *LOCKS])
def test_a_lock_names_no_server_and_no_folder(file: str):
    assert not re.search(r"://|--(extra-)?index-url|--find-links| @ |(^|\s)/", text(file))


def test_the_readme_says_what_each_dependency_is_for():
    sources = ["requirements.in", *(lock.replace(".txt", ".in") for lock in LOCKS)]
    node = json.loads(text("infra/local/package.json"))
    direct = set(chain.from_iterable(map(names, sources))) | node["dependencies"].keys()
    rows = re.findall(r"^\|([^|\n]+)\|[^|\n]*\w", text("README.md").lower(), re.MULTILINE)
    explained = set(re.findall(r"[\w@/.-]+", " ".join(rows)))

    assert direct - explained == set()
