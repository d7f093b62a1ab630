"""`make deploy`: puts a packaged stage on AWS; also `account` (once, for logs) and `pictures`."""

import argparse
import os
import sys
from pathlib import Path
from typing import Final

import boto3
from botocore.exceptions import BotoCoreError, ClientError, NoCredentialsError, NoRegionError

from infra.deploy.pictures import sync
from infra.deploy.stack import DeployFailed
from infra.deploy.stages import deploy_stage, deploy_yaml
from infra.package.staging import ROOT
from infra.template.stage import STAGES

PARAMETERS: Final = {
    "OPEN_TENANT": "OpenTenant",
    "OPEN_PLAN": "OpenPlan",
    "TIME_SCALE": "TimeScale",
    "JOIN_URL": "JoinUrl",
    "ASSET_BASE": "AssetBase",
    "ALARM_EMAIL": "AlarmEmail",
    "API_DOMAIN": "ApiDomain",
    "SOCKET_DOMAIN": "SocketDomain",
    "CERTIFICATE_ARN": "CertificateArn",
}
"""Variables of the environment and the parameters of the stack that they give."""
LONGEST_NAME: Final = 30
"""The policies name the functions' logs by the stack, and CloudFormation shortens names that get too long."""


def main() -> int:
    """Deploy what the command line asks for; its exit code."""
    asked = argparse.ArgumentParser(prog="python -m infra.deploy", description=__doc__)
    asked.add_argument("what", choices=(*STAGES, "account", "pictures"))
    asked.add_argument("--package", type=Path, help="a folder made by `make package`")
    asked.add_argument("--stack", help="the name of the stack")
    given = asked.parse_args()
    name = given.stack or f"tapadillo-{given.what}"
    try:
        if len(name) > LONGEST_NAME:
            raise DeployFailed(f"the name of a stack may have {LONGEST_NAME} characters: {name}")
        if given.what in STAGES:
            parameters = {PARAMETERS[v]: os.environ[v] for v in PARAMETERS if v in os.environ}
            outputs = deploy_stage(given.package or ROOT / "dist" / given.what, name, parameters)
        else:
            outputs = deploy_yaml(given.what, name)
        if given.what == "pictures":
            print(f"{sync(boto3.client('s3'), outputs['BucketName'])} pictures uploaded")
    except (NoCredentialsError, NoRegionError) as error:
        print(f"error: {error} (AWS_PROFILE or AWS_ACCESS_KEY_ID …, and AWS_DEFAULT_REGION)", file=sys.stderr)
        return 1
    except (DeployFailed, ClientError, BotoCoreError, OSError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    for key, value in sorted(outputs.items()):
        print(f"{key:28} {value}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
