import logging
import threading
import time
from collections import defaultdict
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import unquote

import pytest

from chalicelib.adapters import aws
from chalicelib.adapters.push import GatewayPush


class Gateway(ThreadingHTTPServer):
    """A stand-in for the gateway's management API: which sockets are gone, broken or slow, and what came."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Calls)
        self.came: dict[str, list[bytes]] = defaultdict(list)
        self.deleted: list[str] = []
        self.answers: dict[str, int] = {}
        self.takes_s: dict[str, float] = {}
        self.at_once = self.most_at_once = 0
        self.lock = threading.Lock()


class Calls(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: Gateway

    def do_POST(self) -> None:
        connection, data = self._read()
        with self.server.lock:
            self.server.at_once += 1
            self.server.most_at_once = max(self.server.most_at_once, self.server.at_once)
        time.sleep(self.server.takes_s.get(connection, 0))
        with self.server.lock:
            self.server.at_once -= 1
            status = self.server.answers.get(connection, 200)
            if status == 200:
                self.server.came[connection].append(data)
        self._answer(status)

    def do_DELETE(self) -> None:
        connection, _ = self._read()
        self.server.deleted.append(connection)
        self._answer(self.server.answers.get(connection, 204))

    def _read(self) -> tuple[str, bytes]:
        data = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        return unquote(self.path.rpartition("/")[2]), data

    def _answer(self, status: int) -> None:
        self.send_response(status)
        error = {410: "GoneException", 429: "LimitExceededException", 403: "ForbiddenException"}.get(status)
        if error:
            self.send_header("x-amzn-ErrorType", error)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, format: str, *args: object) -> None:
        pass


@pytest.fixture
def gateway() -> Iterator[Gateway]:
    with Gateway() as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.02,))
        thread.start()
        yield server
        server.shutdown()
        thread.join()


@pytest.fixture
def push(gateway: Gateway, aws_environment: None) -> GatewayPush:
    return GatewayPush(aws.sockets(f"http://127.0.0.1:{gateway.server_address[1]}/ws"), patience_s=0.5)


def test_every_socket_gets_its_messages_in_order(gateway: Gateway, push: GatewayPush):
    messages = [(f"socket{n}=", f"{n}.{k}".encode()) for k in range(3) for n in range(12)]

    assert push.send(messages) == []
    assert gateway.came == {f"socket{n}=": [f"{n}.{k}".encode() for k in range(3)] for n in range(12)}


def test_sockets_are_served_side_by_side(gateway: Gateway, push: GatewayPush):
    gateway.takes_s = {f"socket{n}": 0.1 for n in range(8)}

    push.send([(f"socket{n}", b"view") for n in range(8)])

    assert gateway.most_at_once > 3


def test_gone_sockets_are_told_and_the_rest_get_theirs(gateway: Gateway, push: GatewayPush):
    gateway.answers = {"gone": 410}

    assert push.send([("gone", b"1"), ("here", b"1"), ("gone", b"2"), ("here", b"2")]) == ["gone"]
    assert gateway.came == {"here": [b"1", b"2"]}


@pytest.mark.parametrize("status", [403, 429, 500])
def test_other_trouble_with_a_socket_is_logged_without_what_was_sent(
    status: int,
    gateway: Gateway,
    push: GatewayPush,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
):
    monkeypatch.setattr("botocore.endpoint.time.sleep", lambda seconds: None)
    gateway.answers = {"broken": status}

    with caplog.at_level(logging.WARNING, "chalicelib"):
        assert push.send([("broken", b"secret"), ("here", b"view")]) == []

    assert gateway.came == {"here": [b"view"]}
    assert "a push failed" in caplog.text
    assert "secret" not in caplog.text


def test_a_socket_that_takes_too_long_holds_nobody_up(
    gateway: Gateway, push: GatewayPush, caplog: pytest.LogCaptureFixture
):
    gateway.takes_s = {"slow": 1.5}
    started = time.monotonic()

    assert push.send([("slow", b"view"), ("here", b"view")]) == []
    assert time.monotonic() - started < 1.2
    assert gateway.came == {"here": [b"view"]}
    assert "a push took too long" in caplog.text


def test_nothing_to_send_asks_nobody(gateway: Gateway, push: GatewayPush):
    assert push.send([]) == []
    assert gateway.came == {}


def test_sockets_are_closed_and_it_does_not_matter_if_they_are(gateway: Gateway, push: GatewayPush):
    gateway.answers = {"gone": 410}

    push.close(["gone", "here"])

    assert sorted(gateway.deleted) == ["gone", "here"]


def test_a_gateway_that_cannot_be_reached_stops_nobody(
    aws_environment: None, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("botocore.endpoint.time.sleep", lambda seconds: None)
    push = GatewayPush(aws.sockets("http://127.0.0.1:1/ws"))

    assert push.send([("socket", b"view")]) == []
    push.close(["socket"])
