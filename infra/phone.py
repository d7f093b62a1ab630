"""A phone at the table: one seat over the public API, by HTTP and WebSocket, as a frontend holds it.

with Service("http://127.0.0.1:8000") as service:
    ana = service.open_room("Ana").connect()
    leo = service.join(ana.code, "Leo").connect()
"""

import json
import time
from collections.abc import Callable
from contextlib import AbstractContextManager, ExitStack
from typing import Any, Final, Self

import httpx
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

Json = dict[str, Any]

PATIENCE_S: Final = 20.0
"""How long a phone waits for what should come at once."""
ANY_TIME: Final = {"leave", "tick", "seen", "cross_out", "claim_host", "make_host", "remove"}
"""Actions that are about no phase, and carry no `phase_seq`."""


class Refused(Exception):
    """The service said no; `problem` says why."""

    def __init__(self, problem: Json) -> None:
        super().__init__(problem["code"])
        self.problem = problem
        self.code: str = problem["code"]


class Service:
    """The public API at one address, and the phones that it is used from."""

    def __init__(self, base_url: str, api_key: str | None = None) -> None:
        self.http = httpx.Client(
            base_url=base_url, headers={"X-Api-Key": api_key} if api_key else {}, timeout=PATIENCE_S
        )
        self._phones: list[Phone] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.hang_up()
        self.http.close()

    def open_room(self, nickname: str, game: str = "espia", **more: Any) -> "Phone":
        """Make a room, with its host's phone."""
        return self.enter("/v1/rooms", {"game": game, "nickname": nickname, **more})

    def join(self, code: str, nickname: str) -> "Phone":
        """Take a seat in a room."""
        return self.enter(f"/v1/rooms/{code}/players", {"nickname": nickname})

    def enter(self, path: str, body: Json, **headers: str) -> "Phone":
        """Get a seat by whatever request."""
        answer = self.http.post(path, json=body, headers=headers)
        entered = self.checked(answer)
        phone = self.phone(entered["token"], entered["ws_url"], entered["view"])
        phone.heard.append(answer.text)
        return phone

    def phone(self, token: str, ws_url: str, view: Json) -> "Phone":
        """A phone that has the token of a seat."""
        phone = Phone(self, token, ws_url, view)
        self._phones.append(phone)
        return phone

    def hang_up(self) -> None:
        """Close the sockets of all phones."""
        for phone in self._phones:
            phone.hang_up()
        self._phones.clear()

    @staticmethod
    def checked(answer: httpx.Response) -> Json:
        """The body of an answer; raises `Refused` for a problem."""
        body: Json = answer.json()
        if answer.is_error:
            raise Refused(body)
        return body


class Phone:
    """One device of one seat: its token, the newest view it got, and all that it ever heard."""

    def __init__(self, service: Service, token: str, ws_url: str, view: Json) -> None:
        self.token = token
        self.ws_url = ws_url
        self.view = view
        self.heard: list[str] = []
        self.socket: ClientConnection | None = None
        self._service = service
        self._line = ExitStack()
        self._sent = 0

    @property
    def player(self) -> str:
        """Whose phone it is."""
        return str(self.view["me"]["player"])

    @property
    def nickname(self) -> str:
        """What the others call them."""
        return next(str(p["nickname"]) for p in self.view["room"]["players"] if p["id"] == self.player)

    @property
    def code(self) -> str:
        """The room's code."""
        return str(self.view["room"]["code"])

    @property
    def phase(self) -> str:
        """Where the game is, as far as this phone knows."""
        return str(self.view["room"]["phase"])

    @property
    def card(self) -> Json | None:
        """The secret card."""
        card: Json | None = self.view["me"]["card"]
        return card

    def may(self, kind: str) -> Json | None:
        """The entry of `actions` of that type."""
        return next((entry for entry in self.view["actions"] if entry["type"] == kind), None)

    def another(self) -> "Phone":
        """A second device with the same token."""
        return self._service.phone(self.token, self.ws_url, self.view)

    # Over HTTP

    def request(self, method: str, path: str = "", **more: Any) -> httpx.Response:
        """A request about the room, with the seat's token."""
        headers = {"Authorization": f"Bearer {self.token}", **more.pop("headers", {})}
        answer = self._service.http.request(method, f"/v1/rooms/{self.code}{path}", headers=headers, **more)
        self.heard.append(answer.text)
        return answer

    def look(self) -> Json:
        """Ask for the view."""
        return self._take(Service.checked(self.request("GET")))

    def post(self, kind: str, **fields: Any) -> Json:
        """Act over HTTP; raises `Refused`."""
        answer = self.request("POST", "/actions", json=self.action(kind, **fields))
        return self._take(Service.checked(answer)["view"])

    def action(self, kind: str, **fields: Any) -> Json:
        """An action as this phone would send it now."""
        about = {} if kind in ANY_TIME else {"phase_seq": self.view["phase_seq"]}
        return {"type": kind, **about, **fields}

    # Over the WebSocket

    def connect(self) -> Self:
        """Open a socket and say hello."""
        self.hang_up()
        self.socket = self._line.enter_context(open_socket(self.ws_url))
        self.say({"type": "hello", "room": self.code, "token": self.token})
        while (message := self.hear())["type"] != "welcome":
            if message["type"] == "refused":
                raise Refused(message["problem"])
        return self

    def hang_up(self) -> None:
        """Close the socket, if there is one."""
        self.socket = None
        self._line.close()

    def say(self, message: Json) -> None:
        """Send one message."""
        assert self.socket is not None
        self.socket.send(json.dumps(message))

    def hear(self, seconds: float = PATIENCE_S) -> Json:
        """The next message; raises TimeoutError, and ConnectionClosed after the last one."""
        assert self.socket is not None
        text = self.socket.recv(max(0.0, seconds))
        assert isinstance(text, str)
        self.heard.append(text)
        message: Json = json.loads(text)
        if "view" in message:
            self._take(message["view"])
        return message

    def tell(self, kind: str, **fields: Any) -> Json:
        """Act over the socket and wait for the answer; raises `Refused`."""
        self._sent += 1
        ours = f"m{self._sent}"
        self.say({"type": "act", "id": ours, "action": self.action(kind, **fields)})
        while (message := self.hear()).get("id") != ours:
            pass
        if message["type"] == "refused":
            raise Refused(message["problem"])
        return self.view

    def sync(self) -> Json:
        """Ask over the socket whether this is the newest view, and read on until it is."""
        self.say({"type": "ping"})
        while (message := self.hear())["type"] != "pong":
            pass
        return self.until(lambda view: view["version"] >= message["version"])

    def until(self, wanted: Callable[[Json], bool], seconds: float = PATIENCE_S) -> Json:
        """Read what comes in until the view is as wanted; asks nobody."""
        ends = time.monotonic() + seconds
        while not wanted(self.view):
            self.hear(ends - time.monotonic())
        return self.view

    def until_closed(self) -> list[Json]:
        """The last messages of a socket that the service closes."""
        last = []
        try:
            while True:
                last.append(self.hear())
        except ConnectionClosed:
            self.hang_up()
        return last

    # By whichever is open

    def act(self, kind: str, **fields: Any) -> Json:
        """Act over the socket if there is one, over HTTP otherwise; raises `Refused`."""
        return self.post(kind, **fields) if self.socket is None else self.tell(kind, **fields)

    def refusal(self, kind: str, **fields: Any) -> str | None:
        """The code with which an action is refused; None if it is not."""
        try:
            self.act(kind, **fields)
        except Refused as refused:
            return refused.code
        return None

    def _take(self, view: Json) -> Json:
        """Show a view unless a newer one is shown already."""
        if view["version"] >= self.view["version"]:
            self.view = view
        return view


def open_socket(url: str) -> AbstractContextManager[ClientConnection]:
    """A socket that nobody has said hello on, for a `with`; it never stops reading, as a phone does not."""
    return connect(url, open_timeout=PATIENCE_S, close_timeout=1, max_queue=None, proxy=None)


def seconds_left(view: Json) -> float:
    """Real seconds until the round's clock or its timer runs out."""
    round_ = view["round"]
    running = [at for at in (round_["clock"], round_["timer"]) if at and at["deadline"]]
    return float(min(at["remaining_ms"] for at in running) / 1000 / view["time_scale"])
