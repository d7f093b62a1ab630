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


def open_of_stack(name: str) -> str | None:
    """The tenant of a deployed stack that needs no key, if it has one."""
    given = {each["ParameterKey"]: each["ParameterValue"] for each in _described(name).get("Parameters", [])}
    return given.get("OpenTenant") or None


def _outputs(stack: str) -> dict[str, str]:
    return {each["OutputKey"]: each["OutputValue"] for each in _described(stack).get("Outputs", [])}


def _described(stack: str) -> dict[str, Any]:
    found: dict[str, Any] = boto3.client("cloudformation").describe_stacks(StackName=stack)["Stacks"][0]
    return found


def of_server(url: str) -> DynamoTenants:
    """The tenants of a server on this machine, which says where its store is."""
    about = _told(url)
    os.environ |= {
        "AWS_ACCESS_KEY_ID": "local",
        "AWS_SECRET_ACCESS_KEY": "local",
        "AWS_DEFAULT_REGION": REGION,
    }
    return DynamoTenants(about["table"], aws.dynamodb(about["store"]))


def open_of_server(url: str) -> str:
    """The tenant of a server on this machine that needs no key."""
    return _told(url)["open_tenant"]


def _told(url: str) -> dict[str, str]:
    """What a server says of itself to its own machine."""
    try:
        about: dict[str, str] = httpx.get(url + ABOUT, timeout=5).raise_for_status().json()
    except httpx.HTTPError as error:
        raise NoStore(f"no local server answers at {url} ({type(error).__name__}): make run, first") from None
    return about
