"""Requests drawn from the schemas: what a schema forbids is refused, and what it allows breaks nothing."""

from collections.abc import Callable
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pydantic import TypeAdapter
from schemathesis import APIOperation, Case, GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi import checks

from chalicelib.api.messages import Envelope, JoinRoom, OpenRoom, Post
from chalicelib.core.action import Action
from chalicelib.games.registry import RULESETS
from infra.phone import Phone, Service
from tests.faults.innocent import Innocent
from tests.faults.nonsense import CODES

Json = dict[str, Any]

IN_ROOM = "/v1/rooms/{code}"
PROBLEM: Json = {
    "type": "object",
    "required": ["type", "title", "status", "detail", "code", "retryable"],
    "properties": {
        "status": {"type": "integer", "minimum": 400, "maximum": 499},
        "code": {"enum": sorted(CODES)},
        "title": {"type": "string", "minLength": 1},
        "detail": {"type": "string", "minLength": 1},
        "retryable": {"type": "boolean"},
    },
}
ANSWERS: Json = {
    status: {"description": media_type, "content": {media_type: {"schema": schema}}}
    for status, media_type, schema in (
        ("2XX", "application/json", {"type": "object"}),
        ("4XX", "application/problem+json", PROBLEM),
    )
}
CHECKS = [
    not_a_server_error,
    checks.status_code_conformance,
    checks.content_type_conformance,
    checks.response_schema_conformance,
    checks.negative_data_rejection,
]


def action(kind: type[Action]) -> Json:
    """What clients send to take an action."""
    envelope, own = Envelope.model_json_schema(), TypeAdapter(kind).json_schema()
    return {
        "type": "object",
        "properties": {**envelope["properties"], **own["properties"], "type": {"const": kind.type}},
        "required": ["type", *([] if kind.any_time else ["phase_seq"]), *own.get("required", ())],
        "additionalProperties": False,
    }


def operation(path: str, body: Json) -> APIOperation:
    """A request as the tool knows it: a document of its own, since all actions go to one address."""
    asked = {"required": True, "content": {"application/json": {"schema": body}}}
    document = {
        "openapi": "3.1.0",
        "info": {"title": path, "version": "1"},
        "paths": {path: {"post": {"requestBody": asked, "responses": ANSWERS}}},
    }
    return schemathesis.openapi.from_dict(document)[path]["POST"]


def cases(path: str, *bodies: Json) -> st.SearchStrategy[Case]:
    """Requests that keep to a schema, and as many that do not."""
    operations = [operation(path, body) for body in bodies]
    return st.one_of(o.as_strategy(generation_mode=mode) for mode in GenerationMode for o in operations)


CASES = {
    "rooms": ("/v1", cases("/rooms", OpenRoom.model_json_schema())),
    "players": (IN_ROOM, cases("/players", JoinRoom.model_json_schema())),
    "messages": (IN_ROOM, cases("/messages", Post.model_json_schema())),
    **{
        game: (IN_ROOM, cases("/actions", *map(action, ruleset.actions.values())))
        for game, ruleset in RULESETS.items()
    },
}
"""What is asked, or the game whose actions are taken: where, and the requests."""


@pytest.fixture
def victim(service: Service, asked: str) -> Callable[[], Phone]:
    """Somebody who sits in a room; in another one when they had to leave it."""
    game = asked if asked in RULESETS else next(iter(RULESETS))
    phones: list[Phone] = []

    def seated() -> Phone:
        if not phones or phones[-1].request("GET").status_code != 200:
            phones.append(service.open_room("Ana", game))
        return phones[-1]

    return seated


@pytest.mark.parametrize("asked", CASES)
@settings(
    max_examples=settings.default.max_examples // 4,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
@given(data=st.data())
def test_what_a_schema_forbids_is_refused_and_what_it_allows_breaks_nothing(
    innocent: Innocent, address: str, victim: Callable[[], Phone], asked: str, data: st.DataObject
):
    place, requests = CASES[asked]
    case, phone = data.draw(requests), victim()

    case.call_and_validate(
        base_url=address + place.format(code=phone.code),
        headers={"Authorization": f"Bearer {phone.token}"},
        checks=CHECKS,
    )
