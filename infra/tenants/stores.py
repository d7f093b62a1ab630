"""Where tenants are kept: on AWS, or by a server on this machine."""

import os
from typing import Any

import boto3
import httpx

from chalicelib.adapters import aws
from chalicelib.adapters.dynamodb import DynamoTenants
from infra.local.gateway import ABOUT
from infra.local.settings import REGION


class NoStore(Exception):
    """Where the tenants are kept cannot be found; says why."""


def of_stack(name: str) -> DynamoTenants:
    """The tenants of a deployed stack, by the credentials of the environment."""
    return DynamoTenants(_outputs(name)["RoomsTableName"], aws.dynamodb())


def url_of_stack(name: str) -> str:
    """Where a deployed stack answers."""
    return _outputs(name)["EndpointURL"].rstrip("/")


def _outputs(stack: str) -> dict[str, str]:
    stacks = boto3.client("cloudformation").describe_stacks(StackName=stack)["Stacks"]
    return {each["OutputKey"]: each["OutputValue"] for each in stacks[0].get("Outputs", [])}


def of_server(url: str) -> DynamoTenants:
    """The tenants of a server on this machine, which says where its store is."""
    try:
        about: dict[str, Any] = httpx.get(url + ABOUT, timeout=5).raise_for_status().json()
    except httpx.HTTPError as error:
        raise NoStore(f"no local server answers at {url} ({type(error).__name__}): make run, first") from None
    os.environ |= {
        "AWS_ACCESS_KEY_ID": "local",
        "AWS_SECRET_ACCESS_KEY": "local",
        "AWS_DEFAULT_REGION": REGION,
    }
    return DynamoTenants(about["table"], aws.dynamodb(about["store"]))
