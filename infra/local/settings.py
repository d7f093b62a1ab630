"""What the environment says about the local server, and the environment that it gives to the app."""

import fcntl
import ipaddress
import logging
import os
import secrets
import socket
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Self

from chalicelib.tenants.plans import plans
from infra.local.sqs import PATH as SQS_PATH
from infra.local.sqs import queue_url
from infra.local.store import KINDS, default_kind
from infra.tables import ROOMS_TABLE

ALARM_QUEUE: Final = "tapadillo-alarms"
WEBHOOK_QUEUE: Final = "tapadillo-webhooks"
REGION: Final = "eu-west-1"
SECRET_FILE: Final = "token-secret"
LOCAL_PLAN: Final = "local"


class BadSettings(Exception):
    """The server cannot start like this; says why in one line."""


@dataclass(frozen=True, slots=True)
class Settings:
    """A server's settings: PORT (0: a free one), HOST, TIME_SCALE, STORE, DATA, LOG; for tests CHAOS=1."""

    port: int = 8000
    host: str = "127.0.0.1"
    time_scale: str = "1"
    store: str = ""
    data: Path | None = None
    log: Path | None = None
    control: bool = False

    @classmethod
    def from_environment(cls, environment: Mapping[str, str]) -> Self:
        """Read and check them."""
        port = environment.get("PORT") or "8000"
        if not (port.isascii() and port.isdigit() and int(port) < 65536):
            raise BadSettings(f"PORT must be a number up to 65535, not {port!r}")
        time_scale = environment.get("TIME_SCALE") or "1"
        if not (time_scale.isascii() and time_scale.isdigit() and int(time_scale)):
            raise BadSettings(f"TIME_SCALE must be a whole number above 0, not {time_scale!r}")
        store = environment.get("STORE") or default_kind()
        if store not in KINDS:
            raise BadSettings(f"STORE must be one of {', '.join(KINDS)}, not {store!r}")
        plan = environment.get("OPEN_PLAN") or LOCAL_PLAN
        if plan not in plans():
            raise BadSettings(f"OPEN_PLAN must be one of {', '.join(plans())}, not {plan!r}")
        join_url = environment.get("JOIN_URL")
        if join_url and "{code}" not in join_url:
            raise BadSettings(f"JOIN_URL must say where the code goes, with {{code}}, unlike {join_url!r}")
        return cls(
            port=int(port),
            host=environment.get("HOST") or "127.0.0.1",
            time_scale=time_scale,
            store=store,
            data=Path(environment["DATA"]).absolute() if environment.get("DATA") else None,
            log=Path(environment["LOG"]).absolute() if environment.get("LOG") else None,
            control=environment.get("CHAOS") == "1",
        )


@dataclass(frozen=True, slots=True)
class Addresses:
    """Under what address the server is reached from here, and from other devices."""

    own: str
    public: str

    @classmethod
    def of(cls, listening: socket.socket) -> Self:
        """The addresses of a bound socket; one bound to every address is known to others by the network's."""
        host, port = listening.getsockname()[:2]
        everywhere = ipaddress.ip_address(host).is_unspecified
        own = "127.0.0.1" if everywhere else host
        return cls(_authority(own, port), _authority(network_address() if everywhere else host, port))


def _authority(host: str, port: int) -> str:
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


def network_address() -> str:
    """This machine's address in its network; asking the routing table sends nothing."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"


def bind(settings: Settings) -> socket.socket:
    """Take the server's port."""
    with ExitStack() as undo:
        try:
            family, kind, protocol, _, address = socket.getaddrinfo(
                settings.host, settings.port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
            )[0]
            listening = undo.enter_context(socket.socket(family, kind, protocol))
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listening.bind(address)
            # Listening already now makes a second server on this port fail at once, not when both are ready.
            listening.listen(2048)
        except OSError as error:
            where = f"{settings.host} port {settings.port}"
            reason = error.strerror or str(error)
            raise BadSettings(f"cannot listen on {where}: {reason}; PORT and HOST choose another") from None
        undo.pop_all()
        return listening


def begin_log(path: Path) -> None:
    """Append to a file what the functions would write into their logs in the cloud."""
    try:
        handler = logging.FileHandler(path, encoding="utf-8")
    except OSError as error:
        raise BadSettings(f"cannot write the log {path}: {error.strerror}") from None
    logging.getLogger().addHandler(handler)


@contextmanager
def data_folder(data: Path | None) -> Iterator[str]:
    """Take the data folder for one server; gives the secret of tokens, kept there or else for this run."""
    if data is None:
        yield secrets.token_urlsafe(32)
        return
    with ExitStack() as stack:
        try:
            data.mkdir(parents=True, exist_ok=True)
            guard = stack.enter_context((data / ".in-use").open("w"))
            fcntl.flock(guard, fcntl.LOCK_EX | fcntl.LOCK_NB)
            secret = _kept_secret(data / SECRET_FILE)
        except BlockingIOError:
            raise BadSettings(f"another server uses {data}") from None
        except OSError as error:
            raise BadSettings(f"cannot keep data in {data}: {error.strerror}") from None
        yield secret


def _kept_secret(path: Path) -> str:
    if not path.exists():
        fresh = path.with_name(path.name + ".new")
        fresh.unlink(missing_ok=True)
        with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(secrets.token_urlsafe(32))
        fresh.rename(path)
    return path.read_text()


NEVER_TAKEN: Final = ("AWS_PROFILE", "AWS_DEFAULT_PROFILE", "AWS_ENDPOINT_URL", "AWS_SESSION_TOKEN")
"""Variables of a developer's own AWS account, which the app must not see."""


def app_environment(
    settings: Settings, addresses: Addresses, store_url: str, token_secret: str, given: Mapping[str, str]
) -> dict[str, str]:
    """The variables that the app finds, as the stack would set them."""
    own, public = f"http://{addresses.own}", f"http://{addresses.public}"
    choosable = {
        "ROOMS_TABLE": ROOMS_TABLE,
        "TOKEN_SECRET": token_secret,
        "OPEN_TENANT": "demo",
        "OPEN_PLAN": LOCAL_PLAN,
        "WS_URL": f"ws://{addresses.public}/ws",
        "JOIN_URL": f"{public}/v1/rooms/{{code}}",
        "ASSET_BASE": f"{public}/pictures",
    }
    no_proxy = ",".join(filter(None, (given.get("NO_PROXY", given.get("no_proxy")), "127.0.0.1,localhost")))
    return {name: given.get(name) or value for name, value in choosable.items()} | {
        "TIME_SCALE": settings.time_scale,
        "ALARM_QUEUE_URL": queue_url(own, ALARM_QUEUE),
        "WEBHOOK_QUEUE_URL": queue_url(own, WEBHOOK_QUEUE),
        "WEBHOOKS_LOCAL": "1",
        "WS_ENDPOINT": f"{own}/ws",
        "AWS_ENDPOINT_URL_DYNAMODB": store_url,
        "AWS_ENDPOINT_URL_SQS": own + SQS_PATH,
        "AWS_DEFAULT_REGION": REGION,
        "AWS_REGION": REGION,
        "AWS_ACCESS_KEY_ID": "local",
        "AWS_SECRET_ACCESS_KEY": "local",
        "AWS_EC2_METADATA_DISABLED": "true",
        "AWS_CONFIG_FILE": os.devnull,
        "AWS_SHARED_CREDENTIALS_FILE": os.devnull,
        "NO_PROXY": no_proxy,
        "no_proxy": no_proxy,
    }
