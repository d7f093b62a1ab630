"""From the environment to the object graph, once per cold start."""

import os
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache, partial

from chalicelib.adapters import aws
from chalicelib.adapters.alarms import SqsAlarm, Wakeup
from chalicelib.adapters.codec import Codec
from chalicelib.adapters.dynamodb import DynamoConnections, DynamoDueRooms, DynamoRooms, DynamoTalk
from chalicelib.adapters.presenter import LibraryPresenter
from chalicelib.adapters.push import GatewayPush
from chalicelib.adapters.system import SystemClock, SystemEntropy
from chalicelib.adapters.telemetry import LogTelemetry
from chalicelib.core.reason import Refusal
from chalicelib.decks.library import Library
from chalicelib.games.registry import RULESETS
from chalicelib.rooms.house import House
from chalicelib.rooms.ports import (
    Alarm,
    Clock,
    Connections,
    Entropy,
    Push,
    RoomStore,
    Rulesets,
    Talk,
    Telemetry,
)
from chalicelib.rooms.tokens import Tokens

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

    @classmethod
    def read(cls, environment: Mapping[str, str]) -> "Settings":
        """Read the environment; raises `KeyError` and `ValueError` for what cannot be run with."""
        time_scale = int(environment.get("TIME_SCALE") or "1")
        if time_scale < 1:
            raise ValueError("TIME_SCALE must be a whole number from 1")
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
            stack=environment.get("STACK") or None,
        )


@dataclass(frozen=True, slots=True)
class Outside:
    """What lies outside the process; `rooms`, `talk` and `alarm` are made for a tenant.

    `checks` are what must work for a room to be played; each raises if it does not.
    """

    library: Library
    clock: Clock
    entropy: Entropy
    push: Push
    connections: Connections
    due_rooms: Callable[[int, int], Iterable[Wakeup]]
    rooms: Callable[[str], RoomStore]
    talk: Callable[[str], Talk]
    alarm: Callable[[str], Alarm]
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
        self.presenter = LibraryPresenter(RULESETS, outside.library, settings.join_url, explain)
        self.house = lru_cache(HOUSES)(self._house)

    def tenant_of_key(self, key: str | None) -> str | None:
        """Whose rooms a request without a seat is about: the open tenant's, where the service has one."""
        return self.settings.open_tenant if key is None else None

    def _house(self, tenant: str) -> House:
        return House(
            tenant=tenant,
            rulesets=self.rulesets,
            decks=self.library,
            store=self.outside.rooms(tenant),
            talk=self.outside.talk(tenant),
            connections=self.outside.connections,
            push=self.outside.push,
            alarm=self.outside.alarm(tenant),
            clock=self.outside.clock,
            entropy=self.outside.entropy,
            presenter=self.presenter,
            tokens=Tokens(self.settings.token_secret.encode()),
            time_scale=self.settings.time_scale,
            telemetry=self.outside.telemetry,
        )


def build(explain: Explain) -> Server:
    """The server of this process's environment; its clients connect when they are first used."""
    settings = Settings.read(os.environ)
    dynamodb, sqs = aws.dynamodb(), aws.sqs()
    telemetry = LogTelemetry(settings.stack)
    library = Library(asset_base=settings.asset_base)
    connections = DynamoConnections(settings.table, dynamodb)
    outside = Outside(
        library=library,
        clock=SystemClock(),
        entropy=SystemEntropy(),
        push=GatewayPush(aws.sockets(settings.ws_endpoint), telemetry=telemetry),
        connections=connections,
        due_rooms=DynamoDueRooms(settings.table, dynamodb).due_rooms,
        rooms=partial(DynamoRooms, settings.table, client=dynamodb, codec=Codec(RULESETS)),
        talk=partial(DynamoTalk, settings.table, client=dynamodb),
        alarm=partial(SqsAlarm, settings.alarm_queue_url, client=sqs),
        telemetry=telemetry,
        checks={
            "table": partial(connections.get, "nobody"),
            "queue": partial(sqs.get_queue_url, QueueName=settings.alarm_queue_url.rpartition("/")[2]),
            "decks": library.list,
        },
    )
    return Server(settings, outside, explain)
