"""WebSockets through the local server: the handshake, messages, pushes, and every way a connection ends."""

import json
import socket
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from typing import Any

import pytest
from botocore.exceptions import ClientError
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from infra.local.sockets import MESSAGE_LIMIT, Limits
from infra.local.wire import from_this_machine
from tests.local.conftest import Local, local_server


def ask(connection: ClientConnection, text: str) -> str:
    connection.send(text)
    return str(connection.recv(timeout=5))


def closing_code(connection: ClientConnection) -> int:
    with pytest.raises(ConnectionClosed) as closed:
        while True:
            connection.recv(timeout=5)
    assert closed.value.rcvd
    return closed.value.rcvd.code


def refused_call(call: Any, **parameters: Any) -> str:
    with pytest.raises(ClientError) as refused:
        call(**parameters)
    return str(refused.value.response["Error"]["Code"])


def test_what_the_app_pushes_comes_back(local: Local) -> None:
    with local.socket("?room=a&room=b") as phone:
        assert ask(phone, "echo hola ñ") == "hola ñ"
        connection_id = ask(phone, "id")

    assert local.seen(kind="connect", id=connection_id)[0]["query"] == {"room": "b"}


def test_messages_of_one_connection_are_handled_in_the_order_they_came(local: Local) -> None:
    with local.socket() as phone:
        phone.send("pause first")
        phone.send("echo second")
        assert [phone.recv(timeout=5), phone.recv(timeout=5)] == ["first", "second"]


def test_one_phone_reaches_another(local: Local) -> None:
    with local.socket() as ana, local.socket() as eva:
        ana.send(f"to {ask(eva, 'id')} hola")
        assert eva.recv(timeout=5) == "hola"


@pytest.mark.parametrize("status", [401, 403, 503])
def test_the_app_may_refuse_a_connection(local: Local, status: int) -> None:
    with pytest.raises(InvalidStatus) as refused, local.socket(f"?refuse={status}"):
        pass

    assert refused.value.response.status_code == status


def test_a_connection_is_refused_when_the_app_fails(local: Local) -> None:
    with pytest.raises(InvalidStatus) as refused, local.socket("?crash=1"):
        pass

    assert refused.value.response.status_code == 502


def test_a_socket_elsewhere_is_not_found(local: Local) -> None:
    with pytest.raises(InvalidStatus) as refused, connect(f"ws://{local.address}/elsewhere"):
        pass

    assert refused.value.response.status_code == 404
    assert json.loads(refused.value.response.body or b"")["code"] == "not_found"


def test_the_app_chooses_the_subprotocol(local: Local) -> None:
    with local.socket("?protocol=two", subprotocols=["one", "two"]) as phone:
        assert phone.subprotocol == "two"


def test_a_binary_message_closes_with_1003(local: Local) -> None:
    with local.socket() as phone:
        phone.send(b"\x00")
        assert closing_code(phone) == 1003


def test_a_message_over_128_kb_closes_with_1009(local: Local) -> None:
    with local.socket() as phone:
        assert ask(phone, "length " + "x" * (MESSAGE_LIMIT - 7)) == str(MESSAGE_LIMIT)
        phone.send("x" * (MESSAGE_LIMIT + 1))
        assert closing_code(phone) == 1009


HANDSHAKE = (
    b"GET /ws HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
)


@pytest.mark.parametrize(
    "content",
    [
        HANDSHAKE + b"X-Many: x\r\n" * 200 + b"\r\n",
        HANDSHAKE + b"X-Long: " + b"x" * 20_000 + b"\r\n\r\n",
        HANDSHAKE.replace(b"13", b"7") + b"\r\n",
        HANDSHAKE + b"\r\n\x81\x05hello",  # a frame without its mask
        HANDSHAKE + b"\r\n\x81\x82\0\0\0\0\xff\xfe",  # text that is no UTF-8
        HANDSHAKE + b"\r\n\x81\xff\x7f\xff\xff\xff\xff\xff\xff\xff\0\0\0\0x",  # a length beyond all bounds
        HANDSHAKE + b"\r\n\xff\xff\xff\xff",
        HANDSHAKE + b"\r\n\x01\x81\0\0\0\0a",  # a fragment, and no end
    ],
)
def test_odd_handshakes_and_frames_harm_nobody(
    local: Local, raw: Callable[[bytes], bytes], content: bytes
) -> None:
    assert b"Traceback" not in raw(content)
    with local.socket() as phone:
        assert ask(phone, "echo on") == "on"


def test_when_the_app_fails_the_client_is_told_and_stays(local: Local) -> None:
    with local.socket() as phone:
        told = json.loads(ask(phone, "crash"))
        assert told["message"] == "Internal server error"
        assert {"connectionId", "requestId"} <= told.keys()
        assert ask(phone, "echo on") == "on"


def test_the_app_hears_of_the_end_once_with_its_code(local: Local) -> None:
    with local.socket() as phone:
        connection_id = ask(phone, "id")
        phone.close(4001)

    assert local.wait_for(lambda: local.seen(kind="disconnect", id=connection_id))[0]["code"] == 4001
    assert len(local.seen(kind="disconnect", id=connection_id)) == 1


def test_a_push_to_nobody_is_gone(local: Local) -> None:
    management = local.aws("apigatewaymanagementapi")
    with local.socket() as phone:
        closed_id = ask(phone, "id")
    local.wait_for(lambda: local.seen(kind="disconnect", id=closed_id))

    for connection_id in (closed_id, "never=", "../../health", "ñ"):
        with pytest.raises(management.exceptions.GoneException):
            management.post_to_connection(ConnectionId=connection_id, Data=b"x")


def test_a_push_from_inside_the_handshake_is_gone(local: Local) -> None:
    with local.socket("?early=1") as phone:
        connection_id = ask(phone, "id")

    assert local.seen(kind="gone", id=connection_id)


def test_a_connection_can_be_pushed_to_looked_at_and_closed_through_boto3(local: Local) -> None:
    management = local.aws("apigatewaymanagementapi")
    with local.socket(user_agent_header="phone/1") as phone:
        connection_id = ask(phone, "id")
        management.post_to_connection(ConnectionId=connection_id, Data="hola ñ".encode())
        about = management.get_connection(ConnectionId=connection_id)
        management.delete_connection(ConnectionId=connection_id)

        assert phone.recv(timeout=5) == "hola ñ"
        assert about["Identity"] == {"SourceIp": "127.0.0.1", "UserAgent": "phone/1"}
        assert about["ConnectedAt"] <= about["LastActiveAt"]
        assert closing_code(phone) == 1000


def test_a_push_over_128_kb_is_refused(local: Local) -> None:
    management = local.aws("apigatewaymanagementapi")
    with local.socket(max_size=None) as phone:
        connection_id = ask(phone, "id")
        management.post_to_connection(ConnectionId=connection_id, Data=b"x" * MESSAGE_LIMIT)

        assert len(phone.recv(timeout=5)) == MESSAGE_LIMIT
        too_large = {"ConnectionId": connection_id, "Data": b"x" * (MESSAGE_LIMIT + 1)}
        assert refused_call(management.post_to_connection, **too_large) == "PayloadTooLargeException"


def test_a_phone_that_does_not_read_is_given_up_and_keeps_nobody_waiting(local: Local) -> None:
    management = local.aws("apigatewaymanagementapi")
    host, port = local.address.split(":")
    with socket.socket() as wire, local.socket() as other:
        wire.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        wire.connect((host, int(port)))
        wire.sendall(HANDSHAKE.replace(b"/ws", b"/ws?deaf=1") + b"\r\n")
        deaf_id = local.wait_for(
            lambda: [note["id"] for note in local.seen(kind="connect") if "deaf" in note["query"]]
        )[0]

        def fill() -> None:
            while True:
                management.post_to_connection(ConnectionId=deaf_id, Data=b"x" * MESSAGE_LIMIT)

        with ThreadPoolExecutor(1) as pool:
            filling = pool.submit(fill)
            assert ask(other, "echo on") == "on"
            with pytest.raises(management.exceptions.GoneException):
                filling.result(10)
        local.wait_for(lambda: local.seen(kind="disconnect", id=deaf_id))


def test_sixty_phones_that_push_to_each_other_never_block(local: Local) -> None:
    with ExitStack() as stack:
        phones = [stack.enter_context(local.socket()) for _ in range(60)]
        ids = [ask(phone, "id") for phone in phones]

        def play(index: int) -> list[str]:
            for turn in range(3):
                phones[index].send(f"to {ids[(index + turn + 1) % 60]} from {index}")
            return [str(phones[index].recv(timeout=10)) for _ in range(3)]

        with ThreadPoolExecutor(60) as pool:
            heard = list(pool.map(play, range(60)))

    assert sorted(heard[10]) == sorted(f"from {index}" for index in (9, 8, 7))


def test_a_silent_connection_and_an_old_one_are_closed() -> None:
    limits = Limits(idle_seconds=0.3, life_seconds=0.7)
    with local_server(limits=limits) as local, local.socket() as silent, local.socket() as busy:

        def chat() -> None:
            with suppress(ConnectionClosed):
                while True:
                    busy.send("echo x")
                    time.sleep(0.1)

        chatting = threading.Thread(target=chat)
        chatting.start()
        silent_code = closing_code(silent)
        still_open = busy.state.name
        busy_code = closing_code(busy)
        chatting.join()

    assert (silent_code, still_open, busy_code) == (1001, "OPEN", 1001)


@pytest.mark.parametrize(
    ("client", "server", "allowed"),
    [
        ("127.0.0.1", "127.0.0.1", True),
        ("::1", "::1", True),
        ("192.168.1.5", "192.168.1.5", True),
        ("192.168.1.9", "192.168.1.5", False),
        ("", "192.168.1.5", False),
    ],
)
def test_only_this_machine_may_push_and_queue(client: str, server: str, allowed: bool) -> None:
    assert from_this_machine({"client": (client, 1), "server": (server, 2)}) is allowed
