"""What can be deployed: a packaged stage, or one of the templates that stand by themselves."""

import json
from collections.abc import Callable, Mapping
from pathlib import Path

import boto3
from botocore.exceptions import NoRegionError

from infra.deploy.artefacts import Artefacts, Json
from infra.deploy.stack import DeployFailed, Stack
from infra.package.build import ARCHIVE, TEMPLATE
from infra.package.staging import ROOT


def deploy_stage(
    package: Path,
    name: str,
    given: Mapping[str, str],
    poll_s: float = 5,
    adapt: Callable[[Json], Json] = lambda template: template,
) -> dict[str, str]:
    """Make or change the stack of a package, with these parameters; its outputs.

    `adapt` has the last word on the template.
    """
    if not (package / TEMPLATE).exists():
        raise DeployFailed(f"there is no package in {package}: make package, first")
    artefacts = _artefacts()
    if not boto3.client("apigateway").get_account().get("cloudwatchRoleArn"):
        raise DeployFailed(
            "API Gateway may not write logs yet in this account and region: make deploy STAGE=account, once"
        )
    packaged = json.loads((package / TEMPLATE).read_text())
    template = adapt(artefacts.with_code(packaged, package / ARCHIVE))
    stack = Stack(boto3.client("cloudformation"), name, poll_s)
    return _deploy(stack, template, artefacts.put_template(template), given)


def deploy_yaml(what: str, name: str, poll_s: float = 5) -> dict[str, str]:
    """Make or change the stack of a template that stands in the repository; its outputs."""
    content = (ROOT / "infra" / "template" / f"{what}.yaml").read_bytes()
    artefacts = _artefacts()
    url = artefacts.url(artefacts.put(content, f"{what}.yaml"))
    return _deploy(Stack(boto3.client("cloudformation"), name, poll_s), {}, url, {})


def _artefacts() -> Artefacts:
    if boto3.Session().region_name is None:
        raise NoRegionError
    s3 = boto3.client("s3")
    account = boto3.client("sts").get_caller_identity()["Account"]
    artefacts = Artefacts(s3, f"tapadillo-artefacts-{account}-{s3.meta.region_name}")
    artefacts.ensure()
    return artefacts


def _deploy(stack: Stack, template: Json, url: str, given: Mapping[str, str]) -> dict[str, str]:
    changed = stack.deploy(template, url, given)
    print(f"{stack.name} is {'deployed' if changed else 'as it should be already'}")
    return stack.outputs()
