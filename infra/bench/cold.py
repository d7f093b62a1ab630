"""The price of a cold start: importing what is deployed, as a multiple of the smallest app with its clients.

Every function of the service imports the same module, `app`, and on AWS its clients are made by that import:
there is one figure for all entry points. Each process is measured by itself, as the least CPU time of several
runs taken in rotation, with bytecode for all of it.
"""

import os
import platform
import sys
import tempfile
import time
from collections.abc import Iterable
from itertools import accumulate
from pathlib import Path
from typing import Final
from zipfile import ZipFile

from infra.package.build import package

BAR: Final = 1.35
PATIENCE_S: Final = 30.0
MOST_ROUNDS: Final = 15

HELLO: Final = """
import boto3
from chalice.app import Chalice
app = Chalice(app_name="hello")
session = boto3.Session()
session.client("dynamodb")
session.client("apigatewaymanagementapi", endpoint_url="https://sockets.example/prod")
@app.route("/")
def hello():
    return {}
"""
CLIENTS: Final = """
from chalicelib.adapters import aws
aws.dynamodb(), aws.sqs(), aws.sockets("https://sockets.example/prod")
"""
PYDANTIC: Final = "from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, create_model"
GAMES: Final = "import chalicelib.games.registry"

STEPS: Final = {
    "Python itself": "import gc; gc.disable()",
    "chalice": "import chalice.app",
    "AWS clients": CLIENTS,
    "pydantic": PYDANTIC,
    "games and mechanics": GAMES,
    "all the rest": "import app",
}
"""Each part, measured as what it adds to those before it."""

ENVIRONMENT: Final = {
    "AWS_LAMBDA_FUNCTION_NAME": "bench",
    "AWS_DEFAULT_REGION": "eu-west-1",
    "AWS_ACCESS_KEY_ID": "bench",
    "AWS_SECRET_ACCESS_KEY": "bench",
    "AWS_EC2_METADATA_DISABLED": "true",
    "ROOMS_TABLE": "bench",
    "ALARM_QUEUE_URL": "https://queue.example/bench",
    "WEBHOOK_QUEUE_URL": "https://queue.example/webhooks",
    "TOKEN_SECRET": "bench",
    "OPEN_TENANT": "demo",
    "WS_URL": "wss://sockets.example/prod",
    "WS_ENDPOINT": "https://sockets.example/prod",
    "JOIN_URL": "https://play.example/{code}",
    "ASSET_BASE": "https://pictures.example",
    "STACK": "bench",
}


def report() -> list[str]:
    """Lines for people: each part, and the whole with its bar."""
    architecture = "arm64" if platform.machine() in ("aarch64", "arm64") else "x86_64"
    with tempfile.TemporaryDirectory() as temporary:
        built, unpacked = Path(temporary, "built"), Path(temporary, "unpacked")
        package("dev", architecture, built)
        with ZipFile(built / "deployment.zip") as archive:
            archive.extractall(unpacked)
        hello, *steps = _least([HELLO, *_cumulated(STEPS.values())], unpacked)
    parts = [after - before for before, after in zip([0.0, *steps], steps, strict=False)]
    return [
        f"cold start: importing what is deployed, in any function; the bare app takes {hello * 1000:.0f} ms",
        *(f"  {name:<22}{part / hello:5.2f} x the bare app" for name, part in zip(STEPS, parts, strict=True)),
        f"  {'together':<22}{steps[-1] / hello:5.2f} x the bare app   (bar {BAR})",
    ]


def _cumulated(codes: Iterable[str]) -> list[str]:
    """Each code after all those before it."""
    return list(accumulate(codes, lambda before, code: f"{before}\n{code}"))


def _least(codes: list[str], folder: Path) -> list[float]:
    """CPU seconds of a process for each code, the least of as many runs as there is time for."""
    environment = {**os.environ, **ENVIRONMENT, "PYTHONPATH": str(folder)}
    least = [float("inf")] * len(codes)
    ends = time.monotonic() + PATIENCE_S
    for number in range(MOST_ROUNDS):
        if number > 1 and time.monotonic() > ends:
            break
        for n, code in enumerate(codes):
            least[n] = min(least[n], _cpu(code, environment))
    return least


def _cpu(code: str, environment: dict[str, str]) -> float:
    child = os.posix_spawn(sys.executable, [sys.executable, "-s", "-c", code], environment)
    _, status, used = os.wait4(child, 0)
    if status:
        raise RuntimeError(f"this does not run: {code}")
    return used.ru_utime + used.ru_stime
