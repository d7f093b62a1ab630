"""The Chalice app, taught to answer every failure as a problem document and everything with CORS."""

import json
import logging
import time
from typing import Any

from chalice import Chalice
from chalice.app import CORSConfig

from chalicelib.api import language, problems

Json = dict[str, Any]

ALLOWED = ["Authorization", "X-Api-Key", "Idempotency-Key", "If-None-Match", "Content-Type", "Accept-Language"]
EXPOSED = [
    "ETag", "Location", "Retry-After", "X-Request-Id", "Idempotency-Replayed", "RateLimit", "RateLimit-Policy",
]
CORS = CORSConfig(allow_origin="*", allow_headers=ALLOWED, expose_headers=EXPOSED, max_age=7200)

log = logging.getLogger("tapadillo")

_OF_CHALICE = {
    400: "malformed_json",
    401: "invalid_token",
    403: "forbidden",
    404: "not_found",
    405: "method_not_allowed",
    413: "payload_too_large",
    415: "unsupported_media_type",
    429: "too_many_requests",
}


class Service(Chalice):
    """Whatever happens inside, the answer is one of the public API's."""

    def __call__(self, event: Any, context: Any) -> Json:
        """Answer one REST event of API Gateway."""
        started = time.perf_counter()
        try:
            answer: Json = super().__call__(event, context)
        except Exception:
            log.exception("the answer could not be built")
            answer = {"statusCode": 500, "headers": {}, "multiValueHeaders": {}, "body": "{}"}
        request_id = event.get("requestContext", {}).get("requestId", "")
        if answer["statusCode"] >= 400:
            _as_problem(answer, _header(event, "accept-language"), request_id)
        headers = answer["headers"]
        headers.update(CORS.get_access_control_headers())
        headers.setdefault("Content-Type", "application/json")
        headers.setdefault("Cache-Control", "private, no-store")
        headers["X-Request-Id"] = request_id
        log.info(
            "%s",
            json.dumps(
                {
                    "request_id": request_id,
                    "method": event.get("httpMethod"),
                    "route": event.get("resource"),
                    "status": answer["statusCode"],
                    "ms": round((time.perf_counter() - started) * 1000, 1),
                }
            ),
        )
        return answer


def _header(event: Json, name: str) -> str | None:
    headers = event.get("multiValueHeaders") or {}
    return next((",".join(v) for k, v in headers.items() if k.lower() == name and v), None)


def _as_problem(answer: Json, accept_language: str | None, request_id: str) -> None:
    spoken = language.choose(accept_language)
    headers = answer["headers"]
    if headers.get("Content-Type") == problems.MEDIA_TYPE:
        document = json.loads(answer["body"])
    else:
        code = _OF_CHALICE.get(answer["statusCode"], "internal_error")
        document = problems.problem(code).body(spoken)
        answer["statusCode"] = document["status"]
    answer["body"] = json.dumps({**document, "request_id": request_id}, ensure_ascii=False)
    headers["Content-Type"] = problems.MEDIA_TYPE
    headers["Content-Language"] = spoken
