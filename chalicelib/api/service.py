"""The Chalice app, taught to answer every failure as a problem document and everything with CORS."""

import time
from typing import Any

from chalice.app import Chalice, CORSConfig
from pydantic_core import from_json

from chalicelib.api import logs, problems
from chalicelib.api.problems import problem
from chalicelib.api.request import JSON, Request
from chalicelib.api.routes import explained
from chalicelib.api.unrouted import allowed

Json = dict[str, Any]

CORS = CORSConfig(
    allow_origin="*",
    allow_headers=[
        "Authorization",
        "X-Api-Key",
        "Idempotency-Key",
        "If-None-Match",
        "Content-Type",
        "Accept-Language",
    ],
    expose_headers=[
        "ETag",
        "Location",
        "Retry-After",
        "X-Request-Id",
        "Idempotency-Replayed",
        "RateLimit",
        "RateLimit-Policy",
    ],
    max_age=7200,
)


class Service(Chalice):
    """Whatever happens inside, the answer is one of the public API's."""

    def __call__(self, event: Any, context: Any) -> Json:
        """Answer one REST event of API Gateway."""
        started = time.perf_counter()
        logs.begin()
        request = Request(event)
        try:
            answer: Json = super().__call__(event, context)
        except Exception as trouble:
            logs.bug(trouble, request.id)
            answer = {"statusCode": 500, "headers": {}, "multiValueHeaders": {}, "body": ""}
        headers: dict[str, str] = answer["headers"]
        status: int = answer["statusCode"]
        if status >= 400 and headers.get("Content-Type") != problems.MEDIA_TYPE:
            self._explain(answer, request)
            status = answer["statusCode"]
        headers.update(CORS.get_access_control_headers())
        headers.setdefault("Content-Type", JSON)
        headers.setdefault("Cache-Control", "private, no-store")
        headers["X-Content-Type-Options"] = "nosniff"
        headers["X-Request-Id"] = request.id
        logs.line(
            request_id=request.id,
            method=request.method,
            route=request.route,
            status=status,
            code=from_json(answer["body"])["code"] if status >= 400 else None,
            ms=round((time.perf_counter() - started) * 1000, 1),
        )
        return answer

    def _explain(self, answer: Json, request: Request) -> None:
        """Put our problem in the place of what Chalice says itself: no such method, or a bug."""
        is_method = answer["statusCode"] == 405
        found = problem("method_not_allowed" if is_method else "internal_error")
        body, headers, status = explained(request, found)
        answer.update(body=body, statusCode=status)
        answer["headers"].update(headers)
        if is_method:
            answer["headers"]["Allow"] = allowed(self.routes[str(request.route)])
