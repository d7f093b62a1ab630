"""The store as a child process: it holds the tables, keeps what it is told to, and never outlives us."""

import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import boto3
import pytest

from infra.local.store import StoreFailed, default_kind, store
from infra.tables import ROOMS_TABLE, create_tables
from tests.local.conftest import wait_for

pytestmark = pytest.mark.skipif(default_kind() != "dynoxide", reason="dynoxide exists for linux x86-64 only")


def dynamodb(endpoint_url: str) -> Any:
    return boto3.client(
        "dynamodb",
        endpoint_url=endpoint_url,
        region_name="eu-west-1",
        aws_access_key_id="local",
        aws_secret_access_key="local",
    )


def is_running(pid: int) -> bool:
    try:
        return "zombie" not in Path(f"/proc/{pid}/status").read_text()
    except FileNotFoundError:
        return False


def stores_of(endpoint_url: str) -> list[int]:
    """The processes that serve an endpoint."""
    port = endpoint_url.rpartition(":")[2].encode()
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            words = (folder / "cmdline").read_bytes().split(b"\0")
        except OSError:
            continue
        if words[0].endswith(b"/dynoxide") and port in words:
            found.append(int(folder.name))
    return found


def test_a_store_has_the_tables_as_described_and_is_gone_after_its_block() -> None:
    with store("dynoxide") as endpoint_url:
        client = dynamodb(endpoint_url)
        create_tables(client)
        create_tables(client)
        table = client.describe_table(TableName=ROOMS_TABLE)["Table"]
        time_to_live = client.describe_time_to_live(TableName=ROOMS_TABLE)["TimeToLiveDescription"]
        (child,) = stores_of(endpoint_url)

    assert [(key["AttributeName"], key["KeyType"]) for key in table["KeySchema"]] == [
        ("pk", "HASH"),
        ("sk", "RANGE"),
    ]
    (due,) = table["GlobalSecondaryIndexes"]
    assert (due["IndexName"], due["Projection"]["ProjectionType"]) == ("due", "KEYS_ONLY")
    assert time_to_live["AttributeName"] == "expires_at"
    assert not is_running(child)


def test_two_stores_side_by_side_know_nothing_of_each_other() -> None:
    with store("dynoxide") as one, store("dynoxide") as other:
        create_tables(dynamodb(one))

        assert dynamodb(one).list_tables()["TableNames"] == [ROOMS_TABLE]
        assert dynamodb(other).list_tables()["TableNames"] == []


def test_a_store_with_a_folder_keeps_what_it_holds(tmp_path: Path) -> None:
    with store("dynoxide", tmp_path) as endpoint_url:
        create_tables(dynamodb(endpoint_url))
    with store("dynoxide", tmp_path) as endpoint_url:
        assert dynamodb(endpoint_url).list_tables()["TableNames"] == [ROOMS_TABLE]


def test_a_store_dies_with_its_parent_however_that_dies() -> None:
    script = (
        "import time; from infra.local.store import store\n"
        "with store('dynoxide') as url: print(url, flush=True); time.sleep(60)"
    )
    parent = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True)
    assert parent.stdout
    (child,) = stores_of(parent.stdout.readline().strip())

    os.kill(parent.pid, signal.SIGKILL)
    parent.wait()
    parent.stdout.close()

    wait_for(lambda: not is_running(child))


def test_an_unknown_store_is_refused_with_the_known_ones() -> None:
    with pytest.raises(StoreFailed, match="dynoxide, ministack"), store("mongo"):
        pass
