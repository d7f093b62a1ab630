"""Starts the whole: takes the port, starts the store, makes the tables, imports the app, serves it."""

import importlib
import json
import logging
import os
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final, NoReturn

import boto3
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from infra.local import answers
from infra.local.gateway import Gateway
from infra.local.settings import (
    ALARM_QUEUE,
    NEVER_TAKEN,
    Addresses,
    BadSettings,
    Settings,
    app_environment,
    begin_log,
    bind,
    data_folder,
)
from infra.local.sockets import MESSAGE_LIMIT
from infra.local.store import StoreFailed, store
from infra.local.wire import new_request_id
from infra.tables import create_tables

FAILED: Final = 1


class Protocol(H11Protocol):
    """HTTP whose refusal of what is no HTTP is a problem like every other."""

    def send_400_response(self, msg: str) -> None:
        """Answer what could not be parsed, and close."""
        request_id = new_request_id()
        body = answers.BAD_REQUEST.body(request_id).encode()
        headers = answers.BAD_REQUEST.headers(request_id) | {
            "Content-Length": str(len(body)),
            "Connection": "close",
        }
        lines = ["HTTP/1.1 400 Bad Request", *(f"{name}: {value}" for name, value in headers.items())]
        self.transport.write("\r\n".join([*lines, "", ""]).encode() + body)
        self.transport.close()


class Server(uvicorn.Server):
    """A uvicorn server around a gateway, which begins and ends with it."""

    def __init__(self, gateway: Gateway, ready: Callable[[], None]) -> None:
        super().__init__(
            uvicorn.Config(
                gateway,
                http=Protocol,
                ws="websockets-sansio",
                ws_max_size=MESSAGE_LIMIT,
                ws_per_message_deflate=False,
                ws_ping_interval=20,
                ws_ping_timeout=20,
                lifespan="off",
                log_config=None,
                log_level=logging.CRITICAL,
                access_log=False,
                proxy_headers=False,
                server_header=False,
                timeout_keep_alive=75,
                timeout_graceful_shutdown=1,
                backlog=2048,
            )
        )
        self._gateway = gateway
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to serve."""
        await super().startup(sockets)
        self._gateway.start()
        self._ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Let what is under way end, for a moment."""
        self._gateway.stop()
        await super().shutdown(sockets)


@contextmanager
def serving(gateway: Gateway, listening: socket.socket) -> Iterator[None]:
    """Serve in a thread while the block runs; for tests and measurements."""
    ready = threading.Event()
    server = Server(gateway, ready.set)
    thread = threading.Thread(target=server.run, args=([listening],), daemon=True)
    thread.start()
    try:
        if not ready.wait(10):
            raise RuntimeError("the local server did not start")
        yield
    finally:
        server.should_exit = True
        thread.join(10)


def main() -> int:
    """Run the local server until it is told to end; its exit code."""
    signal.signal(signal.SIGTERM, _interrupt)
    try:
        run(Settings.from_environment(os.environ))
    except (BadSettings, StoreFailed) as error:
        print(f"error: {error}", file=sys.stderr)
        return FAILED
    except KeyboardInterrupt:
        pass
    return 0


def run(settings: Settings) -> None:
    """Run a server with these settings; raises KeyboardInterrupt when it is told to end."""
    began = time.monotonic()
    with (
        bind(settings) as listening,
        data_folder(settings.data) as token_secret,
        store(settings.store, settings.data) as store_url,
    ):
        addresses = Addresses.of(listening)
        for name in NEVER_TAKEN:
            os.environ.pop(name, None)
        os.environ |= app_environment(settings, addresses, store_url, token_secret, os.environ)
        create_tables(boto3.client("dynamodb"), os.environ["ROOMS_TABLE"])
        if settings.log:
            begin_log(settings.log)
        sys.path.insert(0, os.getcwd())
        app = importlib.import_module("app").app
        about = {
            "store": store_url,
            "table": os.environ["ROOMS_TABLE"],
            "open_tenant": os.environ["OPEN_TENANT"],
        }
        gateway = Gateway(app, base_url=f"http://{addresses.own}", control=settings.control, about=about)
        if ALARM_QUEUE not in gateway.queues:
            raise BadSettings(f"the app has no function for the queue {ALARM_QUEUE}")
        Server(gateway, lambda: _greet(settings, addresses, time.monotonic() - began)).run([listening])


def _interrupt(*_: Any) -> NoReturn:
    raise KeyboardInterrupt


def _greet(settings: Settings, addresses: Addresses, seconds: float) -> None:
    kept = f"rooms kept in {settings.data}" if settings.data else "rooms in memory"
    pace = "" if settings.time_scale == "1" else f", game time {settings.time_scale} times as fast"
    body = json.dumps({"game": "espia", "nickname": "Ana"}, separators=(",", ":"))
    print(f"Listening on http://{addresses.own} ({settings.store}, {kept}{pace}; {seconds:.1f} s)")
    print(f"  WebSocket    {os.environ['WS_URL']}")
    if addresses.public != addresses.own:
        print(f"  other devices http://{addresses.public}")
    print("  make a room:")
    print(
        f"  curl -s -X POST http://{addresses.own}/v1/rooms -H 'Content-Type: application/json' -d '{body}'",
        flush=True,
    )
