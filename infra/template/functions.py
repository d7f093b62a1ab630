"""What every function finds in its environment, and the names and logs of each."""

from typing import Final

from infra.template.cfn import Json, choose, ref, sub
from infra.template.stage import Stage

FUNCTIONS: Final = {
    "APIHandler": "api_handler",
    "WebsocketConnect": "websocket_connect",
    "WebsocketMessage": "websocket_message",
    "WebsocketDisconnect": "websocket_disconnect",
    "Alarms": "alarms",
    "Deliveries": "deliveries",
    "Sweep": "sweep",
}
"""The functions by their names in the stack, with their names in Chalice's configuration."""

SECRET: Final = "{{resolve:secretsmanager:${TokenSecret}}}"
"""CloudFormation fills the secret in when it sets the environment: it stands in no template and no log, costs
no call at a cold start, and no function needs leave to read it. Whoever may read the functions' configuration
reads it too, as they could by changing the code."""


def sockets(stage: Stage, scheme: str) -> str:
    """The WebSocket API's own address. Its stage is named: a reference would go round in a circle."""
    host = "${WebsocketAPI}.execute-api.${AWS::Region}.${AWS::URLSuffix}"
    return f"{scheme}://{host}/{stage.name}"


def functions(stage: Stage) -> Json:
    """The environment of all functions."""
    environment = {
        "ROOMS_TABLE": ref("RoomsTable"),
        "ALARM_QUEUE_URL": ref("AlarmQueue"),
        "WEBHOOK_QUEUE_URL": ref("WebhookQueue"),
        "TOKEN_SECRET": sub(SECRET),
        "OPEN_TENANT": ref("OpenTenant"),
        "OPEN_PLAN": ref("OpenPlan"),
        "TIME_SCALE": ref("TimeScale"),
        "WS_URL": choose("HasSocketDomain", sub("wss://${SocketDomain}"), sub(sockets(stage, "wss"))),
        "WS_ENDPOINT": sub(sockets(stage, "https")),
        "JOIN_URL": ref("JoinUrl"),
        "ASSET_BASE": ref("AssetBase"),
        "STACK": ref("AWS::StackName"),
    }
    return {
        "Globals": {
            "Function": {"Environment": {"Variables": environment}},
            "Api": {"OpenApiVersion": "2.0"},  # Without it the transform adds a stage called "Stage".
        },
        "Resources": {
            # Chalice names the group of a function that does not exist (aws/chalice#2079).
            "ApiHandlerLogGroup": {"Properties": {"LogGroupName": sub("/aws/lambda/${APIHandler}")}},
        },
    }
