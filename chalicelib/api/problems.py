"""Every failure as `application/problem+json` (RFC 9457), with a stable `code` that clients switch on.

Trouble of the rooms, refusals of the rules and answers of Chalice itself are mapped here, once.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from pydantic import ValidationError

from chalicelib.api.language import texts
from chalicelib.core.reason import Kind, Refusal, Refused, Rejection
from chalicelib.rooms import errors

Json = dict[str, Any]

STATUS: Mapping[str, int] = {
    "malformed_json": 400,
    "invalid_idempotency_key": 400,
    "invalid_token": 401,
    "token_revoked": 401,
    "api_key_required": 401,
    "invalid_api_key": 401,
    "hello_required": 401,
    "forbidden": 403,
    "not_found": 404,
    "room_not_found": 404,
    "deck_not_found": 404,
    "method_not_allowed": 405,
    "chat_off": 409,
    "room_closed": 410,
    "payload_too_large": 413,
    "unsupported_media_type": 415,
    "invalid_value": 422,
    "unknown_field": 422,
    "unknown_game": 422,
    "unknown_action": 422,
    "unknown_message": 422,
    "idempotency_key_reused": 422,
    "action_id_reused": 422,
    "too_many_requests": 429,
    "internal_error": 500,
    "store_busy": 503,
}
"""The codes that are not refusals of the rules."""

_KINDS = {Kind.FORBIDDEN: 403, Kind.NOT_NOW: 409, Kind.INVALID: 422, Kind.CLOSED: 410}
_RETRYABLE = {"store_busy", "too_many_requests", "internal_error"}
RETRY_AFTER_S = 1
MEDIA_TYPE = "application/problem+json"


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong with one member of a request: a JSON pointer, a code, a sentence."""

    pointer: str
    code: str
    detail: str


@dataclass(slots=True)
class Problem(Exception):
    """A failure on its way to the client."""

    code: str
    status: int
    faults: tuple[Fault, ...] = ()
    headers: dict[str, str] = field(default_factory=dict)

    def body(self, language: str) -> Json:
        """The problem document."""
        title, detail = texts(language)[self.code]
        document: Json = {
            "type": f"urn:tapadillo:problem:{self.code}",
            "title": title,
            "status": self.status,
            "detail": detail,
            "code": self.code,
            "retryable": self.code in _RETRYABLE,
        }
        if self.faults:
            document["errors"] = [
                {"pointer": f.pointer, "code": f.code, "detail": f.detail} for f in self.faults
            ]
        return document


def problem(code: str, *faults: Fault) -> Problem:
    """The problem of one of our own codes."""
    headers = {"Retry-After": str(RETRY_AFTER_S)} if code in ("store_busy", "too_many_requests") else {}
    return Problem(code, STATUS[code], faults, headers)


def refused(rejection: Rejection) -> Problem:
    """A refusal of the rules."""
    reason: Refusal = rejection.reason
    faults = ()
    if rejection.field is not None:
        faults = (Fault(f"/{rejection.field}", str(reason), rejection.detail or ""),)
    return Problem(str(reason), _KINDS[reason.kind], faults)


def of(trouble: Exception) -> Problem | None:
    """The problem that an exception stands for; None for a bug."""
    match trouble:
        case Problem():
            return trouble
        case Refused():
            return refused(trouble.rejection)
        case ValidationError():
            return invalid(trouble.errors(include_url=False, include_context=False, include_input=False))
        case errors.RoomNotFound():
            return problem("room_not_found")
        case errors.RoomClosed():
            return problem("room_closed")
        case errors.TokenRevoked():
            return problem("token_revoked")
        case errors.NotSeated():
            return problem("invalid_token")
        case errors.Reused():
            return problem(f"{trouble.what}_reused")
        case errors.StoreBusy():
            return problem("store_busy")
    return None


def invalid(found: Iterable[Any]) -> Problem:
    """A body of the wrong shape, each fault with its place."""
    faults = tuple(
        Fault("".join(f"/{step}" for step in fault["loc"]), _fault_code(fault["type"]), fault["msg"])
        for fault in found
    )
    only = {fault.code for fault in faults}
    if only == {"malformed_json"}:
        return problem("malformed_json")
    return problem("unknown_field" if only == {"unknown_field"} else "invalid_value", *faults)


def _fault_code(kind: str) -> str:
    return {"extra_forbidden": "unknown_field", "missing": "missing", "json_invalid": "malformed_json"}.get(
        kind, "invalid_value"
    )
