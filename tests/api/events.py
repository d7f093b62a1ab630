"""Events as AWS sends them: REST, WebSocket, queue and schedule."""

import base64
import json
from itertools import count
from typing import Any
from urllib.parse import parse_qs

from infra.local.rest import Routes

Json = dict[str, Any]

ADDRESS = "192.0.2.1"
"""From which everything comes, unless it is said otherwise."""

_numbers = count(1)


def rest(
    routes: Any,
    method: str,
    target: str,
    body: str | bytes | None = None,
    headers: list[tuple[str, str]] | None = None,
    address: str = ADDRESS,
) -> Json:
    """A request to a REST API with proxy integration; a body in bytes comes in base64."""
    path, _, query = target.partition("?")
    found = Routes(routes).find(path)
    assert found is not None, "the gateway itself answers this"
    resource, parameters = found
    many: dict[str, list[str]] = {}
    for name, value in headers or []:
        many.setdefault(name, []).append(value)
    queries = parse_qs(query, keep_blank_values=True) or None
    return {
        "resource": resource,
        "path": path,
        "httpMethod": method,
        "headers": {name: values[-1] for name, values in many.items()},
        "multiValueHeaders": many,
        "queryStringParameters": queries and {name: values[-1] for name, values in queries.items()},
        "multiValueQueryStringParameters": queries,
        "pathParameters": parameters or None,
        "stageVariables": None,
        "requestContext": {
            "resourcePath": resource,
            "httpMethod": method,
            "path": f"/v{path}",
            "stage": "v",
            "requestId": f"request-{next(_numbers)}",
            "identity": {"sourceIp": address, "userAgent": "a test"},
        },
        "body": base64.b64encode(body).decode() if isinstance(body, bytes) else body,
        "isBase64Encoded": isinstance(body, bytes),
    }


def socket(kind: str, connection: str, body: str | None = None, opened_at: int = 0, **headers: str) -> Json:
    """`CONNECT`, `MESSAGE` or `DISCONNECT` of a WebSocket API."""
    route = {"CONNECT": "$connect", "MESSAGE": "$default", "DISCONNECT": "$disconnect"}[kind]
    event: Json = {
        "requestContext": {
            "routeKey": route,
            "eventType": kind,
            "connectionId": connection,
            "connectedAt": opened_at,
            "requestId": f"request-{next(_numbers)}",
            "stage": "v",
            "apiId": "api",
            "domainName": "play.example",
            "identity": {"sourceIp": "192.0.2.1"},
        },
        "isBase64Encoded": False,
    }
    if kind == "CONNECT":
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        event |= {"headers": named, "multiValueHeaders": {name: [value] for name, value in named.items()}}
    return event if body is None else event | {"body": body}


def queue(*bodies: str, times: int = 1) -> Json:
    """A batch of messages, which were received so many times."""
    common = {"eventSource": "aws:sqs", "attributes": {"ApproximateReceiveCount": str(times)}}
    return {
        "Records": [{"messageId": f"message-{n}", "body": body, **common} for n, body in enumerate(bodies)]
    }


def wakeup(code: str, due_at: int, tenant: str = "demo") -> str:
    return json.dumps({"tenant": tenant, "code": code, "due_at": due_at})


def schedule() -> Json:
    """A tick of a scheduled rule."""
    return {
        "version": "0",
        "account": "000000000000",
        "region": "eu-west-1",
        "detail": {},
        "detail-type": "Scheduled Event",
        "source": "aws.events",
        "time": "2026-11-29T00:00:00Z",
        "id": "1",
        "resources": [],
    }
