"""The clients of AWS: one session for all of them, short patience, few repeats.

They are botocore's own: boto3 makes the same ones, but brings along what is not used here. How they read the
descriptions of services is what most of a cold start went to.
"""

import gzip
import os
from functools import cache
from typing import TYPE_CHECKING, Any, Final

import botocore.session
from botocore.config import Config
from botocore.loaders import JSONFileLoader, Loader
from pydantic_core import from_json

if TYPE_CHECKING:
    from types_boto3_apigatewaymanagementapi import ApiGatewayManagementApiClient
    from types_boto3_dynamodb import DynamoDBClient
    from types_boto3_sqs import SQSClient

PUSH_WORKERS: Final = 8

STORE, QUEUE, SOCKETS = "dynamodb", "sqs", "apigatewaymanagementapi"


def dynamodb(endpoint_url: str | None = None) -> "DynamoDBClient":
    """The store; a call that got no answer is sent again twice, so callers must bear repeats."""
    client: DynamoDBClient = _client(STORE, endpoint_url, attempts=3)
    return client


def sqs(endpoint_url: str | None = None) -> "SQSClient":
    """The queue."""
    client: SQSClient = _client(QUEUE, endpoint_url, attempts=2)
    return client


def sockets(endpoint_url: str) -> "ApiGatewayManagementApiClient":
    """The gateway's end of all sockets, with a kept connection for each worker that pushes."""
    client: ApiGatewayManagementApiClient = _client(
        SOCKETS, endpoint_url, attempts=2, max_pool_connections=PUSH_WORKERS
    )
    return client


class Descriptions(Loader):
    """Knows the services that are used here, and does not look through the folders of four hundred others."""

    def list_available_services(self, type_name: str) -> list[str]:
        """Those that have a client here."""
        return [STORE, QUEUE, SOCKETS]


class DescriptionFiles(JSONFileLoader):
    """Reads a description several times as fast as botocore does."""

    def load_file(self, file_path: str) -> Any:
        """What is in the file of that name, with either ending; None if there is none."""
        for ending, opened in ((".json", open), (".json.gz", gzip.open)):
            if os.path.isfile(file_path + ending):
                with opened(file_path + ending, "rb") as file:
                    return from_json(file.read())
        return None


@cache
def _session() -> botocore.session.Session:
    session = botocore.session.get_session()
    session.register_component("data_loader", Descriptions(file_loader=DescriptionFiles()))
    return session


def _client(service: str, endpoint_url: str | None, attempts: int, max_pool_connections: int = 10) -> Any:
    config = Config(
        connect_timeout=1,
        read_timeout=2,
        retries={"mode": "standard", "total_max_attempts": attempts},
        max_pool_connections=max_pool_connections,
        tcp_keepalive=True,
    )
    client: Any = _session().create_client(service, endpoint_url=endpoint_url, config=config)
    # botocore makes the exception classes at first use; two threads at once would make them twice, and what
    # one raises would not be what the other catches
    _ = client.exceptions
    return client
