"""The local AWS: ministack. It needs no Docker, runs functions as processes and enforces their policies."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from infra.local.store import MINISTACK, child_on_a_free_port, install

REGION: Final = "eu-west-1"
CREDENTIALS: Final = {"AWS_ACCESS_KEY_ID": "test", "AWS_SECRET_ACCESS_KEY": "test"}
"""Of the account's root, with ministack's own words."""


@contextmanager
def emulator() -> Iterator[dict[str, str]]:
    """Run the local AWS; gives the environment in which boto3 talks to it, as root. Keeps nothing."""
    install("ministack")
    with tempfile.TemporaryDirectory() as scratch:

        def run(port: int) -> tuple[list[str], dict[str, str]]:
            return [str(MINISTACK / "bin" / "ministack")], {
                **CREDENTIALS,
                "BIND_HOST": "127.0.0.1",
                "GATEWAY_PORT": str(port),
                "MINISTACK_REGION": REGION,
                "LAMBDA_EXECUTOR": "local",
                "AUTH": "true",
                "LOG_LEVEL": "WARNING",
                "PERSIST_STATE": "0",
                "TMPDIR": scratch,
            }

        with child_on_a_free_port(run) as endpoint_url:
            yield {
                **CREDENTIALS,
                "AWS_DEFAULT_REGION": REGION,
                "AWS_ENDPOINT_URL": endpoint_url,
                "AWS_CONFIG_FILE": os.devnull,
                "AWS_SHARED_CREDENTIALS_FILE": os.devnull,
                "AWS_EC2_METADATA_DISABLED": "true",
                "NO_PROXY": "127.0.0.1,localhost",
                "no_proxy": "127.0.0.1,localhost",
            }
