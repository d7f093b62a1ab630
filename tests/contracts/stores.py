"""The stores that must keep the same promises, and how a race is run in each."""

from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from multiprocessing import get_context
from threading import Barrier
from typing import Any, Protocol

from types_boto3_dynamodb import DynamoDBClient

from chalicelib.adapters import aws
from chalicelib.adapters.codec import Codec
from chalicelib.adapters.dynamodb import (
    DynamoArchive,
    DynamoBuckets,
    DynamoConnections,
    DynamoDueRooms,
    DynamoRegister,
    DynamoRooms,
    DynamoShelf,
    DynamoTalk,
    DynamoTenants,
    DynamoUsage,
    DynamoWebhooks,
)
from chalicelib.adapters.memory import (
    Memory,
    MemoryArchive,
    MemoryBuckets,
    MemoryConnections,
    MemoryDueRooms,
    MemoryRegister,
    MemoryRooms,
    MemoryShelf,
    MemoryTalk,
    MemoryTenants,
    MemoryUsage,
    MemoryWebhooks,
)
from chalicelib.decks.own.shelf import Shelf
from chalicelib.games.registry import RULESETS
from chalicelib.rooms.ports import Archive, Connections, Register, RoomStore, Talk, UsageBook
from chalicelib.tenants.ports import Buckets, TenantStore, WebhookStore
from infra.local.store import default_kind

SERVERS = ["dynoxide", "ministack"] if default_kind() == "dynoxide" else ["ministack"]
"""Stores in processes of their own, in which races can be run; dynoxide has no binary for other machines."""
RACERS = 4

CODEC = Codec(RULESETS)


class Store(Protocol):
    """An empty store."""

    def rooms(self, tenant: str = "demo") -> RoomStore: ...
    def register(self, tenant: str = "demo") -> Register: ...
    def archive(self, tenant: str = "demo") -> Archive: ...
    def usage(self, tenant: str = "demo") -> UsageBook: ...
    def talk(self, tenant: str = "demo") -> Talk: ...
    def connections(self) -> Connections: ...
    def due_rooms(self) -> Any: ...
    def tenants(self) -> TenantStore: ...
    def buckets(self, tenant: str = "demo") -> Buckets: ...
    def shelf(self, tenant: str = "demo") -> Shelf: ...
    def webhooks(self, tenant: str = "demo") -> WebhookStore: ...


@dataclass(frozen=True)
class MemoryStore:
    """The twin in memory."""

    memory: Memory = field(default_factory=Memory)

    def rooms(self, tenant: str = "demo") -> RoomStore:
        return MemoryRooms(self.memory, tenant, CODEC)

    def register(self, tenant: str = "demo") -> Register:
        return MemoryRegister(self.memory, tenant)

    def archive(self, tenant: str = "demo") -> Archive:
        return MemoryArchive(self.memory, tenant, CODEC)

    def usage(self, tenant: str = "demo") -> UsageBook:
        return MemoryUsage(self.memory, tenant)

    def talk(self, tenant: str = "demo") -> Talk:
        return MemoryTalk(self.memory, tenant)

    def connections(self) -> Connections:
        return MemoryConnections(self.memory)

    def due_rooms(self) -> MemoryDueRooms:
        return MemoryDueRooms(self.memory)

    def tenants(self) -> TenantStore:
        return MemoryTenants(self.memory)

    def buckets(self, tenant: str = "demo") -> Buckets:
        return MemoryBuckets(self.memory, tenant)

    def shelf(self, tenant: str = "demo") -> Shelf:
        return MemoryShelf(self.memory, tenant)

    def webhooks(self, tenant: str = "demo") -> WebhookStore:
        return MemoryWebhooks(self.memory, tenant)


@dataclass(frozen=True)
class DynamoStore:
    """A table at an endpoint (None: wherever clients go), described so that another process can open it."""

    name: str
    endpoint: str | None = None
    own_client: DynamoDBClient | None = None

    @property
    def client(self) -> DynamoDBClient:
        return self.own_client or client(self.endpoint)

    def rooms(self, tenant: str = "demo") -> RoomStore:
        return DynamoRooms(self.name, tenant, self.client, CODEC)

    def register(self, tenant: str = "demo") -> Register:
        return DynamoRegister(self.name, tenant, self.client)

    def archive(self, tenant: str = "demo") -> Archive:
        return DynamoArchive(self.name, tenant, self.client, CODEC)

    def usage(self, tenant: str = "demo") -> UsageBook:
        return DynamoUsage(self.name, tenant, self.client)

    def talk(self, tenant: str = "demo") -> Talk:
        return DynamoTalk(self.name, tenant, self.client)

    def connections(self) -> Connections:
        return DynamoConnections(self.name, self.client)

    def due_rooms(self) -> DynamoDueRooms:
        return DynamoDueRooms(self.name, self.client)

    def tenants(self) -> TenantStore:
        return DynamoTenants(self.name, self.client)

    def buckets(self, tenant: str = "demo") -> Buckets:
        return DynamoBuckets(self.name, tenant, self.client)

    def shelf(self, tenant: str = "demo") -> Shelf:
        return DynamoShelf(self.name, tenant, self.client)

    def webhooks(self, tenant: str = "demo") -> WebhookStore:
        return DynamoWebhooks(self.name, tenant, self.client)

    def items(self) -> list[dict[str, Any]]:
        """Everything in the table, as it is stored."""
        return self.client.scan(TableName=self.name, ConsistentRead=True)["Items"]


@cache
def client(endpoint: str | None) -> DynamoDBClient:
    return aws.dynamodb(endpoint)


class Race:
    """Runs a function of (store, number of the racer) side by side, all starting at the same moment."""

    def __init__(self, pool: Executor, barrier: Any = None) -> None:
        self._pool, self._barrier = pool, barrier

    def __call__(self, run: Callable[[Any, int], Any], store: Store) -> list[Any]:
        running = [self._pool.submit(_start, self._barrier, run, store, n) for n in range(RACERS)]
        return [racer.result(60) for racer in running]


@contextmanager
def race_of_threads() -> Iterator[Race]:
    """For what lives in this process."""
    with ThreadPoolExecutor(RACERS) as pool:
        yield Race(pool, Barrier(RACERS))


@contextmanager
def race_of_processes() -> Iterator[Race]:
    """For stores that are servers: processes of the operating system, each with a client of its own."""
    context = get_context("spawn")
    barrier = context.Barrier(RACERS)
    with ProcessPoolExecutor(RACERS, context, initializer=_remember, initargs=(barrier,)) as pool:
        yield Race(pool)


_inherited: Any = None


def _remember(barrier: Any) -> None:
    """A barrier reaches another process only while that starts."""
    global _inherited
    _inherited = barrier


def _start(barrier: Any, run: Callable[[Any, int], Any], store: Store, number: int) -> Any:
    store.rooms().load("K7MPQ")
    (barrier or _inherited).wait(30)
    return run(store, number)
