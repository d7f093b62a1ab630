"""Where the local AWS is not AWS: the few things that a template must say otherwise to it."""

import json
from typing import Any, Final

SOCKETS: Final = "://${WebsocketAPI}.execute-api.${AWS::Region}.${AWS::URLSuffix}"
PATH: Final = "/_aws/execute-api"


def adapted(template: dict[str, Any], endpoint_url: str) -> dict[str, Any]:
    """The same template, in words that ministack understands.

    It has one address for all APIs, deploys sockets by itself, without a resource for it, and has no alarms
    over a sum of metrics.
    """
    host = endpoint_url.partition("://")[2]
    text = json.dumps(template)
    for scheme, here in (("wss", "ws"), ("https", "http")):
        text = text.replace(f"{scheme}{SOCKETS}", f"{here}://{host}{PATH}/${{WebsocketAPI}}")
    changed: dict[str, Any] = json.loads(text)
    resources = changed["Resources"]
    for name in ("WebsocketAPIDeployment", "FunctionsFail", "FunctionsAreThrottled", "RoomsAreContested"):
        del resources[name]
    stage = resources["WebsocketAPIStage"]["Properties"]
    del stage["DeploymentId"]
    stage["AutoDeploy"] = True
    return changed


def rest_url(endpoint_url: str, outputs: dict[str, str]) -> str:
    """The address of a stack's REST API here."""
    stage = outputs["EndpointURL"].rstrip("/").rpartition("/")[2]
    return f"{endpoint_url}{PATH}/{outputs['RestAPIId']}/{stage}"
