"""The two APIs: how much they let through, what they write down, and how they refuse."""

import json
from typing import Final

from infra.local.answers import ANSWERS, Answer
from infra.template.cfn import Json, att, sub
from infra.template.stage import Stage

KEPT_DAYS: Final = 30

REST_LOG: Final = {
    "request_id": "$context.requestId",
    "at": "$context.requestTimeEpoch",
    "method": "$context.httpMethod",
    "route": "$context.resourcePath",
    "status": "$context.status",
    "ms": "$context.responseLatency",
    "function_ms": "$context.integrationLatency",
    "refused": "$context.error.responseType",
}
"""No address, no header, no body, and of the path only its pattern: neither tokens, nicknames nor codes."""

SOCKET_LOG: Final = {
    "request_id": "$context.requestId",
    "at": "$context.requestTimeEpoch",
    "event": "$context.eventType",
    "route": "$context.routeKey",
    "status": "$context.status",
    "function_ms": "$context.integrationLatency",
    "function_status": "$context.integrationStatus",
}


def gateway(stage: Stage) -> Json:
    """What is set on Chalice's REST and WebSocket APIs."""
    return {
        "Resources": {
            "RestAccessLog": _log_group(),
            "SocketAccessLog": _log_group(),
            "WebsocketAPI": {"Properties": {"Name": sub("${AWS::StackName}-sockets")}},
            "RestAPI": {
                "Properties": {
                    "DefinitionBody": {"info": {"title": sub("${AWS::StackName}")}},
                    "MethodSettings": [
                        {
                            "HttpMethod": "*",
                            "ResourcePath": "/*",
                            "ThrottlingRateLimit": stage.requests,
                            "ThrottlingBurstLimit": stage.requests,
                            "MetricsEnabled": False,
                            "DataTraceEnabled": False,
                        }
                    ],
                    "AccessLogSetting": _access_log("RestAccessLog", REST_LOG),
                    "GatewayResponses": gateway_responses(),
                }
            },
            "WebsocketAPIStage": {
                "Properties": {
                    "DefaultRouteSettings": {
                        "ThrottlingRateLimit": stage.messages,
                        "ThrottlingBurstLimit": stage.messages,
                        "DataTraceEnabled": False,
                    },
                    "AccessLogSettings": _access_log("SocketAccessLog", SOCKET_LOG),
                }
            },
        }
    }


def gateway_responses() -> Json:
    """A problem document for everything that API Gateway answers before or instead of a function."""
    return {kind: _response(answer) for answer in ANSWERS for kind in answer.response_types}


def _response(answer: Answer) -> Json:
    request_id = "$context.requestId"
    headers = {name: f"'{value}'" for name, value in answer.headers(request_id).items()}
    headers["X-Request-Id"] = request_id.removeprefix("$")
    return {
        "StatusCode": str(answer.status),
        "ResponseParameters": {"Headers": headers},
        "ResponseTemplates": {"application/json": answer.body(request_id)},
    }


def _log_group() -> Json:
    return {"Type": "AWS::Logs::LogGroup", "Properties": {"RetentionInDays": KEPT_DAYS}}


def _access_log(group: str, members: dict[str, str]) -> Json:
    return {"DestinationArn": att(group, "Arn"), "Format": json.dumps(members)}
