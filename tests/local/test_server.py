"""The server as a process: what it prints, what it keeps, and how it ends."""

import json
import os
import re
import shlex
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from infra.local.child import running
from infra.local.settings import (
    Addresses,
    BadSettings,
    Settings,
    app_environment,
    begin_log,
    bind,
    data_folder,
)
from infra.tenants import __main__ as tenants
from tests.local.conftest import TOY, wait_for
from tests.local.test_store import is_running

ROOT = Path(__file__).parents[2]
COMMAND = [sys.executable, "-m", "infra.local"]


class Process:
    """A server and the lines it greets with."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        assert process.stdout
        self.process = process
        self.lines = [process.stdout.readline().strip()]
        while not self.lines[-1].startswith("curl"):
            self.lines.append(process.stdout.readline().strip())
            assert process.poll() is None
        self.url = re.findall(r"http://[^ ]+", self.lines[0])[0]

    def end(self, number: int) -> tuple[int, float]:
        """Its exit code and how long it took to end."""
        began = time.monotonic()
        self.process.send_signal(number)
        return self.process.wait(10), time.monotonic() - began


@contextmanager
def server(environment: dict[str, str], **settings: str) -> Iterator[Process]:
    process = subprocess.Popen(
        COMMAND,
        cwd=TOY,
        env=environment | settings,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        yield Process(process)
    finally:
        process.kill()
        process.communicate()


def refused(environment: dict[str, str], **settings: str) -> str:
    """The one line that a server which cannot start prints."""
    done = subprocess.run(
        COMMAND, cwd=TOY, env=environment | settings, capture_output=True, text=True, timeout=20
    )
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (1, "", 1)
    return done.stderr


def test_it_says_where_it_listens_and_the_example_works_as_printed(environment: dict[str, str]) -> None:
    with server(environment) as running:
        assert running.lines[0].startswith(f"Listening on {running.url} (")
        assert "ws://" in running.lines[1]
        printed = shlex.split(running.lines[-1])
        assert printed[:4] == ["curl", "-s", "-X", "POST"]
        answer = subprocess.run([*printed, "-i"], capture_output=True, text=True, check=True).stdout
        # The toy app has no rooms: what counts is that the request arrived whole.
        assert answer.startswith("HTTP/1.1 404 ")
        assert json.loads(printed[-1]) == {"game": "espia", "nickname": "Ana"}


def test_ctrl_c_ends_it_cleanly_and_soon_whatever_is_under_way(environment: dict[str, str]) -> None:
    with server(environment) as running:
        slow = socket.create_connection(("127.0.0.1", int(running.url.rpartition(":")[2])))
        slow.sendall(b"GET /slow HTTP/1.1\r\nHost: x\r\n\r\n")
        time.sleep(0.05)
        code, seconds = running.end(signal.SIGINT)
        assert running.process.stderr
        said = running.process.stderr.read()
        slow.close()

    assert (code, said) == (0, "")
    assert seconds < 3


def descendants(pid: int) -> list[int]:
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [grown for child in children for grown in (int(child), *descendants(int(child)))]


def test_with_a_folder_rooms_and_the_secret_outlive_a_restart_and_only_one_server_has_it(
    environment: dict[str, str], tmp_path: Path
) -> None:
    kept: list[Any] = []
    for _ in range(2):
        with server(environment, DATA=str(tmp_path / "data")) as running:
            if not kept:
                httpx.post(f"{running.url}/rows", json={}).raise_for_status()
                assert "another server uses" in refused(environment, DATA=str(tmp_path / "data"))
            kept.append(httpx.get(f"{running.url}/rows").json())
            assert running.end(signal.SIGTERM)[0] == 0

    assert kept[0] == kept[1]
    assert kept[0]["count"] == 1
    assert (tmp_path / "data" / "token-secret").stat().st_mode & 0o777 == 0o600


def test_with_a_log_each_request_is_found_in_it_by_its_id(tmp_path: Path) -> None:
    with running(ROOT, LOG=str(tmp_path / "requests.log")) as url:
        answers = [
            httpx.post(f"{url}/v1/rooms", json={"game": game, "nickname": "Ana"}) for game in ("espia", "x")
        ]
    lines = [json.loads(line) for line in (tmp_path / "requests.log").read_text().splitlines()]

    for answer in answers:
        (line,) = (each for each in lines if each.get("request_id") == answer.headers["X-Request-Id"])
        assert ("/v1/rooms", answer.status_code) == (line["route"], line["status"])


def test_two_servers_side_by_side_share_nothing_and_neither_leaves_its_store_behind(
    environment: dict[str, str],
) -> None:
    with server(environment) as one, server(environment) as other:
        httpx.post(f"{one.url}/rows", json={}).raise_for_status()
        mine, theirs = (httpx.get(f"{each.url}/rows").json() for each in (one, other))
        family = descendants(one.process.pid)
        os.kill(one.process.pid, signal.SIGKILL)
        wait_for(lambda: not any(is_running(pid) for pid in family))
        assert httpx.get(f"{other.url}/rows").json() == theirs

    assert len(family) == 2
    assert (mine["count"], theirs["count"]) == (1, 0)
    assert mine["secret"] != theirs["secret"]


def test_nobody_takes_the_id_of_the_tenant_that_needs_no_key_whatever_it_is_called(
    environment: dict[str, str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_DEFAULT_REGION"):
        monkeypatch.setenv(name, "")  # the command chooses them for its own process
    with server(environment, OPEN_TENANT="club") as running:
        refused, made = (tenants.main(["--server", running.url, "create", id]) for id in ("club", "demo"))

    assert (1, 0) == (refused, made)
    assert "error: tenant_exists\n" == capsys.readouterr().err


def test_a_port_in_use_is_told_in_one_line(environment: dict[str, str]) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])

        assert f"port {port}: Address already in use" in refused(environment, PORT=port)


@pytest.mark.parametrize(
    ("settings", "told"),
    [
        ({"PORT": "http"}, "PORT must be a number"),
        ({"PORT": "70000"}, "PORT must be a number"),
        ({"TIME_SCALE": "fast"}, "TIME_SCALE must be a whole number"),
        ({"TIME_SCALE": "0"}, "TIME_SCALE must be a whole number"),
        ({"STORE": "mongo"}, "STORE must be one of dynoxide, ministack"),
        ({"OPEN_PLAN": "fre"}, "OPEN_PLAN must be one of free, "),
        ({"JOIN_URL": "https://play.example/r"}, "JOIN_URL must say where the code goes"),
    ],
)
def test_settings_that_cannot_be_are_refused(settings: dict[str, str], told: str) -> None:
    with pytest.raises(BadSettings, match=told):
        Settings.from_environment(settings)


def test_an_address_or_a_folder_that_cannot_be_taken_is_refused() -> None:
    with (
        pytest.raises(BadSettings, match=r"cannot listen on 203\.0\.113\.77"),
        bind(Settings(host="203.0.113.77")),
    ):
        pass
    with pytest.raises(BadSettings, match="cannot keep data in"), data_folder(Path("/dev/null/x")):
        pass
    with pytest.raises(BadSettings, match="cannot write the log"):
        begin_log(Path("/dev/null/x"))


def test_the_app_never_meets_the_account_of_the_developer() -> None:
    given = {"AWS_ACCESS_KEY_ID": "AKIA", "AWS_ENDPOINT_URL_SQS": "https://elsewhere", "NO_PROXY": "corp"}
    found = app_environment(Settings(), Addresses("a:1", "b:2"), "http://store", "secret", given)

    assert found["AWS_ACCESS_KEY_ID"] == "local"
    assert found["AWS_ENDPOINT_URL_SQS"].startswith("http://a:1/")
    assert found["NO_PROXY"] == "corp,127.0.0.1,localhost"
    assert found["WS_URL"] == "ws://b:2/ws"
    assert found["WS_ENDPOINT"] == "http://a:1/ws"


def test_as_a_child_it_is_there_for_one_block_and_for_other_devices_names_an_address_they_can_reach() -> None:
    with running(TOY, HOST="0.0.0.0") as url:
        answer = httpx.post(f"{url}/rows", json={}).json()
    with pytest.raises(httpx.ConnectError):
        httpx.get(f"{url}/health")

    assert url.startswith("http://127.0.0.1:")
    assert "0.0.0.0" not in answer["url"]
