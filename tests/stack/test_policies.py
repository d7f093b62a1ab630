"""What each function may do, in full; all else is denied, and the denial is real."""

import os
from collections.abc import Callable
from typing import Any

import boto3
import pytest
from botocore.exceptions import ClientError

from infra.deploy.stack import Stack
from infra.e2e.local_stack import find
from infra.template.functions import FUNCTIONS

pytestmark = pytest.mark.stack

TABLE = ("GetItem", "PutItem", "UpdateItem", "DeleteItem", "Query", "Scan", "BatchWriteItem", "DeleteTable")
QUEUE = ("SendMessage", "ReceiveMessage", "DeleteMessage", "GetQueueAttributes", "GetQueueUrl", "PurgeQueue")
QUEUES = ("queue", "dead letters", "webhooks", "dead webhooks")
ASKED = (
    {("dynamodb", action, where) for action in TABLE for where in ("table", "index", "another table")}
    | {("sqs", action, where) for action in QUEUE for where in QUEUES}
    | {("execute-api", "ManageConnections", where) for where in ("post", "close", "another api")}
    | {("secretsmanager", "GetSecretValue", "secret"), ("lambda", "InvokeFunction", "function")}
)

KEEP = {("dynamodb", action, "table") for action in ("GetItem", "UpdateItem", "DeleteItem")}
TELL = {
    ("sqs", "SendMessage", "queue"),
    ("execute-api", "ManageConnections", "post"),
    ("execute-api", "ManageConnections", "close"),
}
TAKE = ("ReceiveMessage", "DeleteMessage", "GetQueueAttributes")
PUT = {("dynamodb", "PutItem", "table")}
QUERY = {("dynamodb", "Query", "table")}
CLEAR = {("dynamodb", "BatchWriteItem", "table")}
POST = {("sqs", "SendMessage", "webhooks")}

ALLOWED = {
    "APIHandler": KEEP | TELL | PUT | QUERY | CLEAR | POST | {("sqs", "GetQueueUrl", "queue")},
    "WebsocketConnect": PUT,
    "WebsocketMessage": KEEP | TELL | PUT | QUERY | CLEAR,
    "WebsocketDisconnect": KEEP,
    "Alarms": KEEP | TELL | PUT | QUERY | CLEAR | POST | {("sqs", action, "queue") for action in TAKE},
    "Deliveries": POST
    | {("dynamodb", action, "table") for action in ("GetItem", "UpdateItem")}
    | {("sqs", action, "webhooks") for action in TAKE},
    "Sweep": {("dynamodb", "Query", "index"), ("sqs", "SendMessage", "queue")},
}


@pytest.fixture(scope="module")
def stack() -> Stack:
    return find("tapadillo-dev")


@pytest.fixture(scope="module")
def arns(stack: Stack) -> dict[str, str]:
    def of(service: str, what: str) -> str:
        return f"arn:aws:{service}:{os.environ['AWS_DEFAULT_REGION']}:000000000000:{what}"

    table, api = stack.resource("RoomsTable"), stack.resource("WebsocketAPI")
    return {
        "table": of("dynamodb", f"table/{table}"),
        "index": of("dynamodb", f"table/{table}/index/due"),
        "another table": of("dynamodb", "table/another"),
        "queue": of("sqs", stack.resource("AlarmQueue").rpartition("/")[2]),
        "dead letters": of("sqs", stack.resource("DeadLetters").rpartition("/")[2]),
        "webhooks": of("sqs", stack.resource("WebhookQueue").rpartition("/")[2]),
        "dead webhooks": of("sqs", stack.resource("DeadWebhooks").rpartition("/")[2]),
        "post": of("execute-api", f"{api}/dev/POST/@connections/some="),
        "close": of("execute-api", f"{api}/dev/DELETE/@connections/some="),
        "another api": of("execute-api", "another/dev/POST/@connections/some="),
        "secret": stack.resource("TokenSecret"),
        "function": of("lambda", f"function:{stack.resource('Sweep')}"),
    }


def role_of(stack: Stack, function: str) -> str:
    logical_id = "ApiHandlerRole" if "APIHandler" == function else f"{function}Role"
    arn: str = boto3.client("iam").get_role(RoleName=stack.resource(logical_id))["Role"]["Arn"]
    return arn


@pytest.mark.parametrize("function", FUNCTIONS)
def test_a_function_may_do_what_it_does_and_nothing_else(
    stack: Stack, arns: dict[str, str], function: str
) -> None:
    iam, role = boto3.client("iam"), role_of(stack, function)

    def may(service: str, action: str, where: str) -> bool:
        answer = iam.simulate_principal_policy(
            PolicySourceArn=role, ActionNames=[f"{service}:{action}"], ResourceArns=[arns[where]]
        )
        return bool("allowed" == answer["EvaluationResults"][0]["EvalDecision"])

    assert ALLOWED[function] == {question for question in ASKED if may(*question)}


@pytest.fixture
def as_function(stack: Stack) -> Callable[[str, str], Any]:
    def client(function: str, service: str) -> Any:
        found = boto3.client("sts").assume_role(RoleArn=role_of(stack, function), RoleSessionName="probe")
        names = {
            "aws_access_key_id": "AccessKeyId",
            "aws_secret_access_key": "SecretAccessKey",
            "aws_session_token": "SessionToken",
        }
        return boto3.client(service, **{name: found["Credentials"][key] for name, key in names.items()})

    return client


def test_who_goes_beyond_its_policy_is_denied(stack: Stack, as_function: Callable[[str, str], Any]) -> None:
    table, queue = stack.resource("RoomsTable"), stack.resource("AlarmQueue")
    key = {"pk": {"S": "T#demo#R#ZZZZZ"}, "sk": {"S": "ROOM"}}
    connect, sweep, message = (
        as_function(function, "dynamodb") for function in ("WebsocketConnect", "Sweep", "WebsocketMessage")
    )

    assert "Item" not in message.get_item(TableName=table, Key=key), "what is allowed works"
    for attempt in (
        lambda: connect.get_item(TableName=table, Key=key),
        lambda: sweep.put_item(TableName=table, Item=key),
        lambda: message.scan(TableName=table),
        lambda: message.delete_table(TableName=table),
        lambda: as_function("APIHandler", "sqs").receive_message(QueueUrl=queue),
        lambda: as_function("WebsocketDisconnect", "sqs").send_message(QueueUrl=queue, MessageBody="x"),
    ):
        with pytest.raises(ClientError, match="AccessDenied"):
            attempt()
