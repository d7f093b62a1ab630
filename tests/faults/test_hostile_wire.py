"""Malformed requests over real connections: each is refused or hung up on, and the server lives."""

import socket
from urllib.parse import urlsplit

import httpx
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from infra.phone import Phone, Service
from tests.faults.innocent import Innocent
from tests.faults.nonsense import ACTIONS, CODES, HEADERS, JOINS, ROOMS, SEGMENTS, bodies

patient = settings(
    suppress_health_check=[
        HealthCheck.too_slow,
        HealthCheck.data_too_large,
        HealthCheck.function_scoped_fixture,
    ]
)
GATEWAYS_OWN = {"malformed_request", "request_timeout"}
QUIET_S = 2.0


@pytest.fixture
def phone(service: Service) -> Phone:
    return service.open_room("Ana")


def is_fair(answer: httpx.Response) -> bool:
    """Done, or refused with a problem whose code is known."""
    assert answer.status_code < 500, answer.text
    assert answer.headers["access-control-allow-origin"] == "*"
    if answer.status_code >= 400 and answer.request.method != "HEAD":
        assert answer.headers["content-type"] == "application/problem+json"
        assert answer.json()["code"] in CODES | GATEWAYS_OWN
        assert answer.json()["status"] == answer.status_code
    return True


def sends(service: Service, method: str, path: str, body: bytes, headers: dict[str, str]) -> httpx.Response:
    raw = {"Content-Type": "application/json", **headers}
    named = [(name.encode(), value.strip().encode("latin-1")) for name, value in raw.items()]
    return service.http.request(method, path, content=body, headers=named)


@patient
@given(
    bodies(ROOMS, JOINS, *ACTIONS),
    st.sampled_from(["", "/{}/players", "/{}/actions", "/{}/messages"]),
    HEADERS,
)
def test_nonsense_over_the_wire_is_refused(
    innocent: Innocent, service: Service, phone: Phone, body: bytes, path: str, headers: dict[str, str]
):
    seated = {"Authorization": f"Bearer {phone.token}", **headers}

    assert is_fair(sends(service, "POST", "/v1/rooms" + path.format(phone.code), body, seated))


@patient
@given(
    st.sampled_from(["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "TRACE", "PROPFIND", "FOO"]),
    st.lists(SEGMENTS, max_size=4),
    HEADERS,
)
def test_no_address_and_no_method_is_too_odd(
    innocent: Innocent, service: Service, method: str, segments: list[str], headers: dict[str, str]
):
    path = "/v1/" + "/".join(segment.replace("#", "") for segment in segments)

    assert is_fair(sends(service, method, path, b"", headers))


RAW = [
    b"",
    b"\r\n\r\n",
    b"\0" * 2_000,
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + b"\xff" * 500,  # TLS
    b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    b"GET /v1/health\r\n\r\n",
    b"GET /v1/health HTTP/9.9\r\n\r\n",
    b"GET /v1/health HTTP/1.1\r\n\r\n",
    b"GET /v1/he\x00alth HTTP/1.1\r\nHost: x\r\n\r\n",
    b"GET /v1/health HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n",
    b"GET http://elsewhere/v1/health HTTP/1.1\r\nHost: x\r\n\r\n",
    b"GET /" + b"a" * 70_000 + b" HTTP/1.1\r\nHost: x\r\n\r\n",
    b"GET /v1/health HTTP/1.1\r\nHost: x\r\nX: " + b"a" * 70_000 + b"\r\n\r\n",
    b"POST /v1/rooms HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n",
    b"POST /v1/rooms HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello",
    b"POST /v1/rooms HTTP/1.1\r\nHost: x\r\nContent-Length: 9999999999999999999999\r\n\r\n{}",
    b"POST /v1/rooms HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nZZZ\r\n",
    b"POST /v1/rooms HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\n0\r\n\r\n",
    b"POST /v1/rooms HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: gzip\r\n\r\n0\r\n\r\n",
    b"POST /v1/rooms HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n",
    b"CONNECT elsewhere:443 HTTP/1.1\r\nHost: elsewhere\r\n\r\n",
    b"GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n",
    b"GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: h2c\r\nConnection: Upgrade\r\n\r\n",
]


def test_what_is_hardly_http_is_refused_or_hung_up_on(innocent: Innocent, address: str):
    for raw in RAW:
        answer = exchange(address, raw)
        assert b"Traceback" not in answer
        assert not answer or answer.startswith((b"HTTP/1.1 4", b"HTTP/1.1 2", b"HTTP/1.1 100")), (raw, answer)


def exchange(address: str, raw: bytes) -> bytes:
    """What comes back until the server closes or is silent; everything after the request is left out."""
    at = urlsplit(address)
    answer = b""
    with socket.create_connection((at.hostname, at.port), timeout=QUIET_S) as wire:
        try:
            wire.sendall(raw)
            wire.shutdown(socket.SHUT_WR)
            while part := wire.recv(65_536):
                answer += part
        except (TimeoutError, ConnectionError):
            pass
    return answer


def test_requests_that_never_end_keep_nobody_waiting(innocent: Innocent, address: str):
    at = urlsplit(address)
    head = b"POST /v1/rooms HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{"
    begun = [socket.create_connection((at.hostname, at.port), timeout=QUIET_S) for _ in range(60)]
    try:
        for number, wire in enumerate(begun):
            wire.sendall(head[: len(head) if number % 2 else 20])
        innocent.go_on()
    finally:
        for wire in begun:
            wire.close()
