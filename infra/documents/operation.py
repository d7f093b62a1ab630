"""How a request is described: for whom it is, with what, and which answers and problems there are."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal, TypeAlias

from infra.documents.schema import Json

Who = Literal["anybody", "shelf", "key", "seat", "door", "secret"]
"""Whose credentials it takes: nobody's; an application's or none (`shelf`); an application's; a seat's; one
of these or none (`door`); a tenant's own."""

ALWAYS: Final = ("malformed_request", "forbidden", "too_many_requests", "internal_error", "timeout")
"""What may be answered to any request, by what stands before the service too."""
WITH_BODY: Final = (
    "malformed_json",
    "payload_too_large",
    "unsupported_media_type",
    "invalid_value",
    "unknown_field",
    "request_timeout",
)
IN_ROOM: Final = ("room_not_found", "room_closed", "store_busy")
KEY: Final = (
    "invalid_api_key",
    "origin_not_allowed",
    "secret_key_in_browser",
    "tenant_closing",
    "store_busy",
)
OF: Final[Mapping[Who, tuple[str, ...]]] = {
    "anybody": (),
    "shelf": KEY,
    "key": ("api_key_required", *KEY),
    "seat": ("invalid_token", "token_revoked", *IN_ROOM),
    "door": ("invalid_token", "token_revoked", "api_key_required", *KEY, *IN_ROOM),
    "secret": (
        "secret_key_required",
        "invalid_api_key",
        "secret_key_in_browser",
        "tenant_closing",
        "too_many_requests",
        "store_busy",
    ),
}
"""The problems of each kind of credentials."""


@dataclass(frozen=True, slots=True)
class Operation:
    """One request.

    `body` is the model that reads it, or the name of a schema; `answers` are the types, schemas' names or
    nothing (None) of each status. `is_conditional` ones have an ETag, `is_idempotent` ones take a key,
    `is_counted` ones tell of limits; where `is_body_optional`, none is an empty object. `example` is a body
    that may be sent in a room of three in the lobby.
    """

    id: str
    tag: str
    who: Who
    summary: str
    answers: Mapping[int, Any]
    description: str = ""
    body: Any = None
    query: Mapping[str, Json] = field(default_factory=dict)
    problems: tuple[str, ...] = ()
    headers: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    is_conditional: bool = False
    is_idempotent: bool = False
    is_counted: bool = False
    is_body_optional: bool = False
    example: Any = None

    @property
    def codes(self) -> frozenset[str]:
        """Every problem that may be answered."""
        with_key = ("invalid_idempotency_key",) if self.is_idempotent else ()
        with_body = WITH_BODY if self.body is not None else ()
        return frozenset((*ALWAYS, *OF[self.who], *with_body, *with_key, *self.problems))


Operations: TypeAlias = Mapping[tuple[str, str], Operation]
"""Requests by their methods and paths."""
