"""The service that the phones talk to: the one at BASE_URL, or one of our own, sixty times as fast."""

import os
from collections.abc import Callable, Iterator

import pytest

from infra.local.child import running
from infra.phone import Service
from tests.e2e.party import Party

Gather = Callable[..., Party]
NewService = Callable[[], Service]

UNHURRIED = {"minutes": 10, "vote_seconds": None, "guess_seconds": None}
"""Options with which nothing runs out in a test that does not wait for it."""


@pytest.fixture(scope="session")
def new_service() -> Iterator[NewService]:
    """For those whose phones outlive a test."""
    key = os.environ.get("API_KEY")
    if given := os.environ.get("BASE_URL"):
        yield lambda: Service(given, key)
    else:
        with running(TIME_SCALE="60", DATA="", CHAOS="") as address:
            yield lambda: Service(address, key)


@pytest.fixture(scope="session")
def _service(new_service: NewService) -> Iterator[Service]:
    with new_service() as service:
        yield service


@pytest.fixture
def service(_service: Service) -> Iterator[Service]:
    """The service; after each test all phones hang up."""
    yield _service
    _service.hang_up()


@pytest.fixture
def gather(service: Service) -> Gather:
    """So many friends in the lobby of their own room."""
    return lambda size, **options: Party(service, size, **{**UNHURRIED, **options}).connect()


@pytest.fixture
def playing(service: Service) -> Gather:
    """So many friends whose first round has just started."""
    return lambda size, **options: Party(service, size, **{**UNHURRIED, **options}).play().connect()
