"""The clients of AWS: one session for all of them, short patience, few repeats."""

from functools import cache
from typing import TYPE_CHECKING, Any, Final

import boto3
from botocore.config import Config

if TYPE_CHECKING:
    from types_boto3_apigatewaymanagementapi import ApiGatewayManagementApiClient
    from types_boto3_dynamodb import DynamoDBClient
    from types_boto3_sqs import SQSClient

PUSH_WORKERS: Final = 8


def dynamodb(endpoint_url: str | None = None) -> "DynamoDBClient":
    """The store; a call that got no answer is sent again twice, so callers must bear repeats."""
    client: DynamoDBClient = _client("dynamodb", endpoint_url, attempts=3)
    return client


def sqs(endpoint_url: str | None = None) -> "SQSClient":
    """The queue."""
    client: SQSClient = _client("sqs", endpoint_url, attempts=2)
    return client


def sockets(endpoint_url: str) -> "ApiGatewayManagementApiClient":
    """The gateway's end of all sockets, with a kept connection for each worker that pushes."""
    client: ApiGatewayManagementApiClient = _client(
        "apigatewaymanagementapi", endpoint_url, attempts=2, max_pool_connections=PUSH_WORKERS
    )
    return client


@cache
def _session() -> boto3.Session:
    return boto3.Session()


def _client(service: str, endpoint_url: str | None, attempts: int, max_pool_connections: int = 10) -> Any:
    config = Config(
        connect_timeout=1,
        read_timeout=2,
        retries={"mode": "standard", "total_max_attempts": attempts},
        max_pool_connections=max_pool_connections,
        tcp_keepalive=True,
    )
    client: Any = _session().client(service, endpoint_url=endpoint_url, config=config)
    # botocore makes the exception classes at first use; two threads at once would make them twice, and what
    # one raises would not be what the other catches
    _ = client.exceptions
    return client
