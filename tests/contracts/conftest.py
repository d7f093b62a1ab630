"""The stores under test, memory, dynoxide, ministack and moto: an empty one for every test."""

import secrets
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import replace
from functools import cache

import pytest
from moto import mock_aws

from infra.local.store import store as local_store
from infra.tables import create_tables
from tests.adapters.credentials import AWS_OF_NOBODY
from tests.contracts.stores import (
    SERVERS,
    DynamoStore,
    MemoryStore,
    Race,
    Store,
    race_of_processes,
    race_of_threads,
)
from tests.contracts.wire import Wire


@pytest.fixture(scope="session")
def aws_environment() -> Iterator[None]:
    """No real credentials, no proxies, no look for a machine's role."""
    with pytest.MonkeyPatch.context() as patch:
        for name, value in AWS_OF_NOBODY.items():
            patch.setenv(name, value)
        yield


@pytest.fixture(scope="session")
def endpoint(aws_environment: None) -> Iterator[Callable[[str], str]]:
    """Where a kind of server answers, which starts when it is first asked for."""
    with ExitStack() as running:
        yield cache(lambda kind: running.enter_context(local_store(kind)))


@pytest.fixture
def opened(endpoint: Callable[[str], str]) -> Iterator[Callable[[str], Store]]:
    """Makes an empty store of a kind."""
    with ExitStack() as open_:

        def empty(kind: str) -> Store:
            if kind == "memory":
                return MemoryStore()
            if kind == "moto":
                open_.enter_context(mock_aws())
            table = DynamoStore(f"rooms-{secrets.token_hex(6)}", None if kind == "moto" else endpoint(kind))
            create_tables(table.client, table.name)
            return table

        yield empty


@pytest.fixture(params=["memory", *SERVERS, "moto"])
def store(request: pytest.FixtureRequest, opened: Callable[[str], Store]) -> Store:
    """Any store."""
    return opened(request.param)


@pytest.fixture(params=[*SERVERS, "moto"])
def table(request: pytest.FixtureRequest, opened: Callable[[str], Store]) -> Store:
    """A store that has items to look at."""
    return opened(request.param)


@pytest.fixture(params=SERVERS)
def server(request: pytest.FixtureRequest, opened: Callable[[str], Store]) -> Store:
    """A store behind a wire on which answers get lost."""
    return opened(request.param)


@pytest.fixture(params=["memory", *SERVERS])
def contested(request: pytest.FixtureRequest, opened: Callable[[str], Store]) -> Store:
    """A store that keeps its promises in a race; moto is for one caller at a time."""
    return opened(request.param)


@pytest.fixture(scope="session")
def wire_to(aws_environment: None) -> Callable[[str | None], Wire]:
    """The wire to an endpoint; its client takes a while to make."""
    return cache(Wire)


@pytest.fixture
def wire(server: DynamoStore, wire_to: Callable[[str | None], Wire]) -> Wire:
    """The wire to that server, on which nothing was sent yet."""
    wire = wire_to(server.endpoint)
    wire.rest()
    return wire


@pytest.fixture
def wired(server: DynamoStore, wire: Wire) -> DynamoStore:
    """The server as it is seen through the wire; seen as `server`, nothing is watched or goes wrong."""
    return replace(server, own_client=wire.client)


@pytest.fixture(scope="session")
def processes(aws_environment: None) -> Iterator[Race]:
    """The racers, who start once for all races."""
    with race_of_processes() as race:
        yield race


@pytest.fixture
def race(contested: Store, request: pytest.FixtureRequest) -> Iterator[Race]:
    """Side by side: in processes where the store is a server, in threads where it is our own memory."""
    if isinstance(contested, DynamoStore):
        yield request.getfixturevalue("processes")
    else:
        with race_of_threads() as threads:
            yield threads
