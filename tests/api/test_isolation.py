"""Whatever a tenant asks about what another has, it gets the answer of a world without that other.

Two services are alike but for one tenant, which in the one has rooms, rounds, messages, sockets and keys, and
in the other was never there. All that it has is put into requests of somebody else, on every route.
"""

import base64
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app import app
from chalicelib.adapters import keys
from chalicelib.adapters.memory import SeededEntropy
from chalicelib.api import exporting
from chalicelib.api.server import serve_with
from chalicelib.rooms.wake import wake
from tests.api.owners import Owner
from tests.api.wire import Answer, Seat, Wire
from tests.decks.own import espia
from tests.rooms.backstage import Backstage

Json = dict[str, Any]

ROUTES = sorted(
    (method, path)
    for path, methods in app.routes.items()
    for method, entry in methods.items()
    if entry.view_name not in ("not_found", "method_not_allowed")
)
NAMELESS = {"x-request-id"}


@dataclass(frozen=True)
class Theirs:
    """Something that the other tenant has, by its place in the list."""

    number: int


THEIRS = st.integers(0, 40).map(Theirs)
WORDS = st.sampled_from(
    ["Sol", "espia", "impostor", "tick", "remove", "leave", "pk", "p2", "1", "", "2026-11-30"]
)
VALUES = st.one_of(THEIRS, THEIRS, WORDS, st.integers(-1, 9), st.booleans(), st.none())
MEMBERS = st.sampled_from(
    ["game", "nickname", "type", "player", "suspect", "text", "kind", "origins", "url", "deck", "confirm",
     "grace_seconds", "phase_seq", "action_id", "events", "cards", "title", "locale", "options"]
)  # fmt: skip
BODIES = st.one_of(
    st.none(),
    st.dictionaries(MEMBERS, st.one_of(VALUES, st.lists(VALUES, max_size=2)), max_size=4),
    st.builds(lambda name: {"game": "espia", "nickname": name}, st.one_of(THEIRS, st.just("Sol"))),
    st.builds(lambda deck: {"game": "espia", "nickname": "Sol", "deck": deck}, THEIRS),
    st.builds(lambda player: {"type": "remove", "player": player}, THEIRS),
    st.builds(lambda text: {"text": text}, THEIRS),
    st.just({"nickname": "Sol"}),
    st.just({"type": "tick"}),
)


@dataclass(frozen=True)
class Request:
    """Somebody asks for something; `Theirs` stand in it until it is sent."""

    method: str
    path: str
    parameters: tuple[Theirs, ...]
    query: dict[str, Any]
    credentials: str
    headers: dict[str, Any]
    body: Any


QUERIES = st.sampled_from(["after", "cursor", "from", "to", "status", "game", "dry_run"])
REQUESTS = st.builds(
    lambda route, *rest: Request(*route, *rest),
    st.sampled_from(ROUTES),
    st.tuples(THEIRS, THEIRS),
    st.dictionaries(QUERIES, VALUES, max_size=2),
    st.sampled_from(["pk", "sk", "sk", "seat", "none"]),
    st.dictionaries(st.sampled_from(["idempotency_key", "if_none_match"]), THEIRS, max_size=1),
    BODIES,
)
MESSAGES = st.fixed_dictionaries(
    {"type": st.sampled_from(["hello", "act", "say", "ping"])},
    optional={
        "id": VALUES,
        "room": THEIRS,
        "token": st.just("own"),
        "text": VALUES,
        "action": st.fixed_dictionaries(
            {"type": st.sampled_from(["tick", "remove", "make_host"]), "player": THEIRS}
        ),
    },
)


@dataclass(frozen=True)
class World:
    """A service with a tenant who asks, and perhaps another."""

    wire: Wire
    asking: Owner
    seat: Seat

    @classmethod
    def made(cls, backstage: Backstage) -> "World":
        serve_with(backstage.server)
        wire = Wire(backstage)
        asking = Owner.of(wire, "asking")
        seat = asking.opens("Ana").connect()
        asking.joins(seat.code, "Bea")
        return cls(wire, asking, seat)

    def answer(self, request: Any, number: int, theirs: list[str]) -> Any:
        """What comes back; dice fall alike in all worlds."""
        serve_with(self.wire.backstage.server)
        entropy = self.wire.backstage.server.outside.entropy
        assert isinstance(entropy, SeededEntropy)
        entropy.again(1000 + number)
        if isinstance(request, Request):
            return self._over_rest(request, theirs)
        message = _given(request, theirs)
        if message.get("token") == "own":
            message["token"] = self.seat.token
        return [_plain(heard) for heard in self.seat.says(message)]

    def _over_rest(self, request: Request, theirs: list[str]) -> Json:
        parameters = iter(_given(list(request.parameters), theirs))
        path = re.sub(r"{\w+}", lambda _: re.sub(r"[^\w.-]", "_", next(parameters)), request.path)
        query = "&".join(f"{name}={value}" for name, value in _given(request.query, theirs).items())
        body = _given(request.body, theirs)
        found = self.wire.call(
            request.method,
            f"{path}?{query}" if query else path,
            None if body is None else json.dumps(body),
            **{"content_type": "application/json", **self._credentials(request.credentials)},
            **_given(request.headers, theirs),
        )
        headers = {name: value for name, value in found.headers.items() if name not in NAMELESS}
        return {"status": found.status, "headers": headers, "body": _plain(_read(found))}

    def _credentials(self, kind: str) -> dict[str, str]:
        match kind:
            case "pk" | "sk":
                return {"x_api_key": getattr(self.asking, kind)}
            case "seat":
                return {"authorization": f"Bearer {self.seat.token}"}
        return {}


def things_of_another(wire: Wire) -> Iterator[str]:
    """All by which what a tenant has could be asked for."""
    other = Owner.of(wire, "other")
    host = other.opens("Host")
    guest = other.joins(host.code, "Guest").connect()
    third = other.joins(host.code, "Third")
    host.do("deal")
    for seat in (host, guest, third):
        seat.do("seen")
    host.do("start")
    host.do("interrupt")
    words = other.opens("Eva", "impostor", bots=3)
    said = wire.post(f"/v1/rooms/{words.code}/messages", {"text": "hola"}, token=words.token)
    wanted = {"game": "espia", "nickname": "Leo"}
    keyed = wire.post("/v1/rooms", wanted, x_api_key=other.pk, idempotency_key="once")
    yield from ("other", other.pk, other.sk, "once", "p1", "p3", "Host")
    yield from (host.code, words.code, host.token, guest.token, guest.socket, said.json["id"])
    yield from (keyed.json["view"]["room"]["code"], keyed.json["token"], host.look().headers["etag"])
    yield from (key["id"] for key in other.call("GET", "/v1/tenant/keys").json["keys"])
    deck = other.call("PUT", "/v1/tenant/decks/secret-deck", espia()).json["deck"]
    mine = other.opens("Paz", deck=deck["id"])
    yield from (deck["id"], f"own:{deck['id']}@{deck['version']}", mine.code)
    yield from things_sent(other, host)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(exporting, "MOST_BYTES", 1)
        yield other.call("GET", "/v1/tenant/export").json["next"]


def things_sent(other: Owner, seat: Seat) -> Iterator[str]:
    """A webhook, an event that it was told of, and where a page of these ends."""
    hook = other.call("POST", "/v1/tenant/webhooks", {"url": "https://other.example/hook"}).json["id"]
    wake(other.wire.backstage.server.house("other"), seat.code, None)
    (event,) = {errand.event for errand in other.wire.backstage.post.errands}
    yield from (hook, event, base64.urlsafe_b64encode(event.encode()).decode())


def _given(value: Any, theirs: list[str]) -> Any:
    match value:
        case Theirs(number):
            return theirs[number % len(theirs)]
        case dict():
            return {name: _given(each, theirs) for name, each in value.items()}
        case list():
            return [_given(each, theirs) for each in value]
    return value


def _read(answer: Answer) -> Any:
    is_json = "json" in answer.headers.get("content-type", "") and answer.text
    return json.loads(answer.text) if is_json else answer.text


def _plain(found: Any) -> Any:
    """What is said, without the number of the request."""
    if isinstance(found, dict):
        return {name: _plain(value) for name, value in found.items() if name != "request_id"}
    return [_plain(each) for each in found] if isinstance(found, list) else found


@pytest.fixture(scope="module", autouse=True)
def a_region() -> Iterator[None]:
    """Which the framework asks for when a socket is opened."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("AWS_DEFAULT_REGION", "eu-west-1")
        yield
        serve_with(None)


@settings(deadline=None)
@given(st.lists(st.one_of(REQUESTS, REQUESTS, MESSAGES), min_size=1, max_size=12))
def test_nobody_can_tell_whether_another_tenant_exists(requests: list[Any]):
    beside, alone = World.made(Backstage()), World.made(Backstage())
    serve_with(beside.wire.backstage.server)
    theirs = list(things_of_another(beside.wire))

    for number, request in enumerate(requests):
        answers = [world.answer(request, number, theirs) for world in (beside, alone)]
        assert answers[0] == answers[1], request
        assert not isinstance(request, Request) or answers[0]["status"] < 500


def test_it_would_be_noticed_if_tenants_were_not_kept_apart(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(
        keys, "_of", lambda tenant: "T#all" if tenant in ("asking", "other") else f"T#{tenant}"
    )
    monkeypatch.setattr(keys, "tenant", lambda tenant: keys.Key(f"T#{tenant}", "TENANT"))
    beside, alone = World.made(Backstage()), World.made(Backstage())
    serve_with(beside.wire.backstage.server)
    theirs = list(things_of_another(beside.wire))
    code = Theirs(theirs.index(next(thing for thing in theirs if len(thing) == 5 and thing.isupper())))
    look = Request("GET", "/v1/rooms/{code}", (code, code), {}, "pk", {}, None)

    assert beside.answer(look, 0, theirs) != alone.answer(look, 0, theirs)
