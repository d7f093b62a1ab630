"""From the environment to the object graph, once per cold start."""

import os
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache, partial

from chalicelib.adapters import aws
from chalicelib.adapters.alarms import SqsAlarm, Wakeup
from chalicelib.adapters.codec import Codec
from chalicelib.adapters.courier import SqsCourier
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
from chalicelib.adapters.presenter import LibraryPresenter
from chalicelib.adapters.push import GatewayPush
from chalicelib.adapters.system import SystemClock, SystemEntropy
from chalicelib.adapters.telemetry import LogTelemetry
from chalicelib.adapters.webhooks import HttpSender
from chalicelib.core.reason import Refusal
from chalicelib.decks.library import Library
from chalicelib.decks.own.shelf import Cache, Shelf, TenantLibrary
from chalicelib.games.registry import RULESETS
from chalicelib.rooms.announcing import Announcer
from chalicelib.rooms.house import House
from chalicelib.rooms.ports import (
    Alarm,
    Archive,
    Clock,
    Connections,
    Entropy,
    Push,
    Register,
    RoomStore,
    Rulesets,
    Talk,
    Telemetry,
    UsageBook,
)
from chalicelib.rooms.tokens import Tokens
from chalicelib.tenants.delivering import Post
from chalicelib.tenants.directory import Directory
from chalicelib.tenants.hasty import Hasty
from chalicelib.tenants.missed import Missed
from chalicelib.tenants.ports import Buckets, TenantStore
from chalicelib.tenants.tenant import Tenant

Explain = Callable[[str, Refusal], str]

HOUSES = 256
"""Tenants whose rooms stay built; a token may name any tenant, so there must be an end to it."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What the environment says; `time_scale`: how many times as fast as real time the games' clock runs.

    `stack` is the name by which the metrics of several services are told apart; without it none are kept.
    """

    table: str
    alarm_queue_url: str
    token_secret: str = field(repr=False)
    open_tenant: str | None
    ws_url: str
    ws_endpoint: str
    join_url: str
    asset_base: str
    time_scale: int
    stack: str | None = None
    open_plan: str = "free"
    webhook_queue_url: str = ""
    webhooks_local: bool = False

    @classmethod
    def read(cls, environment: Mapping[str, str]) -> "Settings":
        """Read the environment; raises `KeyError` and `ValueError` for what cannot be run with."""
        time_scale = int(environment.get("TIME_SCALE") or "1")
        if time_scale < 1:
            raise ValueError("TIME_SCALE must be a whole number from 1")
        stack, webhooks_local = environment.get("STACK") or None, environment.get("WEBHOOKS_LOCAL") == "1"
        if stack is not None and webhooks_local:
            raise ValueError("WEBHOOKS_LOCAL is for development: a stack must not call its own network")
        return cls(
            table=environment["ROOMS_TABLE"],
            alarm_queue_url=environment["ALARM_QUEUE_URL"],
            token_secret=environment["TOKEN_SECRET"],
            open_tenant=environment.get("OPEN_TENANT") or None,
            ws_url=environment["WS_URL"],
            ws_endpoint=environment["WS_ENDPOINT"],
            join_url=environment["JOIN_URL"],
            asset_base=environment["ASSET_BASE"],
            time_scale=time_scale,
            stack=stack,
            open_plan=environment.get("OPEN_PLAN") or "free",
            webhook_queue_url=environment["WEBHOOK_QUEUE_URL"],
            webhooks_local=webhooks_local,
        )


@dataclass(frozen=True, slots=True)
class Outside:
    """What lies outside the process; most of it is made for a tenant.

    `tenants` are their records, `buckets` what each of them may still ask for, `post` its webhooks.
    `checks` are what must work for a room to be played; each raises if it does not.
    """

    library: Library
    clock: Clock
    entropy: Entropy
    push: Push
    connections: Connections
    due_rooms: Callable[[int, int], Iterable[Wakeup]]
    rooms: Callable[[str], RoomStore]
    register: Callable[[str], Register]
    archive: Callable[[str], Archive]
    usage: Callable[[str], UsageBook]
    talk: Callable[[str], Talk]
    own_decks: Callable[[str], Shelf]
    alarm: Callable[[str], Alarm]
    tenants: TenantStore
    buckets: Callable[[str], Buckets]
    post: Callable[[str], Post]
    telemetry: Telemetry = Telemetry()
    checks: Mapping[str, Callable[[], object]] = field(default_factory=dict)


class Server:
    """Everything that outlives a request."""

    def __init__(self, settings: Settings, outside: Outside, explain: Explain) -> None:
        """Build what does not depend on a tenant; its rooms follow when the first request names it."""
        self.settings = settings
        self.outside = outside
        self.rulesets: Rulesets = RULESETS
        self.library = outside.library
        self._explain, self._cache = explain, Cache()
        self.decks = lru_cache(HOUSES)(self._decks)
        self.house = lru_cache(HOUSES)(self._house)
        self.announcer = lru_cache(HOUSES)(self._announcer)
        self.tenants = Directory(outside.tenants, _open_tenant(settings))
        self.hasty = Hasty()
        self.missed = Missed()

    def _house(self, tenant: str) -> House:
        decks = self.decks(tenant)
        return House(
            tenant=tenant,
            rulesets=self.rulesets,
            decks=decks,
            store=self.outside.rooms(tenant),
            register=self.outside.register(tenant),
            archive=self.outside.archive(tenant),
            talk=self.outside.talk(tenant),
            connections=self.outside.connections,
            push=self.outside.push,
            alarm=self.outside.alarm(tenant),
            clock=self.outside.clock,
            entropy=self.outside.entropy,
            presenter=LibraryPresenter(RULESETS, decks, self.settings.join_url, self._explain),
            tokens=Tokens(self.settings.token_secret.encode()),
            time_scale=self.settings.time_scale,
            telemetry=self.outside.telemetry,
            consumers=(self.outside.usage(tenant), self.announcer(tenant)),
        )

    def _decks(self, tenant: str) -> TenantLibrary:
        return TenantLibrary(tenant, self.library, self.outside.own_decks(tenant), self._cache)

    def _announcer(self, tenant: str) -> Announcer:
        post = self.outside.post(tenant)
        return Announcer(tenant, post.store, post.courier, self.outside.clock)


def _open_tenant(settings: Settings) -> Tenant | None:
    """The tenant that needs no key, as long as nobody has made a record of it."""
    if settings.open_tenant is None:
        return None
    return Tenant(settings.open_tenant, settings.open_plan, created_at=0)


def build(explain: Explain) -> Server:
    """The server of this process's environment; its clients connect when they are first used."""
    settings = Settings.read(os.environ)
    dynamodb, sqs = aws.dynamodb(), aws.sqs()
    telemetry = LogTelemetry(settings.stack)
    library, codec = Library(asset_base=settings.asset_base), Codec(RULESETS)
    connections = DynamoConnections(settings.table, dynamodb)
    sender = HttpSender(local=settings.webhooks_local)
    outside = Outside(
        library=library,
        clock=SystemClock(),
        entropy=SystemEntropy(),
        push=GatewayPush(aws.sockets(settings.ws_endpoint), telemetry=telemetry),
        connections=connections,
        due_rooms=DynamoDueRooms(settings.table, dynamodb).due_rooms,
        rooms=partial(DynamoRooms, settings.table, client=dynamodb, codec=codec),
        register=partial(DynamoRegister, settings.table, client=dynamodb),
        archive=partial(DynamoArchive, settings.table, client=dynamodb, codec=codec),
        usage=partial(DynamoUsage, settings.table, client=dynamodb),
        talk=partial(DynamoTalk, settings.table, client=dynamodb),
        own_decks=partial(DynamoShelf, settings.table, client=dynamodb),
        alarm=partial(SqsAlarm, settings.alarm_queue_url, client=sqs),
        tenants=DynamoTenants(settings.table, dynamodb),
        buckets=partial(DynamoBuckets, settings.table, client=dynamodb),
        post=lambda tenant: Post(
            DynamoWebhooks(settings.table, tenant, dynamodb),
            SqsCourier(settings.webhook_queue_url, tenant, sqs),
            sender,
        ),
        telemetry=telemetry,
        checks={
            "table": partial(connections.get, "nobody"),
            "queue": partial(sqs.get_queue_url, QueueName=settings.alarm_queue_url.rpartition("/")[2]),
            "decks": library.list,
        },
    )
    return Server(settings, outside, explain)
