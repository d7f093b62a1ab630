"""Stacks come, change and go: two stages side by side in one account, and what prod keeps."""

from pathlib import Path

import boto3
import httpx
import pytest
from botocore.exceptions import ClientError

from infra.deploy.pictures import sync
from infra.deploy.stack import DeployFailed
from infra.deploy.stages import deploy_yaml
from infra.e2e.local_stack import POLL_S, LocalStack, deploy, find

pytestmark = pytest.mark.stack


def open_room(local: LocalStack) -> httpx.Response:
    body = {"game": "espia", "nickname": "Ana"}
    return httpx.post(f"{local.base_url}/v1/rooms", json=body, timeout=30)


@pytest.fixture(scope="module")
def prod(packages: Path) -> LocalStack:
    return deploy(packages / "prod", "tapadillo-prod")


def test_prod_stands_beside_dev_and_neither_knows_the_others_rooms_and_tokens(
    packages: Path, prod: LocalStack
) -> None:
    dev = deploy(packages / "dev", "tapadillo-short")
    rooms = [open_room(stack).json() for stack in (dev, prod)]

    def look(stack: LocalStack, code: str, token: str) -> int:
        headers = {"Authorization": f"Bearer {token}"}
        return httpx.get(f"{stack.base_url}/v1/rooms/{code}", headers=headers, timeout=30).status_code

    (ours, our_token), (theirs, their_token) = ((r["view"]["room"]["code"], r["token"]) for r in rooms)
    assert (200, 200) == (look(dev, ours, our_token), look(prod, theirs, their_token))
    assert 404 == look(prod, ours, our_token)
    assert 401 == look(prod, theirs, our_token)
    assert dev.stack.resource("TokenSecret") != prod.stack.resource("TokenSecret")


def test_a_change_of_a_parameter_reaches_the_functions_and_seats_stay_seats(
    packages: Path, prod: LocalStack
) -> None:
    seat = open_room(prod).json()
    room = f"{prod.base_url}/v1/rooms/{seat['view']['room']['code']}"

    changed = deploy(packages / "prod", "tapadillo-prod", OpenTenant="")

    assert changed.base_url == prod.base_url
    refused = open_room(changed)
    assert (401, "api_key_required") == (refused.status_code, refused.json()["code"])
    looked = httpx.get(room, headers={"Authorization": f"Bearer {seat['token']}"}, timeout=30)
    assert 200 == looked.status_code


def test_prod_runs_in_real_time_only(packages: Path) -> None:
    with pytest.raises((DeployFailed, ClientError), match="TimeScale"):
        deploy(packages / "prod", "tapadillo-fast", TimeScale="60")


def test_a_stack_cannot_be_made_without_what_only_its_owner_knows(packages: Path) -> None:
    with pytest.raises((DeployFailed, ClientError), match="JoinUrl"):
        deploy(packages / "prod", "tapadillo-nowhere", JoinUrl="https://play.example/without-the-code")


def test_the_rooms_of_prod_cannot_be_deleted_by_mistake(prod: LocalStack) -> None:
    dynamodb = boto3.client("dynamodb")
    table = prod.outputs["RoomsTableName"]

    with pytest.raises(ClientError, match="protect"):
        dynamodb.delete_table(TableName=table)


def test_deploying_the_same_again_changes_nothing_and_a_deleted_stack_leaves_nothing(
    packages: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    deploy(packages / "dev", "tapadillo-short")
    capsys.readouterr()
    local = deploy(packages / "dev", "tapadillo-short")
    assert "as it should be already" in capsys.readouterr().out
    table, queue = local.outputs["RoomsTableName"], local.outputs["AlarmQueueUrl"]

    local.stack.delete()

    assert find("tapadillo-short").found() is None
    assert table not in boto3.client("dynamodb").list_tables()["TableNames"]
    assert queue not in boto3.client("sqs").list_queues().get("QueueUrls", [])
    left = [f["FunctionName"] for f in boto3.client("lambda").list_functions(MaxItems=50)["Functions"]]
    assert not [name for name in left if name.startswith("tapadillo-short-")]


def test_the_pictures_have_a_bucket_of_their_own_and_go_there_once() -> None:
    outputs = deploy_yaml("pictures", "tapadillo-pictures", POLL_S)
    s3, bucket = boto3.client("s3"), outputs["BucketName"]

    assert sync(s3, bucket) > 100
    assert 0 == sync(s3, bucket)
    picture = s3.head_object(Bucket=bucket, Key="om/2708.svg")
    assert ("image/svg+xml", True) == (picture["ContentType"], "immutable" in picture["CacheControl"])
    assert outputs["AssetBase"].startswith("https://")
