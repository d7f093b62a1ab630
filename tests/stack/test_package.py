"""What is built: for the right processor, with all that is needed and nothing else, and always the same."""

import json
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

from infra.package.archive import bytecode_name
from infra.package.contents import complaints
from infra.package.staging import ROOT, default_architecture

pytestmark = pytest.mark.stack

PARTS = {
    "annotated_types",
    "app.py",
    "aws_lambda_powertools",
    "__pycache__",
    "chalice",
    "chalicelib",
    "decks",
    "jmespath",
    "pydantic",
    "pydantic_core",
    "regex",
    "typing_extensions.py",
    "typing_inspection",
}


def test_two_builds_of_the_same_tree_are_the_same_to_the_byte(packages: Path) -> None:
    one, other = ((packages / stage / "deployment.zip").read_bytes() for stage in ("dev", "prod"))

    assert one == other


def test_what_goes_to_aws_is_built_for_arm(packages: Path) -> None:
    assert {"arm64"} == {default_architecture(stage) for stage in ("dev", "prod")}
    with ZipFile(packages / "arm64" / "deployment.zip") as archive:
        requirements = (ROOT / "requirements.txt").read_text()

        assert [] == list(complaints(archive, requirements, "arm64", ROOT / "decks"))


def test_there_is_nothing_in_it_but_the_service_and_what_it_needs(packages: Path) -> None:
    with ZipFile(packages / "arm64" / "deployment.zip") as archive:
        names = archive.namelist()

    parts = {name.partition("/")[0] for name in names}
    assert PARTS == {part for part in parts if not part.endswith(".dist-info")}
    assert {"__init__.py", "app.py"} == {
        name.removeprefix("chalice/") for name in names if name.startswith("chalice/") and "pyc" not in name
    }
    assert not [name for name in names if name.endswith(".svg")]
    assert (packages / "arm64" / "deployment.zip").stat().st_size < 6_500_000


def test_what_was_left_out_of_the_metrics_library_is_not_missed(packages: Path, tmp_path: Path) -> None:
    with ZipFile(packages / "dev" / "deployment.zip") as archive:
        archive.extractall(tmp_path)
    writes = """
import logging, sys
logging.basicConfig(stream=sys.stdout, level=logging.INFO, format="%(message)s")
from chalicelib.adapters.telemetry import LogTelemetry
LogTelemetry("a-stack").acted("deal", "accepted")
"""
    done = subprocess.run(
        [sys.executable, "-c", writes], cwd=tmp_path, capture_output=True, text=True, check=False
    )

    assert "" == done.stderr
    assert "Actions" == json.loads(done.stdout)["_aws"]["CloudWatchMetrics"][0]["Metrics"][0]["Name"]
    assert not (tmp_path / "aws_lambda_powertools" / "event_handler").exists()


def test_every_module_has_bytecode_that_is_never_checked(packages: Path) -> None:
    with ZipFile(packages / "dev" / "deployment.zip") as archive:
        modules = [name for name in archive.namelist() if name.endswith(".py")]

        assert len(modules) > 100
        for name in modules:
            flags = archive.read(bytecode_name(name))[4:8]
            assert 0b01 == int.from_bytes(flags, "little"), "by hash, unchecked"
