"""Calls the servers of others, and only where `tenants.addresses` allows it.

A name is looked up once, each address that it has is judged, and the socket is connected to one of these very
addresses: there is no second look-up that could find another. Nothing is followed, and of an answer only the
status is of interest.
"""

import socket
import ssl
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import cache
from http.client import HTTPConnection, HTTPException
from threading import Thread, Timer
from typing import Any, Final

from chalicelib.tenants.addresses import PORTS, Target, is_public, read_url
from chalicelib.tenants.webhooks import Answer, Trouble

CONNECT_S: Final = 3.0
"""For looking the name up, and again for connecting."""
TOTAL_S: Final = 10.0
REST_S: Final = 30.0
"""A URL that let us wait in vain is not called by this process for so long."""
MOST_READ: Final = 1024
"""Of an answer's body: so much, so that most connections end without a reset."""

Resolve = Callable[[str, int], list[str]]
"""The addresses of a host; raises `OSError`."""


def resolve(host: str, port: int) -> list[str]:
    """What the system finds, in the order in which it would try them."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(address[0]) for *_, address in found))


class HttpSender:
    """Implements `Sender`; `local` allows any address, for development."""

    def __init__(
        self,
        *,
        local: bool = False,
        resolve: Resolve = resolve,
        connect_s: float = CONNECT_S,
        total_s: float = TOTAL_S,
    ) -> None:
        """Call nobody yet."""
        self._local, self._resolve = local, resolve
        self._connect_s, self._total_s = connect_s, total_s
        self._resting: dict[str, float] = {}

    def post(self, url: str, headers: Mapping[str, str], body: bytes) -> Answer:
        """Send the body, once; whatever goes wrong is told in the answer."""
        ends_at = time.monotonic() + self._total_s
        if self._resting.get(url, 0) > time.monotonic():
            return Answer(trouble=Trouble.RESTING)
        try:
            target = read_url(url, local=self._local)
        except ValueError:
            return Answer(trouble=Trouble.ADDRESS_NOT_ALLOWED)
        try:
            addresses = self._addresses(target)
            if not (self._local or all(map(is_public, addresses))):
                return Answer(trouble=Trouble.ADDRESS_NOT_ALLOWED)
            return Answer(self._status(target, addresses, headers, body, ends_at))
        except ssl.SSLCertVerificationError:
            return Answer(trouble=Trouble.NOT_TRUSTED)
        except (OSError, HTTPException, ValueError) as trouble:
            if not isinstance(trouble, TimeoutError) and time.monotonic() < ends_at:
                return Answer(trouble=Trouble.UNREACHABLE)
            self._rest(url)
            return Answer(trouble=Trouble.TIMEOUT)

    def _rest(self, url: str) -> None:
        """Leave a URL alone for a while: whenever it is waited for in vain, others wait as well."""
        now = time.monotonic()
        self._resting = {each: until for each, until in self._resting.items() if until > now}
        self._resting[url] = now + REST_S

    def _addresses(self, target: Target) -> list[str]:
        """Look the name up, in a thread of its own: the system may take as long as it likes."""
        found: list[Any] = []

        def look() -> None:
            try:
                found.append(self._resolve(target.host, target.port))
            except Exception as trouble:
                found.append(trouble)

        looking = Thread(target=look, daemon=True)
        looking.start()
        looking.join(self._connect_s)
        if not found:
            raise TimeoutError
        if isinstance(found[0], Exception):
            raise found[0]
        addresses: list[str] = found[0]
        return addresses

    def _status(
        self, target: Target, addresses: list[str], headers: Mapping[str, str], body: bytes, ends_at: float
    ) -> int:
        """The status of the answer. However slowly it drips in, the socket is shut at the end of the time."""
        wire = self._connected(target, addresses)
        left_s = ends_at - time.monotonic()
        wire.settimeout(max(0.01, left_s))
        end = Timer(left_s, _shut, [wire])
        end.daemon = True
        end.start()
        connection = HTTPConnection(target.host, target.port)
        connection.default_port = PORTS[target.scheme]  # as which it is left out of the Host header
        connection.sock = wire  # so that it connects to nothing by itself
        try:
            connection.request("POST", target.path, body, {**headers, "Connection": "close"})
            answer = connection.getresponse()
            with suppress(OSError, HTTPException):
                answer.read1(MOST_READ)
            return answer.status
        finally:
            end.cancel()
            connection.close()

    def _connected(self, target: Target, addresses: list[str]) -> socket.socket:
        """A socket to the first of the addresses that answers; in TLS, to who is called like the host."""
        ends_at = time.monotonic() + self._connect_s
        trouble: OSError = ConnectionError("no address")
        for address in addresses:
            try:
                wire = socket.create_connection((address, target.port), max(0.01, ends_at - time.monotonic()))
            except OSError as refused:
                trouble = refused
                continue
            if target.scheme == "http":
                return wire
            try:
                wire.settimeout(max(0.01, ends_at - time.monotonic()))
                return _trust().wrap_socket(wire, server_hostname=target.host)
            except BaseException:
                wire.close()
                raise
        raise trouble


@cache
def _trust() -> ssl.SSLContext:
    """Whom to believe who they are; reading that takes a while."""
    return ssl.create_default_context()


def _shut(wire: socket.socket) -> None:
    """Wake whoever waits for it; past TLS, which would want to say goodbye."""
    with suppress(OSError):
        socket.socket.shutdown(wire, socket.SHUT_RDWR)
