"""Every failure as `application/problem+json` (RFC 9457), with a stable `code` that clients switch on.

Trouble of the rooms, refusals of the rules and messages of the wrong shape are mapped here, once.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from pydantic import ValidationError

from chalicelib.api import rates
from chalicelib.api.language import explain_fault, texts
from chalicelib.core.deck import UnknownDeck
from chalicelib.core.reason import Kind, Refusal, Refused, Rejection
from chalicelib.rooms import errors
from chalicelib.tenants.administration import TenantTrouble

Json = dict[str, Any]

STATUS: Mapping[str, int] = {
    "malformed_json": 400,
    "invalid_idempotency_key": 400,
    "invalid_token": 401,
    "token_revoked": 401,
    "api_key_required": 401,
    "invalid_api_key": 401,
    "secret_key_required": 401,
    "hello_required": 401,
    "forbidden": 403,
    "origin_not_allowed": 403,
    "secret_key_in_browser": 403,
    "tenant_closing": 403,
    "not_found": 404,
    "room_not_found": 404,
    "player_not_found": 404,
    "deck_not_found": 404,
    "key_not_found": 404,
    "webhook_not_found": 404,
    "delivery_not_found": 404,
    "method_not_allowed": 405,
    "already_rotated": 409,
    "last_secret_key": 409,
    "too_many_keys": 409,
    "too_many_webhooks": 409,
    "deck_limit_reached": 409,
    "webhook_disabled": 409,
    "room_closed": 410,
    "payload_too_large": 413,
    "unsupported_media_type": 415,
    "invalid_value": 422,
    "unknown_field": 422,
    "unknown_game": 422,
    "unknown_action": 422,
    "unknown_message": 422,
    "invalid_deck": 422,
    "idempotency_key_reused": 422,
    "action_id_reused": 422,
    "too_many_requests": 429,
    "internal_error": 500,
    "store_busy": 503,
    "unhealthy": 503,
}
"""The codes that are not refusals of the rules."""

MEDIA_TYPE = "application/problem+json"
MOST_FAULTS = 16
"""Members that one problem complains of; somebody who sends a thousand wrong ones need not hear of each."""

_RETRYABLE = {"store_busy", "unhealthy", "too_many_requests", "internal_error"}
_WAIT_S: Mapping[str, int] = {"store_busy": 1, "unhealthy": 5, "too_many_requests": 1}
_HEADERS: Mapping[str, Mapping[str, str]] = {
    "invalid_token": {"WWW-Authenticate": "Bearer"},
    "token_revoked": {"WWW-Authenticate": 'Bearer error="invalid_token"'},
}
_OF_KIND = {Kind.FORBIDDEN: 403, Kind.NOT_NOW: 409, Kind.INVALID: 422, Kind.CLOSED: 410}

_MEMBERS = {"bad_origin": "/origins", "out_of_range": "/grace_seconds"}
"""Where in a request that changes a tenant the fault is."""

_FAULTS = {
    "missing": "missing",
    "extra_forbidden": "unknown_field",
    "string_too_long": "too_long",
    "string_too_short": "too_short",
    "greater_than_equal": "out_of_range",
    "less_than_equal": "out_of_range",
}
_TYPES = {
    "bool_type": "boolean",
    "dict_type": "object",
    "int_type": "integer",
    "mapping_type": "object",
    "string_type": "string",
    "tuple_type": "array",
}
_BOUNDS = {"max_length": "≤ {}", "min_length": "≥ {}", "ge": "≥ {}", "le": "≤ {}"}


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong with one member of a request: its JSON pointer, a code, and what would be accepted."""

    pointer: str
    code: str
    accepted: str = ""

    def body(self, language: str) -> Json:
        """One entry of `errors`."""
        detail = explain_fault(language, self.code)
        return {
            "pointer": self.pointer,
            "code": self.code,
            "detail": f"{detail} ({self.accepted})" if self.accepted else detail,
        }


@dataclass(slots=True, eq=False)
class Problem(Exception):
    """A failure on its way to the client; `wait_s`: after how many seconds it makes sense to ask again.

    `more` are headers besides those of its code.
    """

    code: str
    status: int
    faults: tuple[Fault, ...] = ()
    wait_s: int | None = None
    more: Mapping[str, str] = field(default_factory=dict)

    @property
    def headers(self) -> Mapping[str, str]:
        """What the answer says besides, in its header."""
        waiting = {} if self.wait_s is None else {"Retry-After": str(self.wait_s)}
        return {**_HEADERS.get(self.code, {}), **waiting, **self.more}

    def body(self, language: str, request_id: str | None = None) -> Json:
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
            document["errors"] = [fault.body(language) for fault in self.faults[:MOST_FAULTS]]
        if self.wait_s is not None:
            document["retry_after_seconds"] = self.wait_s
        if request_id is not None:
            document["request_id"] = request_id
        return document


def problem(code: str, *faults: Fault) -> Problem:
    """The problem of one of our own codes."""
    return Problem(code, STATUS[code], faults, _WAIT_S.get(code))


def refused(rejection: Rejection) -> Problem:
    """A refusal of the rules."""
    reason: Refusal = rejection.reason
    at = rejection.field
    faults = () if at is None else (Fault(f"/{at}", str(reason), rejection.detail or ""),)
    return Problem(str(reason), _OF_KIND[reason.kind], faults)


def of(trouble: Exception) -> Problem | None:
    """The problem that an exception stands for; None for a bug."""
    match trouble:
        case Problem():
            return trouble
        case Refused():
            return refused(trouble.rejection)
        case ValidationError():
            return _invalid(trouble)
        case errors.RoomNotFound():
            return problem("room_not_found")
        case errors.RoomClosed():
            return problem("room_closed")
        case errors.TokenRevoked():
            return problem("token_revoked")
        case errors.NotSeated():
            return problem("invalid_token")
        case errors.NotYours():
            return problem("forbidden")
        case errors.NoSuchPlayer():
            return problem("player_not_found")
        case errors.Reused():
            return problem(f"{trouble.what}_reused")
        case errors.TooMany():
            return _hasty(trouble)
        case UnknownDeck():
            return problem("deck_not_found")
        case TenantTrouble():
            return _of_tenant(trouble)
        case errors.StoreBusy():
            return problem("store_busy")
    return None


def _hasty(trouble: errors.TooMany) -> Problem:
    """Somebody has to wait; what is told of the limit is what its seat may know."""
    wait_s, limit = max(1, rates.seconds(trouble.wait_ms)), trouble.limit
    more = {"RateLimit-Policy": rates.policy(limit.name, limit.rate)}
    if limit.full_ms is not None:
        more["RateLimit"] = rates.left(limit.name, 0, limit.full_ms)
    return replace(problem("too_many_requests"), wait_s=wait_s, more=more)


def _of_tenant(trouble: TenantTrouble) -> Problem:
    """A change of a tenant that cannot be made; what is wrong with a member of the request is told there."""
    if trouble.code in _MEMBERS:
        place = "" if trouble.place is None else f"/{trouble.place}"
        return problem(
            "invalid_value", Fault(_MEMBERS[trouble.code] + place, "invalid_value", trouble.accepted)
        )
    return problem("invalid_api_key" if trouble.code == "tenant_not_found" else trouble.code)


def _invalid(error: ValidationError) -> Problem:
    """A message of the wrong shape, each fault with its place."""
    found = error.errors(include_url=False, include_input=False)
    faults = tuple(_fault(each["loc"], each["type"], each.get("ctx", {})) for each in found)
    only_unknown = {fault.code for fault in faults} == {"unknown_field"}
    return problem("unknown_field" if only_unknown else "invalid_value", *faults)


def _fault(where: tuple[int | str, ...], kind: str, bounds: Mapping[str, Any]) -> Fault:
    pointer = "".join("/" + str(step).replace("~", "~0").replace("/", "~1") for step in where)
    code = "wrong_type" if kind in _TYPES else _FAULTS.get(kind, "invalid_value")
    accepted = [_BOUNDS[name].format(bound) for name, bound in bounds.items() if name in _BOUNDS]
    if kind == "string_pattern_mismatch":
        accepted = [bounds["pattern"].removeprefix("^").removesuffix("$")]
    if kind == "literal_error":
        accepted = re.findall(r"'([^']*)'", bounds["expected"])  # of a sentence in English
    return Fault(pointer, code, _TYPES.get(kind) or ", ".join(accepted))
