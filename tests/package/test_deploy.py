"""What `make deploy` says when it cannot."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from infra.package.staging import ROOT


def deploy(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    clean = {name: value for name, value in os.environ.items() if not name.startswith("AWS_")}
    nobody = {"AWS_EC2_METADATA_DISABLED": "true", "AWS_CONFIG_FILE": os.devnull}
    nobody |= {"AWS_SHARED_CREDENTIALS_FILE": os.devnull}
    return subprocess.run(
        [sys.executable, "-m", "infra.deploy", *arguments],
        cwd=ROOT,
        env=clean | nobody | environment,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture
def package(tmp_path: Path) -> Path:
    (tmp_path / "template.json").write_text("{}")
    return tmp_path


def test_without_credentials_or_a_region_it_says_which_variables_it_takes(package: Path) -> None:
    for environment in ({}, {"AWS_DEFAULT_REGION": "eu-west-1"}):
        tried = deploy("prod", "--package", str(package), **environment)

        assert 1 == tried.returncode
        assert tried.stderr.startswith("error: ") and "AWS_DEFAULT_REGION" in tried.stderr
        assert "Traceback" not in tried.stderr


def test_without_a_package_it_says_how_to_make_one(tmp_path: Path) -> None:
    tried = deploy("prod", "--package", str(tmp_path))

    assert 1 == tried.returncode
    assert "make package" in tried.stderr


def test_a_name_that_would_be_shortened_is_refused() -> None:
    tried = deploy("dev", "--stack", "a-stack-with-a-name-that-is-far-too-long")

    assert (1, True) == (tried.returncode, "30 characters" in tried.stderr)
