"""An evening of `espia`, played through the deployed functions on a local store, everything counted.

Six friends play six rounds of eight minutes, each on a phone with a socket: they look at their cards, pass
the turn every half minute, vote once, and point when time is up. Time is in the script's hands and the dice
always fall the same, so the same is counted each time.
"""

import json
import logging
import math
import os
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, Final

from app import app
from chalicelib.adapters import aws
from chalicelib.adapters.alarms import Wakeup, delay_s
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
from chalicelib.adapters.memory import HandClock, Memory, MemoryPost, SeededEntropy
from chalicelib.adapters.telemetry import LogTelemetry
from chalicelib.api.language import explain
from chalicelib.api.server import serve_with
from chalicelib.bootstrap import Outside, Server, Settings
from chalicelib.decks.library import Library
from chalicelib.games.registry import RULESETS
from chalicelib.rooms.ports import Telemetry
from infra.local.functions import Context
from infra.local.rest import Routes
from infra.local.store import store
from infra.tables import ROOMS_TABLE, create_tables

Json = dict[str, Any]

NAMES: Final = ("Ana", "Bea", "Eva", "Leo", "Sol", "Max")
ROUNDS: Final = 6
MESSAGE_BYTES: Final = 32 * 1024
SECOND, MINUTE = 1_000, 60_000

SETTINGS: Final = Settings(
    table=ROOMS_TABLE,
    alarm_queue_url="",
    token_secret="a secret of the bench",
    open_tenant="demo",
    open_plan="free",
    ws_url="wss://sockets.example/prod",
    ws_endpoint="",
    join_url="https://play.example/{code}",
    asset_base="https://pictures.example",
    time_scale=1,
    stack="tapadillo-prod",
)


@dataclass(slots=True)
class Counted:
    """What was asked of AWS: calls and units by their names, and the metrics that there are."""

    of: Counter[str] = field(default_factory=Counter)
    metrics: set[str] = field(default_factory=set)

    def function(self, name: str) -> None:
        """A function was called."""
        self.of["calls"] += 1
        self.of[f"calls of {name}"] += 1


class Sockets:
    """The gateway's end of all sockets: keeps of each the last view."""

    def __init__(self, counted: Counted, telemetry: Telemetry) -> None:
        self._counted, self._telemetry = counted, telemetry
        self.views: dict[str, Json] = {}

    def send(self, messages: Iterable[tuple[str, bytes]]) -> list[str]:
        """Count a message for each 32 KB."""
        messages = list(messages)
        self._telemetry.pushed(len({connection for connection, _ in messages}), 0, 0)
        for connection, data in messages:
            self._counted.of["pushes"] += math.ceil(len(data) / MESSAGE_BYTES)
            self._counted.of["bytes out"] += len(data)
            view = json.loads(data).get("view")
            if view is not None:
                self.views[connection] = view
        return []

    def close(self, connections: Iterable[str]) -> None:
        """Nobody leaves."""


class Alarms:
    """The queue: each message is sent, received and deleted."""

    def __init__(self, counted: Counted) -> None:
        self._counted = counted
        self.waiting: list[tuple[int, Wakeup]] = []

    def arm(self, code: str, due_at: int, now: int) -> None:
        """Keep it until its delay is over."""
        self._counted.of["queue requests"] += 3
        self.waiting.append((now + delay_s(due_at, now) * SECOND, Wakeup("demo", code, due_at, now)))


class Lines(logging.Handler):
    """Counts the bytes of the log as if every request took 10.0 ms, and keeps which metrics there are."""

    def __init__(self, counted: Counted) -> None:
        super().__init__()
        self._counted = counted

    def emit(self, record: logging.LogRecord) -> None:
        """Count one line."""
        line = json.loads(record.getMessage())
        if "ms" in line:
            line["ms"] = 10.0
        self._counted.of["bytes of logs"] += len(json.dumps(line)) + len("\n")
        for directive in line.get("_aws", {}).get("CloudWatchMetrics", ()):
            values = [line[name] for name in directive["Dimensions"][0]]
            self._counted.metrics |= {f"{each['Name']} {values}" for each in directive["Metrics"]}


@dataclass(slots=True)
class Phone:
    """A seat with its token and its socket."""

    evening: "Evening"
    player: str
    token: str
    code: str
    socket: str

    @property
    def view(self) -> Json:
        """The last view that came."""
        return self.evening.sockets.views[self.socket]

    def says(self, message: Json) -> None:
        """Send something over the socket."""
        self.evening.message(self.socket, message)

    def acts(self, kind: str, **fields: Any) -> None:
        """Do something, over REST or over the socket."""
        action = {"type": kind, "phase_seq": self.view["phase_seq"], **fields}
        if self.evening.by_socket:
            self.says({"type": "act", "id": "1", "action": action})
        else:
            self.evening.rest("POST", f"/v1/rooms/{self.code}/actions", action, self.token)

    def allowed(self, kind: str) -> Json:
        """What the view says of an action; raises StopIteration for one that it does not offer."""
        found: Json = next(entry for entry in self.view["actions"] if entry["type"] == kind)
        return found


class Evening:
    """The six, and what they ask of the service; they act over their sockets or over REST."""

    def __init__(self, counted: Counted, clock: HandClock, sockets: Sockets, alarms: Alarms, by_socket: bool):
        self.counted, self.clock, self.sockets, self.alarms = counted, clock, sockets, alarms
        self.by_socket = by_socket
        self._routes = Routes(app.routes)
        self._next_ping = self.clock.now() + MINUTE
        self._phones: list[Phone] = []

    def play(self) -> None:
        """From the first request to the last reveal."""
        host = self.rest("POST", "/v1/rooms", {"game": "espia", "nickname": NAMES[0]})
        code = host["view"]["room"]["code"]
        entered = [
            host,
            *(self.rest("POST", f"/v1/rooms/{code}/players", {"nickname": name}) for name in NAMES[1:]),
        ]
        for n, seat in enumerate(entered):
            phone = Phone(self, seat["player"], seat["token"], code, f"Lq3xFe{n}sIAMCJ_g=")
            self._socket("connect", phone.socket, "CONNECT", "$connect")
            phone.says({"type": "hello", "room": code, "token": phone.token})
            self._phones.append(phone)
        for _ in range(ROUNDS):
            self._round()
        for phone in self._phones:
            self._socket("disconnect", phone.socket, "DISCONNECT", "$disconnect")

    def _round(self) -> None:
        host, *others = self._phones
        host.acts("deal")
        for phone in self._phones:
            phone.acts("seen")
        host.acts("start")
        for half_minute in range(15):
            asker = next(p for p in self._phones if p.player == host.view["round"]["asker"])
            asker.acts("pass_turn", answered_by=asker.allowed("pass_turn")["answered_by"][0])
            self._pass(30 * SECOND)
            if half_minute == 8:
                others[0].acts("accuse", suspect=others[1].player)
                for voter in (host, *others[2:]):
                    if any(entry["type"] == "vote" for entry in voter.view["actions"]):
                        voter.acts("vote", guilty=voter is host)
        self._pass(31 * SECOND)
        for phone in self._phones:
            phone.acts("point", suspect=phone.allowed("point")["suspect"][0])
        spy = next((p for p in self._phones if "guess" in {e["type"] for e in p.view["actions"]}), None)
        if spy is not None:
            spy.acts("guess", place=spy.view["candidates"][0])
        if host.view["room"]["phase"] != "round_over":
            raise RuntimeError("the round did not end")
        self._pass(MINUTE)

    def _pass(self, duration_ms: int) -> None:
        """Time passes: phones ping every minute, alarms go off when their message is delivered."""
        ends = self.clock.now() + duration_ms
        while True:
            at = min([self._next_ping, *(at for at, _ in self.alarms.waiting)])
            if at > ends:
                break
            self.clock.at = max(self.clock.at, at)
            if at == self._next_ping:
                self._next_ping += MINUTE
                self.counted.of["socket minutes"] += len(self._phones)
                for phone in self._phones:
                    phone.says({"type": "ping"})
            else:
                due = min(self.alarms.waiting, key=lambda waiting: waiting[0])
                self.alarms.waiting.remove(due)
                self._ring(due[1])
        self.clock.at = ends

    def _ring(self, wakeup: Wakeup) -> None:
        body = {"tenant": "demo", "code": wakeup.code, "due_at": wakeup.due_at, "sent_at": wakeup.sent_at}
        record = {
            "messageId": "0" * 36,
            "body": json.dumps(body),
            "eventSource": "aws:sqs",
            "attributes": {"ApproximateReceiveCount": "1"},
        }
        self.counted.function("alarms")
        app.handler_map["alarms"]({"Records": [record]}, Context("alarms", 60))

    def rest(self, method: str, path: str, body: Json, token: str | None = None) -> Json:
        """A request that must succeed; its answer."""
        found = self._routes.find(path)
        assert found is not None
        resource, parameters = found
        headers = {"Content-Type": "application/json"}
        if token is not None:
            headers["Authorization"] = f"Bearer {token}"
        self.counted.function("api_handler")
        self.counted.of["rest"] += 1
        answer = app(
            {
                "resource": resource,
                "path": path,
                "httpMethod": method,
                "headers": headers,
                "multiValueHeaders": {name: [value] for name, value in headers.items()},
                "multiValueQueryStringParameters": None,
                "pathParameters": parameters or None,
                "stageVariables": None,
                "requestContext": {"resourcePath": resource, "httpMethod": method, "requestId": "0" * 36},
                "body": json.dumps(body),
                "isBase64Encoded": False,
            },
            Context("api_handler", 28),
        )
        if answer["statusCode"] >= 400:
            raise RuntimeError(answer["body"])
        self.counted.of["bytes out"] += len(answer["body"].encode())
        view: Json = json.loads(answer["body"])
        return view

    def message(self, connection: str, message: Json) -> None:
        """A message over a socket."""
        self.counted.of["messages in"] += 1
        self._socket("message", connection, "MESSAGE", "$default", json.dumps(message))

    def _socket(self, function: str, connection: str, kind: str, route: str, body: str | None = None) -> None:
        self.counted.function(f"websocket_{function}")
        context = {
            "routeKey": route,
            "eventType": kind,
            "connectionId": connection,
            "connectedAt": self.clock.now(),
            "requestId": "0" * 16,
            "domainName": "sockets.example",
            "stage": "prod",
            "apiId": "sockets",
        }
        event = {"requestContext": context, "headers": {}, "body": body, "isBase64Encoded": False}
        app.handler_map[function](event, Context(function, 28))


@contextmanager
def counting(counted: Counted) -> Iterator[tuple[HandClock, Sockets, Alarms]]:
    """The service on a local store; all that it asks of store, sockets, queue and log is counted."""
    telemetry = LogTelemetry(SETTINGS.stack)
    clock, sockets, alarms, lines = HandClock(), Sockets(counted, telemetry), Alarms(counted), Lines(counted)
    log = logging.getLogger("tapadillo")
    for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_DEFAULT_REGION"):
        os.environ.setdefault(name, "local-1")
    with store("dynoxide") as endpoint:
        client = aws.dynamodb(endpoint)
        create_tables(client)
        client.meta.events.register("before-parameter-build.dynamodb", _asking)
        client.meta.events.register("after-call.dynamodb", partial(_weighing, counted))
        outside = Outside(
            library=Library(asset_base=SETTINGS.asset_base),
            clock=clock,
            entropy=SeededEntropy(),
            push=sockets,
            connections=DynamoConnections(ROOMS_TABLE, client),
            due_rooms=DynamoDueRooms(ROOMS_TABLE, client).due_rooms,
            rooms=partial(DynamoRooms, ROOMS_TABLE, client=client, codec=Codec(RULESETS)),
            register=partial(DynamoRegister, ROOMS_TABLE, client=client),
            archive=partial(DynamoArchive, ROOMS_TABLE, client=client, codec=Codec(RULESETS)),
            usage=partial(DynamoUsage, ROOMS_TABLE, client=client),
            talk=partial(DynamoTalk, ROOMS_TABLE, client=client),
            own_decks=partial(DynamoShelf, ROOMS_TABLE, client=client),
            alarm=lambda tenant: alarms,
            tenants=DynamoTenants(ROOMS_TABLE, client),
            buckets=partial(DynamoBuckets, ROOMS_TABLE, client=client),
            post=lambda tenant: replace(
                MemoryPost(Memory()).of(tenant), store=DynamoWebhooks(ROOMS_TABLE, tenant, client)
            ),
            telemetry=telemetry,
        )
        serve_with(Server(SETTINGS, outside, explain))
        log.addHandler(lines)
        try:
            yield clock, sockets, alarms
        finally:
            log.removeHandler(lines)
            serve_with(None)


def evening(by_socket: bool) -> Counted:
    """What one evening asks of AWS."""
    counted = Counted()
    with counting(counted) as (clock, sockets, alarms):
        Evening(counted, clock, sockets, alarms, by_socket).play()
    return counted


def a_sweep() -> Counted:
    """What the look for overdue rooms asks of AWS each minute, when there are none."""
    counted = Counted()
    with counting(counted):
        counted.function("sweep")
        app.handler_map["sweep"](dict.fromkeys(_TICK, ""), Context("sweep", 55))
    return counted


_TICK: Final = ("version", "account", "region", "detail", "detail-type", "source", "time", "id", "resources")


def _asking(params: Json, **_: Any) -> None:
    params["ReturnConsumedCapacity"] = "TOTAL"


def _weighing(counted: Counted, parsed: Json, model: Any, **_: Any) -> None:
    consumed = parsed.get("ConsumedCapacity", [])
    is_read = model.name in ("GetItem", "Query")
    for each in consumed if isinstance(consumed, list) else [consumed]:
        counted.of["half reads" if is_read else "writes"] += round(
            each["CapacityUnits"] * (2 if is_read else 1)
        )
