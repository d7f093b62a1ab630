"""What every answer has: CORS, a request id, how long it may be kept; and what problems say of themselves."""

from typing import Any

import pytest

from chalicelib.api.problems import STATUS, Fault, problem
from chalicelib.api.routes import METHODS
from chalicelib.api.service import CORS
from chalicelib.rooms.errors import StoreBusy
from chalicelib.rooms.ports import RoomStore
from infra.local import answers
from tests.api.wire import Answer, Wire
from tests.rooms.backstage import Backstage


def names(listed: str) -> set[str]:
    return {name.strip().lower() for name in listed.split(",")}


ANSWERS = {
    "health": lambda wire: wire.get("/v1/health"),
    "games": lambda wire: wire.get("/v1/games"),
    "not modified": lambda wire: wire.get("/v1/games", if_none_match="*"),
    "a new room": lambda wire: wire.post("/v1/rooms", {"game": "espia", "nickname": "Ana"}),
    "a view": lambda wire: wire.open_room().look(),
    "at the door": lambda wire: wire.get(f"/v1/rooms/{wire.open_room().code}"),
    "an action": lambda wire: wire.open_room().post("tick"),
    "a refusal": lambda wire: wire.open_room().post("deal", phase_seq=1),
    "malformed": lambda wire: wire.post("/v1/rooms", "{"),
    "no token": lambda wire: wire.get("/v1/rooms/K7MPQ/rounds"),
    "no such room": lambda wire: wire.get("/v1/rooms/K7MPQ"),
    "no such address": lambda wire: wire.get("/v2/rooms"),
    "no such method": lambda wire: wire.call("DELETE", "/v1/rooms/K7MPQ"),
    "another media type": lambda wire: wire.post("/v1/rooms", "{}", content_type="text/plain"),
    "too large": lambda wire: wire.post("/v1/rooms", "x" * 20_000),
    "Chalice's own": lambda wire: wire.call("TRACE", "/v1/health"),
}


@pytest.mark.parametrize("ask", ANSWERS.values(), ids=ANSWERS)
def test_every_answer_may_be_read_from_any_page_and_can_be_found_again(wire: Wire, ask: Any):
    answer: Answer = ask(wire)

    assert "*" == answer.headers["access-control-allow-origin"]
    assert "access-control-allow-credentials" not in answer.headers
    assert {
        "etag",
        "location",
        "retry-after",
        "x-request-id",
        "idempotency-replayed",
        "ratelimit",
        "ratelimit-policy",
    } == names(answer.headers["access-control-expose-headers"])
    assert answer.headers["x-request-id"].startswith("request-")
    assert "set-cookie" not in answer.headers
    assert "nosniff" == answer.headers["x-content-type-options"]
    if answer.status >= 400:
        assert answer.code


@pytest.mark.parametrize("ask", ANSWERS.values(), ids=ANSWERS)
def test_nothing_that_a_player_sees_is_kept_by_anybody(wire: Wire, ask: Any):
    answer: Answer = ask(wire)
    kept = answer.headers["cache-control"]

    assert kept in ("private, no-store", "no-store", "public, max-age=300")
    is_public = ask in (ANSWERS["games"], ANSWERS["not modified"])
    assert is_public == ("public, max-age=300" == kept)


def test_a_preflight_allows_what_clients_send():
    allowed = {
        "authorization",
        "x-api-key",
        "idempotency-key",
        "if-none-match",
        "content-type",
        "accept-language",
    }

    assert allowed <= names(CORS.allow_headers)
    assert allowed == names(answers.PREFLIGHT["Access-Control-Allow-Headers"])
    assert {*METHODS, "OPTIONS", "HEAD"} == {*answers.PREFLIGHT["Access-Control-Allow-Methods"].split(", ")}


def test_the_gateway_says_the_same_as_the_app(wire: Wire):
    gateways = answers.METHOD_NOT_ALLOWED
    ours = wire.call("DELETE", "/v1/rooms")

    assert (gateways.status, gateways.code) == ours.outcome
    assert ours.json["type"].rpartition(":")[0] == "urn:tapadillo:problem"
    assert names(answers.CORS["Access-Control-Expose-Headers"]) == names(
        ours.headers["access-control-expose-headers"]
    )


@pytest.mark.parametrize(
    "path", ["/v2", "/v1", "/v1/rooms/K7MPQ/actions/deal", "/favicon.ico", "/v1/games/espia", "/%00"]
)
@pytest.mark.parametrize("method", ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"])
def test_an_address_that_is_none_is_not_found(wire: Wire, method: str, path: str):
    assert (404, "not_found") == wire.call(method, path).outcome


@pytest.mark.parametrize(
    ("path", "allowed"),
    [
        ("/v1/health", "GET, HEAD"),
        ("/v1/games", "GET, HEAD"),
        ("/v1/decks/espia-familiar", "GET, HEAD"),
        ("/v1/rooms", "POST"),
        ("/v1/rooms/K7MPQ", "GET, HEAD"),
        ("/v1/rooms/K7MPQ/actions", "POST"),
        ("/v1/rooms/K7MPQ/messages", "POST, GET, HEAD"),
        ("/v1/rooms/K7MPQ/players", "POST"),
    ],
)
def test_another_method_is_not_allowed_and_the_answer_says_which_is(wire: Wire, path: str, allowed: str):
    methods = {"GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "TRACE", "PROPFIND"}
    for method in methods - set(allowed.split(", ")):
        refused = wire.call(method, path)
        assert (405, "method_not_allowed") == refused.outcome
        assert f"{allowed}, OPTIONS" == refused.headers["allow"]


@pytest.mark.parametrize(
    "path", ["/v1/health", "/v1/games", "/v1/openapi.json", "/docs", "/v1/rooms/{code}", "/v1/rooms/K7MPQ"]
)
def test_a_monitor_that_asks_for_the_header_alone_gets_that_of_the_whole(wire: Wire, path: str):
    path = path.replace("{code}", wire.open_room().code)
    header, whole = wire.call("HEAD", path), wire.get(path)

    assert header.status == whole.status
    assert {**header.headers, "x-request-id": ""} == {**whole.headers, "x-request-id": ""}


def busy(rooms: RoomStore) -> RoomStore:
    def load(code: str) -> None:
        raise StoreBusy

    rooms.load = load
    return rooms


def test_a_busy_store_asks_for_another_try_in_a_moment(wire: Wire, backstage: Backstage):
    seat = wire.open_room()
    backstage.store = busy
    backstage.server.house.cache_clear()

    for answer in (seat.look(), seat.post("tick"), wire.get(f"/v1/rooms/{seat.code}")):
        assert (503, "store_busy") == answer.outcome
        assert "1" == answer.headers["retry-after"]
        assert answer.json["retryable"]


def test_only_what_may_go_better_next_time_is_retryable():
    retryable = {code for code in STATUS if problem(code).body("en")["retryable"]}

    assert {"store_busy", "unhealthy", "too_many_requests", "internal_error"} == retryable


def test_a_dead_credential_is_challenged(wire: Wire):
    seat = wire.open_room()
    seat.do("leave")

    assert "Bearer" == wire.get("/v1/rooms/K7MPQ/rounds").headers["www-authenticate"]
    assert 'Bearer error="invalid_token"' == seat.look().headers["www-authenticate"]


def test_a_fault_is_explained_by_its_own_code_and_by_what_would_be_accepted():
    missing, told = Fault("/x", "missing").body("en"), Fault("/x", "out_of_range", "1–3").body("es")

    assert {"pointer": "/x", "code": "missing", "detail": "This member is required."} == missing
    assert "El valor se sale de los límites. (1–3)" == told["detail"]
