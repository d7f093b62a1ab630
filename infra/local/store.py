"""The local DynamoDB: a pinned dynoxide or ministack, installed at first use and run as a child process.

with store() as endpoint_url: ...
"""

import fcntl
import hashlib
import os
import platform
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import IO, Final
from urllib.error import HTTPError
from urllib.request import ProxyHandler, build_opener

HERE: Final = Path(__file__).parent
KEEPER: Final = HERE / "keeper.py"
NODE_MODULES: Final = HERE / "node_modules"
MINISTACK: Final = HERE.parents[1] / ".venv-ministack"

READY_SECONDS: Final = 30.0
ATTEMPTS: Final = 3
KINDS: Final = ("dynoxide", "ministack")


class StoreFailed(Exception):
    """The store could not be installed or did not start; says why."""


@contextmanager
def store(kind: str | None = None, data: Path | None = None) -> Iterator[str]:
    """Run a store and give its endpoint URL.

    It keeps what it holds in the folder `data`, or else in memory only. It ends with the block, or with this
    process, however that ends.
    """
    run = {"dynoxide": _dynoxide, "ministack": _ministack}.get(kind or default_kind())
    if run is None:
        raise StoreFailed(f"there is no store {kind!r}; choose one of {', '.join(KINDS)}")
    if data:
        data.mkdir(parents=True, exist_ok=True)
    with child_on_a_free_port(partial(run, data=data)) as endpoint_url:
        yield endpoint_url


@contextmanager
def child_on_a_free_port(run: Callable[[int], tuple[list[str], dict[str, str]]]) -> Iterator[str]:
    """Run the command that `run` gives for a port, with its environment; gives the address, once it answers.

    It ends with the block, or with this process, however that ends.
    """
    for attempts_left in reversed(range(ATTEMPTS)):
        with tempfile.TemporaryFile() as output:
            port = _free_port()
            command, environment = run(port)
            child = _start(command, environment, output)
            try:
                if not _ready(port, child):
                    if attempts_left:
                        continue  # Most likely another process took the port in between.
                    output.seek(0)
                    words = output.read().decode("utf-8", "replace").strip()
                    raise StoreFailed(f"{command[0]} did not start: {words[-2000:]}")
                yield f"http://127.0.0.1:{port}"
                return
            finally:
                _end(child)


def default_kind() -> str:
    """The store for this machine: dynoxide where its binary exists."""
    has_binary = sys.platform == "linux" and platform.machine().lower() in ("x86_64", "amd64")
    return "dynoxide" if has_binary else "ministack"


def install(kind: str) -> None:
    """Install a store if it is not there yet in the locked version."""
    if kind == "dynoxide":
        _once(NODE_MODULES, HERE / "package-lock.json", _install_dynoxide)
    else:
        _once(MINISTACK, HERE / "requirements-ministack.txt", _install_ministack)


def _dynoxide(port: int, data: Path | None) -> tuple[list[str], dict[str, str]]:
    install("dynoxide")
    command = [str(NODE_MODULES / "@dynoxide" / "linux-x64" / "dynoxide"), "serve"]
    command += ["--host", "127.0.0.1", "--port", str(port)]
    return command + (["--db-path", str(data / "dynoxide.db")] if data else []), {}


def _ministack(port: int, data: Path | None) -> tuple[list[str], dict[str, str]]:
    install("ministack")
    environment = {
        "BIND_HOST": "127.0.0.1",
        "GATEWAY_PORT": str(port),
        "SERVICES": "dynamodb",
        "LOG_LEVEL": "WARNING",
        "PERSIST_STATE": "1" if data else "0",
    }
    if data:
        environment["STATE_DIR"] = str(data / "ministack")
    return [str(MINISTACK / "bin" / "ministack")], environment


def _install_dynoxide() -> None:
    if not shutil.which("npm"):
        raise StoreFailed("dynoxide is installed with npm, which is not here; STORE=ministack needs none")
    _run_installer(["npm", "ci", "--no-audit", "--no-fund"])


def _install_ministack() -> None:
    print("Installing ministack, once …", file=sys.stderr)
    _run_installer([sys.executable, "-m", "venv", "--clear", str(MINISTACK)])
    pip = [
        str(MINISTACK / "bin" / "python"),
        "-m",
        "pip",
        "install",
        "--quiet",
        "--disable-pip-version-check",
    ]
    _run_installer([*pip, "--require-hashes", "-r", "requirements-ministack.txt"])


def _run_installer(command: list[str]) -> None:
    done = subprocess.run(
        command, cwd=HERE, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    )
    if done.returncode:
        words = done.stdout.decode("utf-8", "replace").strip()
        raise StoreFailed(f"{' '.join(command[:3])} failed: {words[-2000:]}")


def _once(folder: Path, lock: Path, install: Callable[[], None]) -> None:
    """Install into a folder unless it holds what the lock says, one process at a time."""
    digest = hashlib.sha256(lock.read_bytes()).hexdigest()
    mark = folder / ".installed-lock"
    with (HERE / f".install-{lock.stem}.lock").open("w") as guard:
        fcntl.flock(guard, fcntl.LOCK_EX)
        if mark.is_file() and mark.read_text() == digest:
            return
        install()
        mark.write_text(digest)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _start(command: list[str], environment: dict[str, str], output: IO[bytes]) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-I", "-S", str(KEEPER), *command],
        stdin=subprocess.PIPE,
        stdout=output,
        stderr=output,
        env=os.environ | environment,
        start_new_session=True,  # Ctrl-C is for us; the store ends when we are done with it.
    )


def _ready(port: int, child: subprocess.Popen[bytes]) -> bool:
    """Wait until the child answers HTTP; False when it ended or took too long."""
    opener = build_opener(ProxyHandler({}))
    ends = time.monotonic() + READY_SECONDS
    while child.poll() is None and time.monotonic() < ends:
        try:
            opener.open(f"http://127.0.0.1:{port}/", timeout=1).close()
        except HTTPError:
            pass
        except OSError:
            time.sleep(0.01)
            continue
        return child.poll() is None
    return False


def _end(child: subprocess.Popen[bytes]) -> None:
    """Let the keeper end the store, and wait until it has."""
    assert child.stdin
    child.stdin.close()
    try:
        child.wait(10)
    except subprocess.TimeoutExpired:
        child.kill()
        child.wait()
