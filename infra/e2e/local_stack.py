"""A stack on the local AWS, made from a package by the very code that makes one on AWS."""

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import boto3

from infra.deploy.stack import Stack
from infra.deploy.stages import deploy_stage
from infra.e2e.adapt import adapted, rest_url
from infra.e2e.linters import expanded

POLL_S: Final = 0.2
PARAMETERS: Final = {
    "JoinUrl": "https://play.example/{code}",
    "AssetBase": "https://pictures.example",
    "OpenTenant": "demo",
    "OpenPlan": "local",
}


@dataclass(frozen=True, slots=True)
class LocalStack:
    """What was deployed: the stack with its outputs, and the address of its REST API."""

    stack: Stack
    outputs: dict[str, str]
    base_url: str


def deploy(package: Path, name: str, **parameters: str) -> LocalStack:
    """Make or change a stack; boto3's environment says where."""
    endpoint_url = os.environ["AWS_ENDPOINT_URL"]

    def adapt(template: dict[str, Any]) -> dict[str, Any]:
        return adapted(expanded(template), endpoint_url)

    given = PARAMETERS | parameters
    outputs = deploy_stage(package, name, given, poll_s=POLL_S, adapt=adapt)
    return LocalStack(find(name), outputs, rest_url(endpoint_url, outputs))


def find(name: str) -> Stack:
    """A stack by its name."""
    return Stack(boto3.client("cloudformation"), name, POLL_S)
