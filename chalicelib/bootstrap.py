"""From the environment to the object graph, once per cold start."""

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache

from chalicelib.adapters import aws
from chalicelib.adapters.alarms import SqsAlarm
from chalicelib.adapters.codec import Codec
from chalicelib.adapters.dynamodb import DynamoConnections, DynamoDueRooms, DynamoRooms
from chalicelib.adapters.presenter import LibraryPresenter
from chalicelib.adapters.push import GatewayPush
from chalicelib.adapters.system import SystemClock, SystemEntropy
from chalicelib.core.reason import Refusal
from chalicelib.decks.library import Library
from chalicelib.games.registry import RULESETS
from chalicelib.rooms.house import House
from chalicelib.rooms.ports import Rulesets
from chalicelib.rooms.tokens import Tokens

Explain = Callable[[str, Refusal], str]


@dataclass(frozen=True, slots=True)
class Settings:
    """What the environment says; `time_scale` is how many times as fast as the real one the games' clock runs."""

    table: str
    alarm_queue_url: str
    token_secret: str = field(repr=False)
    open_tenant: str | None
    ws_url: str
    ws_endpoint: str
    join_url: str
    asset_base: str
    time_scale: int

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
        )


class Server:
    """Everything that outlives a request."""

    def __init__(self, settings: Settings, explain: Explain) -> None:
        """Build the graph; the clients connect when they are first used."""
        self.settings = settings
        self.rulesets: Rulesets = RULESETS
        self.library = Library(asset_base=settings.asset_base)
        self.presenter = LibraryPresenter(RULESETS, self.library, settings.join_url, explain)
        self.clock = SystemClock()
        self.push = GatewayPush(aws.sockets(settings.ws_endpoint))
        self._dynamodb, self._sqs = aws.dynamodb(), aws.sqs()
        self._codec = Codec(RULESETS)
        self.connections = DynamoConnections(settings.table, self._dynamodb)
        self.due_rooms = DynamoDueRooms(settings.table, self._dynamodb)
        self.house = cache(self._house)

    def tenant_of_key(self, key: str | None) -> str | None:
        """Whose rooms a request without a seat is about: the open tenant's, where the service has one."""
        return self.settings.open_tenant if key is None else None

    def _house(self, tenant: str) -> House:
        return House(
            tenant=tenant,
            rulesets=self.rulesets,
            decks=self.library,
            store=DynamoRooms(self.settings.table, tenant, self._dynamodb, self._codec),
            connections=self.connections,
            push=self.push,
            alarm=SqsAlarm(self.settings.alarm_queue_url, tenant, self._sqs),
            clock=self.clock,
            entropy=SystemEntropy(),
            presenter=self.presenter,
            tokens=Tokens(self.settings.token_secret.encode()),
            time_scale=self.settings.time_scale,
        )


def build(explain: Explain) -> Server:
    """The server of this process's environment."""
    return Server(Settings.read(os.environ), explain)
