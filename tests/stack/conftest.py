"""What `make e2e` has built and started: the packages, and a local AWS that boto3's environment names."""

import os
from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def packages() -> Path:
    """A folder with the packages `dev`, `prod` and `arm64`."""
    return Path(os.environ["PACKAGES"])
