"""A running local server around the toy app, and the clients that talk to it."""

import importlib.util
import os
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import boto3
import httpx
import pytest
from botocore.config import Config
from websockets.sync.client import ClientConnection, connect

from infra.local.gateway import Gateway
from infra.local.queue import Queue
from infra.local.server import serving
from infra.local.settings import ALARM_QUEUE, Addresses, Settings, app_environment, bind

TOY = Path(__file__).parent / "toy"


@dataclass(frozen=True)
class Local:
    """One server, in this process."""

    toy: Any
    gateway: Gateway
    address: str
    http: httpx.Client

    @property
    def queue(self) -> Queue:
        return self.gateway.queues[ALARM_QUEUE]

    def aws(self, service: str) -> Any:
        """A plain boto3 client of one of the services that the server stands for."""
        where = {"apigatewaymanagementapi": "/ws", "sqs": "/_local/sqs"}[service]
        return boto3.client(
            service,
            endpoint_url=f"http://{self.address}{where}",
            region_name="eu-west-1",
            aws_access_key_id="local",
            aws_secret_access_key="local",
            config=Config(retries={"total_max_attempts": 1}),
        )

    def socket(self, query: str = "", **options: Any) -> ClientConnection:
        return connect(f"ws://{self.address}/ws{query}", **options)

    def seen(self, **what: Any) -> list[dict[str, Any]]:
        """What the app's functions noted, as far as it matches."""
        return [note for note in list(self.toy.seen) if what.items() <= note.items()]

    def wait_for(self, condition: Callable[[], Any], seconds: float = 5) -> Any:
        return wait_for(condition, seconds)


def wait_for(condition: Callable[[], Any], seconds: float = 5) -> Any:
    """What the condition gives once it is true."""
    ends = time.monotonic() + seconds
    while not (result := condition()):
        assert time.monotonic() < ends, "it did not happen in time"
        time.sleep(0.01)
    return result


@contextmanager
def local_server(**options: Any) -> Iterator[Local]:
    spec = importlib.util.spec_from_file_location("toy_app", TOY / "app.py")
    assert spec and spec.loader
    toy = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(toy)
    with bind(Settings(port=0)) as listening:
        addresses = Addresses.of(listening)
        toy.settings = app_environment(Settings(), addresses, "http://127.0.0.1:1", "secret", {})
        gateway = Gateway(toy.app, base_url=f"http://{addresses.own}", **options)
        with (
            serving(gateway, listening),
            httpx.Client(base_url=f"http://{addresses.own}", timeout=10) as http,
        ):
            yield Local(toy, gateway, addresses.own, http)


@pytest.fixture(scope="session")
def pictures(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("decks") / "pictures"
    (root / "om").mkdir(parents=True)
    (root / "om" / "1F3CA.svg").write_text("<svg/>")
    (root / "om" / "LICENSE.txt").write_text("CC BY-SA")
    (root.parent / "secret.svg").write_text("no")
    (root / "om" / "way-out.svg").symlink_to(root.parent / "secret.svg")
    return root


@pytest.fixture(scope="session")
def local(pictures: Path) -> Iterator[Local]:
    """One server for most tests, with short times."""
    with local_server(
        picture_root=pictures, control=True, visibility_seconds=0.1, minute=0.3, request_seconds=0.5
    ) as server:
        yield server


@pytest.fixture
def raw(local: Local) -> Callable[[bytes], bytes]:
    """Sends bytes as they are; gives what comes back until the server closes or falls silent."""

    def exchange(content: bytes) -> bytes:
        host, port = local.address.split(":")
        answer = b""
        with socket.create_connection((host, int(port)), timeout=0.15) as wire:
            try:
                wire.sendall(content)
                while part := wire.recv(65536):
                    answer += part
            except (TimeoutError, ConnectionError):
                pass
        return answer

    return exchange


@pytest.fixture
def environment() -> dict[str, str]:
    """The environment for a server in a process of its own, around the toy app."""
    unset = {"PORT", "HOST", "STORE", "DATA", "TIME_SCALE", "CHAOS"}
    kept = {name: value for name, value in os.environ.items() if name not in unset}
    return kept | {"PYTHONPATH": str(TOY.parents[2]), "PORT": "0"}
