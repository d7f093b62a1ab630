"""REST through the local server: every request its own answer, every failure a problem, nothing kills it."""

import json
import socket
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest

from infra.local.rest import BODY_LIMIT, Routes
from tests.local.conftest import Local, wait_for


def is_problem(response: httpx.Response, status: int, code: str) -> bool:
    problem = response.json()
    return (
        response.status_code == problem["status"] == status
        and response.headers["content-type"] == "application/problem+json"
        and response.headers["access-control-allow-origin"] == "*"
        and "X-Request-Id" in response.headers["access-control-expose-headers"]
        and problem["request_id"] == response.headers["x-request-id"]
        and problem["code"] == code
        and {"type", "title", "detail", "retryable"} <= problem.keys()
    )


def test_each_of_many_requests_at_once_gets_its_own_answer(local: Local) -> None:
    def ask(number: int) -> tuple[int, dict[str, str]]:
        answer = local.http.post(
            f"/echo/n{number}?pause=0.002", headers={"X-Trace": f"t{number}"}, json={"n": number}
        )
        return number, answer.json()

    with ThreadPoolExecutor(24) as pool:
        answers = list(pool.map(ask, range(240)))

    assert all(
        (answer["name"], answer["trace"], json.loads(answer["body"])) == (f"n{n}", f"t{n}", {"n": n})
        for n, answer in answers
    )
    assert len({answer["request_id"] for _, answer in answers}) == len(answers)


def test_the_app_sees_the_request_as_api_gateway_passes_it(local: Local) -> None:
    answer = local.http.get("/echo/a%2Fb/?x=1&x=2&empty=").json()

    assert answer["name"] == "a%2Fb"
    assert answer["query"] == {"x": "2", "empty": ""}
    assert answer["source"] == "127.0.0.1"
    assert 0 < answer["left_ms"] <= 500


def test_an_unknown_address_is_a_problem(local: Local) -> None:
    assert is_problem(local.http.get("/nowhere"), 404, "not_found")
    assert is_problem(local.http.post("/echo/a/b/c"), 404, "not_found")


@pytest.mark.parametrize("method", ["DELETE", "PATCH", "FOO", "TRACE"])
def test_an_unknown_method_is_for_the_app_to_refuse(local: Local, method: str) -> None:
    answer = local.http.request(method, "/echo/x")

    assert (answer.status_code, answer.headers["allow"]) == (405, "GET, POST")


def test_head_is_refused_without_a_body(local: Local) -> None:
    answer = local.http.head("/health")

    assert (answer.status_code, answer.content) == (405, b"")


@pytest.mark.parametrize("path", ["/health", "/nowhere", "/pictures/x.svg", "/ws/@connections/x", "/"])
def test_a_preflight_is_answered_everywhere(local: Local, path: str) -> None:
    asked = {"Origin": "https://ui.example", "Access-Control-Request-Method": "POST"}
    answer = local.http.options(path, headers=asked)

    assert answer.status_code == 204
    assert answer.headers["access-control-allow-origin"] == "*"
    assert answer.headers["access-control-max-age"] == "7200"
    assert "Idempotency-Key" in answer.headers["access-control-allow-headers"]
    assert "POST" in answer.headers["access-control-allow-methods"]


def test_a_body_beyond_the_gateways_limit_is_refused_to_a_client_that_still_listens(local: Local) -> None:
    assert is_problem(local.http.post("/echo/x", content=b"x" * (BODY_LIMIT + 1)), 413, "payload_too_large")


def test_a_body_that_is_no_utf_8_reaches_the_app_as_its_true_bytes(local: Local) -> None:
    answer = local.http.post(
        "/echo/x", content=b'{"a": "\xff\xfe"}', headers={"Content-Type": "application/json"}
    )

    assert answer.json()["body"] == '{"a": "\\xff\\xfe"}'


def test_what_the_app_cannot_answer_is_a_problem_without_its_reasons(local: Local) -> None:
    answer = local.http.get("/crash")

    assert is_problem(answer, 500, "internal_error")
    assert "Traceback" not in answer.text
    assert "serializable" not in answer.text


def test_an_answer_that_takes_too_long_is_a_problem(local: Local) -> None:
    assert is_problem(local.http.get("/slow"), 504, "timeout")


@pytest.mark.parametrize(
    "wanted", [{"status": 42}, {"headers": {"X-A": "é\u2028"}}, {"headers": {"bad name": "x"}}]
)
def test_a_response_that_http_does_not_allow_is_a_problem(local: Local, wanted: dict[str, object]) -> None:
    assert is_problem(local.http.post("/respond", json=wanted), 500, "internal_error")


def test_status_headers_and_body_come_as_the_app_gives_them(local: Local) -> None:
    given = {"X-One": "1", "Content-Length": "99", "Content-Type": "text/plain", "Set-Cookie": ["a=1", "b=2"]}
    answer = local.http.post("/respond", json={"status": 201, "headers": given, "body": "año"})
    empty = local.http.post("/respond", json={"status": 204})

    assert (answer.status_code, answer.text, answer.headers["x-one"]) == (201, "año", "1")
    assert answer.headers.get_list("set-cookie") == ["a=1", "b=2"]
    assert (empty.status_code, empty.content, "content-length" in empty.headers) == (204, b"", False)


@pytest.mark.parametrize(
    "content",
    [
        b"\x00\x01\x02 garbage\r\n\r\n",
        b"GET /health HTTP/1.1\r\nHost: x\r\nX-Long: " + b"a" * 200_000 + b"\r\n\r\n",
        b"GET /" + b"a" * 200_000 + b" HTTP/1.1\r\nHost: x\r\n\r\n",
        b"GET /health FTP/1.1\r\nHost: x\r\n\r\n",
        b"POST /echo/x HTTP/1.1\r\nHost: x\r\nContent-Length: -5\r\n\r\n",
        b"GET /health\xff HTTP/1.1\r\nHost: x\r\n\r\n",
        b"GET /health HTTP/1.1\r\n\r\n",
    ],
)
def test_what_is_no_http_gets_a_problem_and_no_traceback(
    local: Local, raw: Callable[[bytes], bytes], content: bytes
) -> None:
    head, _, body = raw(content).partition(b"\r\n\r\n")

    assert head.startswith(b"HTTP/1.1 400 ")
    assert b"Access-Control-Allow-Origin: *" in head
    assert json.loads(body)["code"] == "malformed_request"
    assert local.http.get("/health").json() == {"ok": True}


@pytest.mark.parametrize(
    "content",
    [
        b"POST /echo/x HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\nnot a chunk",
        b"POST /echo/x HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nonly this",
        b"GET /ws HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n",
        b"GET /ws HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: nonsense\r\n\r\n",
        b"GET http://elsewhere/health HTTP/1.1\r\nHost: x\r\n\r\n",
        b"OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n",
        b"GET //../%2e%2e/%00/\\ HTTP/1.1\r\nHost: x\r\n\r\n",
        b"GET /health?%ff=%fe&&&=;=%zz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
        b"GET /echo/%ff%00 HTTP/1.1\r\nHost: \xe9\r\nUser-Agent: \xff\r\nConnection: close\r\n\r\n",
        b"CONNECT elsewhere:443 HTTP/1.1\r\nHost: x\r\n\r\n",
    ],
)
def test_odd_requests_harm_nobody(local: Local, raw: Callable[[bytes], bytes], content: bytes) -> None:
    assert b"Traceback" not in raw(content)
    assert local.http.get("/health").json() == {"ok": True}


def test_a_request_whose_sender_vanishes_never_reaches_the_app(
    local: Local, monkeypatch: pytest.MonkeyPatch, raw: Callable[[bytes], bytes]
) -> None:
    calls: list[object] = []
    routes = local.toy.app.routes["/echo/{name}"]["POST"]
    monkeypatch.setattr(routes, "view_function", lambda name: calls.append(name))

    raw(b"POST /echo/cut HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nonly this")
    local.http.post("/echo/whole", json={})

    assert wait_for(lambda: calls) == ["whole"]


def test_clients_that_are_slow_to_ask_keep_nobody_waiting(local: Local) -> None:
    host, port = local.address.split(":")
    slow = [socket.create_connection((host, int(port))) for _ in range(100)]
    for wire in slow:
        wire.sendall(b"POST /echo/x HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n12")

    assert local.http.get("/health", timeout=2).json() == {"ok": True}
    for wire in slow:
        wire.close()


def test_a_literal_route_comes_before_a_parameter_and_that_before_the_rest() -> None:
    routes = Routes(["/", "/{proxy+}", "/a/{id}", "/a/b", "/a/{id}/c", "/{x}/b/d"])

    assert routes.find("/") == ("/", {})
    assert routes.find("/a/b") == ("/a/b", {})
    assert routes.find("/a/x") == ("/a/{id}", {"id": "x"})
    assert routes.find("/a/x/c/") == ("/a/{id}/c", {"id": "x"})
    assert routes.find("/a/x/y/z") == ("/{proxy+}", {"proxy": "a/x/y/z"})
    assert routes.find("/q/b/d") == ("/{x}/b/d", {"x": "q"})
    assert Routes(["/a/{id}"]).find("/a/") is None
    assert Routes(["/a/{id}"]).find("/a//") is None
