"""A server of somebody else's, to be called by a test: it answers as it is told, however badly."""

import socket
import ssl
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field

OK = b"HTTP/1.1 204 No Content\r\n\r\n"

Behave = Callable[[socket.socket], None]


@dataclass
class Request:
    """What came in."""

    line: str
    headers: dict[str, str]
    body: bytes


@dataclass
class Receiver:
    """Listens on this machine; `behave` gets each connection after its request was read."""

    address: str
    behave: Behave
    requests: list[Request] = field(default_factory=list)

    @property
    def port(self) -> int:
        return int(self.address.rpartition(":")[2])


def answering(answer: bytes) -> Behave:
    """Say this, and close."""
    return lambda wire: wire.sendall(answer)


def status(code: int, *headers: str) -> bytes:
    """The least of an answer."""
    return "\r\n".join([f"HTTP/1.1 {code} x", *headers, "Content-Length: 0", "", ""]).encode()


@contextmanager
def receiving(behave: Behave | None = None, trust: ssl.SSLContext | None = None) -> Iterator[Receiver]:
    """A receiver, while the block runs."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        receiver = Receiver(f"127.0.0.1:{listening.getsockname()[1]}", behave or answering(OK))

        def serve() -> None:
            with suppress(OSError):
                while True:
                    wire, _ = listening.accept()
                    threading.Thread(target=handle, args=(wire,), daemon=True).start()

        def handle(wire: socket.socket) -> None:
            with suppress(OSError), wire:
                wire.settimeout(10)
                with trust.wrap_socket(wire, server_side=True) if trust else wire as speaking:
                    receiver.requests.append(read(speaking))
                    receiver.behave(speaking)

        threading.Thread(target=serve, daemon=True).start()
        yield receiver
        with suppress(OSError):
            listening.shutdown(socket.SHUT_RDWR)


def read(wire: socket.socket) -> Request:
    """One request, whole."""
    with wire.makefile("rb") as lines:
        line = lines.readline().decode().rstrip()
        headers: dict[str, str] = {}
        while raw := lines.readline().decode().rstrip():
            name, _, value = raw.partition(": ")
            headers[name.lower()] = value
        return Request(line, headers, lines.read(int(headers["content-length"])))
