"""The whole service in this process: events go in, what clients get comes out."""

import json
from dataclasses import dataclass, field
from typing import Any

from app import app
from infra.local.functions import one_request_per_thread
from tests.api import events
from tests.rooms.backstage import Backstage

Json = dict[str, Any]

one_request_per_thread(app)


class Context:
    """Of a call of a Lambda function."""

    function_name = "a test"
    memory_limit_in_mb = 1024
    invoked_function_arn = "arn"
    aws_request_id = "call"


@dataclass(frozen=True)
class Answer:
    """What a client gets."""

    status: int
    headers: dict[str, str]
    text: str

    @property
    def json(self) -> Json:
        found: Json = json.loads(self.text)
        return found

    @property
    def code(self) -> str:
        """Of a problem, which is well-formed."""
        document = self.json
        assert self.headers["content-type"] == "application/problem+json"
        assert document["status"] == self.status
        assert document["type"].endswith(":" + document["code"]) and document["title"] and document["detail"]
        assert isinstance(document["retryable"], bool)
        assert document["request_id"] == self.headers["x-request-id"] != ""
        return str(document["code"])

    @property
    def faults(self) -> list[tuple[str, str]]:
        """Where a problem is, and what."""
        assert all(fault["detail"] for fault in self.json["errors"])
        return [(fault["pointer"], fault["code"]) for fault in self.json["errors"]]

    @property
    def outcome(self) -> tuple[int, str]:
        return self.status, self.code


@dataclass
class Seat:
    """One player's way into the room; a `socket` once connected."""

    wire: "Wire"
    code: str
    player: str
    token: str
    socket: str = ""
    heard: int = 0

    @property
    def view(self) -> Json:
        return self.look().json

    def look(self, **headers: str) -> Answer:
        return self.wire.get(f"/v1/rooms/{self.code}", token=self.token, **headers)

    def post(self, type: str, **fields: Any) -> Answer:
        """Act exactly so."""
        return self.wire.post(f"/v1/rooms/{self.code}/actions", {"type": type, **fields}, token=self.token)

    def do(self, type: str, **fields: Any) -> Json:
        """Act in the phase that there is, and may."""
        done = self.post(type, phase_seq=self.view["phase_seq"], **fields)
        assert done.status == 200, done.text
        view: Json = done.json["view"]
        return view

    def connect(self, **headers: str) -> "Seat":
        self.socket = self.wire.open_socket(**headers)
        self.wire.send(self.socket, {"type": "hello", "room": self.code, "token": self.token})
        return self

    def says(self, message: Any) -> list[Json]:
        """Send something on the socket; what came back since."""
        self.hears()
        self.wire.send(self.socket, message)
        return self.hears()

    def acts(self, type: str, id: str = "1", **fields: Any) -> list[Json]:
        """Act over the socket in the phase that there is."""
        action = {"type": type, "phase_seq": self.view["phase_seq"], **fields}
        return self.says({"type": "act", "id": id, "action": action})

    def hears(self) -> list[Json]:
        """What came since it was last asked."""
        told = self.wire.backstage.told(self.socket)
        fresh, self.heard = told[self.heard :], len(told)
        return fresh


@dataclass
class Wire:
    """The service's ends."""

    backstage: Backstage
    opened_at: dict[str, int] = field(default_factory=dict)
    address: str = events.ADDRESS

    def call(self, method: str, target: str, body: Any = None, **headers: str) -> Answer:
        """Send a request; strings and bytes go as they are. A header's name is written with underscores."""
        text = body if body is None or isinstance(body, str | bytes) else json.dumps(body)
        lines = [(name.replace("_", "-"), value) for name, value in headers.items()]
        return self.send_event(events.rest(app.routes, method, target, text, lines, self.address))

    def send_event(self, event: Json) -> Answer:
        raw = json.loads(json.dumps(app(event, Context())))
        assert not raw.get("isBase64Encoded")
        pairs = {name.lower(): value for name, value in raw["headers"].items()}
        assert all(isinstance(value, str) for value in pairs.values())
        return Answer(raw["statusCode"], pairs, raw["body"])

    def get(self, target: str, token: str | None = None, **headers: str) -> Answer:
        return self.call("GET", target, None, **self._with(token, headers))

    def post(self, target: str, body: Any, token: str | None = None, **headers: str) -> Answer:
        named = {"content_type": "application/json", **headers}
        return self.call("POST", target, body, **self._with(token, named))

    @staticmethod
    def _with(token: str | None, headers: dict[str, str]) -> dict[str, str]:
        return headers if token is None else {"authorization": f"Bearer {token}", **headers}

    def open_room(self, nickname: str = "Ana", game: str = "espia", **body: Any) -> Seat:
        return self.seat(self.post("/v1/rooms", {"game": game, "nickname": nickname, **body}))

    def join(self, code: str, nickname: str) -> Seat:
        return self.seat(self.post(f"/v1/rooms/{code}/players", {"nickname": nickname}))

    def seat(self, entered: Answer) -> Seat:
        assert entered.status == 201, entered.text
        found = entered.json
        return Seat(self, found["view"]["room"]["code"], found["player"], found["token"])

    def party(self, size: int = 3, game: str = "espia", **options: Any) -> list[Seat]:
        """So many people in one lobby."""
        names = ("Ana", "Bea", "Eva", "Leo", "Sol", "Max", "Paz")
        host = self.open_room(names[0], game, options=options)
        return [host, *(self.join(host.code, name) for name in names[1:size])]

    def playing(self, size: int = 3, game: str = "espia", **options: Any) -> list[Seat]:
        """A round that has started."""
        seats = self.party(size, game, **options)
        seats[0].do("deal")
        for seat in seats:
            seat.do("seen")
        seats[0].do("start")
        return seats

    def open_socket(self, **headers: str) -> str:
        connection = f"socket-{len(self.opened_at) + 1}"
        self.opened_at[connection] = self.backstage.clock.now()
        event = events.socket("CONNECT", connection, None, self.opened_at[connection], **headers)
        assert self.function("connect", event) == {"statusCode": 200}
        return connection

    def send(self, connection: str, message: Any) -> None:
        """Send a message; strings go as they are."""
        body = message if isinstance(message, str) else json.dumps(message)
        event = events.socket("MESSAGE", connection, body, self.opened_at[connection])
        assert self.function("message", event) == {"statusCode": 200}

    def close(self, connection: str) -> None:
        assert self.function("disconnect", events.socket("DISCONNECT", connection)) == {"statusCode": 200}

    @staticmethod
    def function(name: str, event: Json) -> Any:
        """Call one of the functions that are not about REST."""
        return app.handler_map[name](event, Context())
