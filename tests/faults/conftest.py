"""The running server that is abused, and people in another room of it who must notice nothing."""

from collections.abc import Iterator

import pytest

from infra.local.child import running
from infra.phone import Service
from tests.faults.innocent import Innocent


@pytest.fixture(scope="session")
def address() -> Iterator[str]:
    """One server for all abuse."""
    with running(TIME_SCALE="60", DATA="", CHAOS="") as address:
        yield address


@pytest.fixture
def service(address: str) -> Iterator[Service]:
    """The server, and the phones that it is abused with."""
    with Service(address) as service:
        yield service


@pytest.fixture(scope="session")
def _innocent(address: str) -> Iterator[Innocent]:
    with Service(address) as service:
        yield Innocent(service)


@pytest.fixture
def innocent(_innocent: Innocent) -> Iterator[Innocent]:
    """The others, who go on after the abuse too."""
    yield _innocent
    _innocent.go_on()
