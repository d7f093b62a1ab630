"""Sockets under abuse: each is answered or closed, no seat is lost, and everybody else plays on."""

import json
import socket
import struct
import threading
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from typing import Any
from urllib.parse import urlsplit

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection

from infra.local.sockets import MESSAGE_LIMIT
from infra.phone import PATIENCE_S, Json, Phone, Service, open_socket
from tests.conftest import Volume
from tests.faults.innocent import Innocent
from tests.faults.nonsense import CODES

pytestmark = pytest.mark.usefixtures("innocent")

NAMES = ("Ana", "Bea", "Eva", "Leo", "Sol", "Max", "Paz", "Luz", "Gil", "Iris")
MOST_SOCKETS = 4


def party(service: Service, size: int) -> list[Phone]:
    host = service.open_room(NAMES[0])
    return [host, *(service.join(host.code, name) for name in NAMES[1:size])]


def hello(phone: Phone) -> Json:
    return {"type": "hello", "room": phone.code, "token": phone.token}


def says(connection: ClientConnection, *messages: Any) -> None:
    for message in messages:
        connection.send(message if isinstance(message, str | bytes) else json.dumps(message))


def rest_of(connection: ClientConnection) -> tuple[list[Json], int]:
    """Everything until the server closes, and the code of that."""
    heard = []
    try:
        while True:
            heard.append(json.loads(connection.recv(PATIENCE_S)))
    except ConnectionClosed as closed:
        return heard, closed.rcvd.code if closed.rcvd else 1006


def told(heard: list[Json]) -> list[str]:
    return [m["problem"]["code"] if m["type"] == "refused" else m["type"] for m in heard]


# Hello


def test_a_socket_stays_with_the_seat_of_its_first_hello_however_fast_others_follow(service: Service):
    ana, bea = party(service, 2)
    with open_socket(ana.ws_url) as connection:
        says(connection, hello(ana), hello(ana), hello(bea), hello(ana), {"type": "ping"})
        heard = [json.loads(connection.recv(PATIENCE_S)) for _ in range(5)]

    assert ["welcome", "welcome", "forbidden", "welcome", "pong"] == told(heard)
    assert {"p1"} == {m["view"]["me"]["player"] for m in heard if "view" in m}


def test_two_hellos_for_one_socket_at_the_same_moment_come_to_one_seat(service: Service, volume: Volume):
    ana, bea = party(service, 2)
    for _ in range(volume.of(2, 20)):
        with open_socket(ana.ws_url) as connection:
            says(connection, *(hello(phone) for phone in (bea, ana) * 3))
            heard = [json.loads(connection.recv(PATIENCE_S)) for _ in range(6)]
        assert ["forbidden"] * 3 + ["welcome"] * 3 == sorted(told(heard))
        assert {"p2"} == {m["view"]["me"]["player"] for m in heard if "view" in m}


def test_a_foreign_token_opens_nothing_and_shows_nothing(service: Service):
    ana, bea = party(service, 2)
    (stranger,) = party(service, 1)
    tenant, _, rest = ana.token.partition(".")
    tokens = [
        stranger.token,
        f"{tenant}.{rest.replace('p1', 'p2', 1)}",
        f"{tenant}x.{rest}",
        ana.token[:-1] + ("A" if ana.token[-1] != "A" else "B"),
        ana.token + "A",
        "",
        "pt_",
        bea.token.upper(),
    ]
    for token in tokens:
        with open_socket(ana.ws_url) as connection:
            says(connection, {**hello(ana), "token": token})
            with suppress(ConnectionClosed):  # it may be closed to us already
                says(connection, {"type": "act", "id": "1", "action": {"type": "leave"}})
            heard, _ = rest_of(connection)
        assert heard[0]["problem"]["code"] in ("invalid_token", "room_not_found"), token
        assert all("view" not in message for message in heard)
    assert {"Ana", "Bea"} == {p["nickname"] for p in ana.look()["room"]["players"]}


# Floods


def test_a_flood_of_messages_is_answered_one_by_one_and_keeps_nobody_waiting(
    service: Service, innocent: Innocent, volume: Volume
):
    ana, bea = party(service, 2)
    bea.connect()
    flood: list[Any] = [
        {"type": "ping"},
        {"type": "act", "id": "a", "action": {"type": "tick"}},
        {"type": "act", "id": "b", "action": {"type": "deal", "phase_seq": 1}},
        hello(ana),
        "{",
        "[]",
        {"type": "say", "id": "c", "text": "hola"},
        {"type": "act", "id": "d", "action": {"type": "remove", "player": "p1"}},
        {"type": "x" * 1_000},
    ]
    many = volume.of(18, 450)
    with ExitStack() as open_, ThreadPoolExecutor(4) as pool:
        flooders = [open_.enter_context(open_socket(ana.ws_url)) for _ in range(4)]
        for connection in flooders:
            says(connection, hello(ana))
        sent = [pool.submit(says, c, *(flood[n % len(flood)] for n in range(many))) for c in flooders]
        waited = [innocent.go_on() for _ in range(volume.of(3, 20))]
        for each in sent:
            each.result(PATIENCE_S)
        for connection in flooders:
            answers = Counter[str]()
            while answers.total() < many + 1:
                message = json.loads(connection.recv(PATIENCE_S))
                assert message["type"] != "refused" or message["problem"]["code"] in CODES
                answers[message["type"]] += message["type"] in ("welcome", "pong", "ack", "refused")
    assert bea.sync()["room"]["phase"] == "lobby"
    assert max(waited) < 5_000


@pytest.mark.parametrize("size", [16 * 1024 + 1, MESSAGE_LIMIT])
def test_a_large_message_is_refused_and_the_socket_stays(service: Service, size: int):
    (ana,) = party(service, 1)
    ana.connect()
    assert ana.socket is not None
    says(
        ana.socket, "x" * size, json.dumps({"type": "ping", "x": ""}).replace('""', f'"{"y" * (size - 25)}"')
    )

    for _ in range(2):
        assert "payload_too_large" == ana.hear()["problem"]["code"]
    ana.sync()


@pytest.mark.parametrize(
    ("sent", "code"),
    [("x" * (MESSAGE_LIMIT + 1), 1009), (b"\x00", 1003), (b"x" * (MESSAGE_LIMIT + 1), 1009), (b"", 1003)],
    ids=["too long", "binary", "long and binary", "empty and binary"],
)
def test_what_cannot_be_a_message_ends_its_own_socket_only(service: Service, sent: Any, code: int):
    ana, bea = party(service, 2)
    ana.connect()
    bea.connect()
    assert ana.socket is not None
    says(ana.socket, sent)
    _, closed = rest_of(ana.socket)
    ana.hang_up()

    assert code == closed
    bea.sync()
    assert ana.connect().sync()["room"]["phase"] == "lobby"


def test_messages_in_many_small_frames_are_read_as_one(service: Service):
    (ana,) = party(service, 1)
    with open_socket(ana.ws_url) as connection:
        connection.send(iter(json.dumps(hello(ana))))
        connection.send(iter(['{"type":', "", '"ping"}']))

        assert ["welcome", "pong"] == [json.loads(connection.recv(PATIENCE_S))["type"] for _ in "12"]


# Phones that are gone, or half


HANDSHAKE = (
    "GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)


@contextmanager
def half_open(phone: Phone) -> Iterator[socket.socket]:
    """A phone that said hello and was never heard of again: it reads, pongs and closes nothing."""
    at = urlsplit(phone.ws_url)
    with socket.socket() as wire:
        wire.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        wire.settimeout(PATIENCE_S)
        wire.connect((at.hostname, at.port))
        wire.sendall(HANDSHAKE.format(path=at.path, host=at.netloc).encode())
        answer = b""
        while b"\r\n\r\n" not in answer:
            answer += wire.recv(1)
        assert b" 101 " in answer
        wire.sendall(frame(json.dumps(hello(phone)).encode()))
        assert b'{"type":"welcome"' in wire.recv(64)
        yield wire


def frame(text: bytes) -> bytes:
    """A text frame with a mask of zeros, in the form for middling lengths."""
    padded = text.ljust(200)
    return b"\x81\xfe" + struct.pack("!H", len(padded)) + b"\0\0\0\0" + padded


def abort(wire: socket.socket) -> None:
    """End it with a reset, as a phone that lost its network and came back."""
    wire.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    wire.close()


def a_round(phones: list[Phone]) -> None:
    """Deal, look, start, accuse and vote; everybody comes to see the end."""
    host, *others = phones
    host.act("deal")
    for phone in phones:
        phone.until(lambda view: view["room"]["phase"] == "dealt")
        phone.act("seen")
    host.until(lambda view: any(entry["type"] == "start" for entry in view["actions"]))
    host.act("start")
    for phone in phones:
        phone.until(lambda view: view["room"]["phase"] == "questions")
    host.act("accuse", suspect=others[0].player)
    for phone in others[1:]:
        phone.until(lambda view: view["room"]["phase"] == "accusation")
        phone.act("vote", guilty=True)
    for phone in phones:
        phone.until(lambda view: view["room"]["phase"] == "round_over")


def test_half_open_phones_keep_nobody_waiting(service: Service):
    phones = party(service, 4)
    with ExitStack() as half:
        for phone in phones:
            for _ in range(MOST_SOCKETS - 1):
                half.enter_context(half_open(phone))
            phone.connect()
        a_round(phones)
    assert phones[0].sync()["room"]["phase"] == "round_over"


def test_phones_that_vanish_among_those_that_stay_cost_nobody_a_view(service: Service, volume: Volume):
    phones = party(service, 4)
    for phone in phones:
        phone.connect()
    for _ in range(volume.of(1, 10)):
        with ExitStack() as half:
            vanishing = [half.enter_context(half_open(phone)) for phone in phones for _ in range(2)]
            threads = [threading.Thread(target=abort, args=(wire,)) for wire in vanishing]
            for thread in threads:
                thread.start()
            a_round(phones)
            for thread in threads:
                thread.join()
    for phone in phones:
        phone.another().connect().sync()


# Storms


@contextmanager
def greeted(phone: Phone) -> Iterator[ClientConnection]:
    """A socket whose hello was answered, if only by a goodbye: the seat has others."""
    with open_socket(phone.ws_url) as connection:
        says(connection, hello(phone))
        assert json.loads(connection.recv(PATIENCE_S))["type"] in ("welcome", "view", "bye")
        yield connection


def hears(minutes: int, connection: ClientConnection) -> bool:
    """Whether the change reaches the socket; False if it was closed instead."""
    try:
        while True:
            message = json.loads(connection.recv(PATIENCE_S))
            if message["type"] == "view" and message["view"]["room"]["options"]["minutes"] == minutes:
                return True
    except ConnectionClosed:
        return False


def test_a_storm_of_reconnections_loses_no_seat_and_leaves_four_sockets_each(
    service: Service, volume: Volume
):
    phones = party(service, volume.of(2, 10))
    storm = [phone for phone in phones for _ in range(volume.of(6, 10))]
    for wave in range(volume.of(1, 3)):
        minutes = (5, 10, 8)[wave]
        with ExitStack() as open_, ThreadPoolExecutor(len(storm)) as pool:
            sockets = list(pool.map(lambda phone: open_.enter_context(greeted(phone)), storm))
            phones[0].post("configure", options={"minutes": minutes})
            heard = list(pool.map(partial(hears, minutes), sockets))
        reached = Counter(phone.player for phone, did in zip(storm, heard, strict=True) if did)
        assert {phone.player: MOST_SOCKETS for phone in phones} == reached
    assert [phone.player for phone in phones] == [phone.look()["me"]["player"] for phone in phones]
