"""The REST half of API Gateway: finds the route, builds the event, runs the app, sends what it returns."""

import base64
import logging
import re
import time
from collections.abc import Iterable
from typing import Any, Final
from urllib.parse import parse_qs

from infra.local import answers
from infra.local.functions import FunctionFailed, Functions, FunctionTimedOut
from infra.local.wire import (
    Receive,
    Scope,
    Send,
    client_address,
    new_request_id,
    raw_path,
    read_body,
    reply,
    reply_answer,
)

log = logging.getLogger(__name__)

STAGE: Final = "local"
BODY_LIMIT: Final = 10 * 1024 * 1024
HEADER_NAME: Final = re.compile(r"[!#$%&'*+\-.^_`|~0-9A-Za-z]+")
HEADER_VALUE: Final = re.compile(r"[\t\x20-\x7e\x80-\xff]*")
OWN_HEADERS: Final = {"connection", "content-length", "keep-alive", "transfer-encoding", "upgrade"}


class Routes:
    """The app's routes in API Gateway's order: literal before {parameter} before {proxy+}."""

    def __init__(self, paths: Iterable[str]) -> None:
        self._routes = sorted(((path, self._split(path)) for path in paths), key=lambda r: self._rank(r[1]))

    def find(self, path: str) -> tuple[str, dict[str, str]] | None:
        """The route that serves a path and the path parameters, none of them decoded."""
        given = self._split(path)
        for route, segments in self._routes:
            parameters = self._match(segments, given)
            if parameters is not None:
                return route, parameters
        return None

    @staticmethod
    def _split(path: str) -> list[str]:
        path = path.removeprefix("/").removesuffix("/")
        return path.split("/") if path else []

    @staticmethod
    def _rank(segments: list[str]) -> list[tuple[int, str]]:
        return [(2 if s.endswith("+}") else 1 if s.startswith("{") else 0, s) for s in segments]

    @staticmethod
    def _match(segments: list[str], given: list[str]) -> dict[str, str] | None:
        parameters: dict[str, str] = {}
        for index, segment in enumerate(segments):
            if index >= len(given):
                return None
            if segment.endswith("+}"):
                return parameters | {segment[1:-2]: "/".join(given[index:])}
            if segment.startswith("{"):
                if not given[index]:
                    return None
                parameters[segment[1:-1]] = given[index]
            elif segment != given[index]:
                return None
        return parameters if len(segments) == len(given) else None


class Rest:
    """Answers HTTP requests with the app."""

    def __init__(self, functions: Functions) -> None:
        self._functions = functions
        self._app = functions.app
        self._routes = Routes(self._app.routes)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        request_id = new_request_id()
        found = self._routes.find(raw_path(scope))
        if scope["method"] == "OPTIONS" and not (found and "OPTIONS" in self._app.routes[found[0]]):
            return await reply(send, 204, answers.PREFLIGHT | {"X-Request-Id": request_id})
        if not found:
            return await reply_answer(send, answers.NOT_FOUND, request_id)
        # A method that the route does not have goes to the app too, for a refusal in the client's language.
        try:
            body = await read_body(receive, BODY_LIMIT)
            event = self._event(scope, body, request_id, *found)
            status, headers, content = self._response(
                await self._functions.request("api_handler", self._app, event)
            )
        except FunctionTimedOut:
            await reply_answer(send, answers.TIMEOUT, request_id)
        except FunctionFailed:
            await reply_answer(send, answers.INTERNAL_ERROR, request_id)
        else:
            await reply(send, status, headers, content)

    def _event(
        self, scope: Scope, body: bytes, request_id: str, route: str, parameters: dict[str, str]
    ) -> dict[str, Any]:
        path = raw_path(scope)
        event = headers_and_query(scope)
        headers = event["headers"]
        text, is_base64 = self._as_text(body, headers.get("content-type", ""))
        return event | {
            "resource": route,
            "path": path,
            "httpMethod": scope["method"],
            "pathParameters": parameters or None,
            "stageVariables": None,
            "body": text,
            "isBase64Encoded": is_base64,
            "requestContext": {
                "resourcePath": route,
                "httpMethod": scope["method"],
                "path": f"/{STAGE}{path}",
                "stage": STAGE,
                "requestId": request_id,
                "apiId": "local",
                "accountId": "000000000000",
                "protocol": "HTTP/1.1",
                "domainName": headers.get("host", ""),
                "requestTimeEpoch": int(time.time() * 1000),
                "identity": {"sourceIp": client_address(scope), "userAgent": headers.get("user-agent", "")},
            },
        }

    def _as_text(self, body: bytes, content_type: str) -> tuple[str | None, bool]:
        """The body as an event carries it; one that is no UTF-8 goes as its bytes, for the app to refuse."""
        if not body:
            return None, False
        if content_type.partition(";")[0].strip().lower() not in self._app.api.binary_types:
            try:
                return body.decode(), False
            except UnicodeDecodeError:
                pass
        return base64.b64encode(body).decode(), True

    @staticmethod
    def _response(result: Any) -> tuple[int, list[tuple[str, str]], bytes]:
        """The app's return value as a response; a malformed one is the function's failure, as on AWS."""
        try:
            status = int(result["statusCode"])
            body = result.get("body") or ""
            content = base64.b64decode(body) if result.get("isBase64Encoded") else body.encode()
            many = result.get("multiValueHeaders") or {}
            pairs = [*(result.get("headers") or {}).items(), *((k, v) for k, vs in many.items() for v in vs)]
            headers = [(str(name), str(value)) for name, value in pairs if name.lower() not in OWN_HEADERS]
            if not 200 <= status <= 599 or not all(
                HEADER_NAME.fullmatch(name) and HEADER_VALUE.fullmatch(value) for name, value in headers
            ):
                raise ValueError("no valid status or header")
        except (AttributeError, KeyError, TypeError, ValueError) as error:
            log.error("the app returned no valid response: %s", error)
            raise FunctionFailed("api_handler") from error
        if not any(name.lower() == "content-type" for name, _ in headers):
            headers.append(("Content-Type", "application/json"))
        return status, headers, content


def headers_and_query(scope: Scope) -> dict[str, Any]:
    """The headers and query of a request in the four forms that an event has them."""
    headers: dict[str, list[str]] = {}
    for name, value in scope["headers"]:
        headers.setdefault(name.decode("latin-1"), []).append(value.decode("latin-1"))
    query = parse_qs(scope["query_string"].decode("latin-1"), keep_blank_values=True) or None
    return {
        "headers": {name: values[-1] for name, values in headers.items()},
        "multiValueHeaders": headers,
        "queryStringParameters": query and {name: values[-1] for name, values in query.items()},
        "multiValueQueryStringParameters": query,
    }
