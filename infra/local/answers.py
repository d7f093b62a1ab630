"""What API Gateway answers before or instead of the app: problems and preflights, here and in the stack."""

import json
from dataclasses import dataclass
from typing import Final

CORS: Final = {
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Expose-Headers": (
        "ETag, Location, Retry-After, X-Request-Id, Idempotency-Replayed, RateLimit, RateLimit-Policy"
    ),
}
PREFLIGHT: Final = {
    **CORS,
    "Access-Control-Allow-Methods": "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS",
    "Access-Control-Allow-Headers": (
        "Authorization, X-Api-Key, Idempotency-Key, If-None-Match, Content-Type, Accept-Language"
    ),
    "Access-Control-Max-Age": "7200",
}


@dataclass(frozen=True, slots=True)
class Answer:
    """A problem that the gateway answers; `response_types` are the GatewayResponses that carry it on AWS."""

    status: int
    code: str
    title: str
    detail: str
    retryable: bool = False
    response_types: tuple[str, ...] = ()

    def headers(self, request_id: str) -> dict[str, str]:
        """Its headers, the same for every problem."""
        headers = {
            **CORS,
            "Content-Type": "application/problem+json",
            "Content-Language": "en",
            "Cache-Control": "private, no-store",
            "X-Request-Id": request_id,
        }
        return headers | {"Retry-After": "1"} if self.retryable else headers

    def body(self, request_id: str) -> str:
        """Its body; with `$context.requestId` as the request id it is the template of a GatewayResponse."""
        problem = {
            "type": f"urn:tapadillo:problem:{self.code}",
            "title": self.title,
            "status": self.status,
            "detail": self.detail,
            "code": self.code,
            "retryable": self.retryable,
            "request_id": request_id,
        }
        return json.dumps(problem)


BAD_REQUEST: Final = Answer(
    400,
    "malformed_request",
    "Malformed request",
    "This is not a request that HTTP/1.1 allows.",
    response_types=("DEFAULT_4XX", "BAD_REQUEST_PARAMETERS", "BAD_REQUEST_BODY"),
)
FORBIDDEN: Final = Answer(
    403,
    "forbidden",
    "Not allowed",
    "The credentials sent do not allow this. Check that they are the right ones.",
    response_types=(
        "ACCESS_DENIED",
        "EXPIRED_TOKEN",
        "INVALID_API_KEY",
        "INVALID_SIGNATURE",
        "UNAUTHORIZED",
        "WAF_FILTERED",
    ),
)
NOT_FOUND: Final = Answer(
    404,
    "not_found",
    "Not found",
    "There is nothing at this address.",
    response_types=("MISSING_AUTHENTICATION_TOKEN", "RESOURCE_NOT_FOUND"),
)
METHOD_NOT_ALLOWED: Final = Answer(
    405,
    "method_not_allowed",
    "Method not allowed",
    "This address does not take this method.",
)
REQUEST_TIMEOUT: Final = Answer(
    408,
    "request_timeout",
    "Request timeout",
    "The body of the request did not arrive in time.",
    retryable=True,
)
PAYLOAD_TOO_LARGE: Final = Answer(
    413,
    "payload_too_large",
    "Payload too large",
    "The body of the request is too large.",
    response_types=("REQUEST_TOO_LARGE",),
)
UNSUPPORTED_MEDIA_TYPE: Final = Answer(
    415,
    "unsupported_media_type",
    "Unsupported format",
    "The body must be sent as JSON. Set the Content-Type header to application/json.",
    response_types=("UNSUPPORTED_MEDIA_TYPE",),
)
TOO_MANY_REQUESTS: Final = Answer(
    429,
    "too_many_requests",
    "Too many requests",
    "Too many requests came in a short time. Wait as long as Retry-After says, and try again.",
    retryable=True,
    response_types=("THROTTLED", "QUOTA_EXCEEDED"),
)
INTERNAL_ERROR: Final = Answer(
    500,
    "internal_error",
    "Internal error",
    "Something went wrong on our side.",
    retryable=True,
    response_types=("DEFAULT_5XX",),
)
TIMEOUT: Final = Answer(
    504,
    "timeout",
    "Timeout",
    "The answer took too long; the request may have taken effect.",
    retryable=True,
    response_types=("INTEGRATION_TIMEOUT",),
)
ANSWERS: Final = (
    BAD_REQUEST,
    FORBIDDEN,
    NOT_FOUND,
    METHOD_NOT_ALLOWED,
    REQUEST_TIMEOUT,
    PAYLOAD_TOO_LARGE,
    UNSUPPORTED_MEDIA_TYPE,
    TOO_MANY_REQUESTS,
    INTERNAL_ERROR,
    TIMEOUT,
)
