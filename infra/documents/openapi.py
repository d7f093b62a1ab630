"""The OpenAPI 3.1 document of everything that is asked over HTTP."""

import re
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any, Final

from chalicelib.api.problems import MEDIA_TYPE
from chalicelib.api.request import JSON
from chalicelib.decks.own.source import BY_GAME
from infra.documents import replies
from infra.documents.examples import ANSWERS
from infra.documents.headers import ASKED, HEADERS, SCHEMES, SECURITY
from infra.documents.operation import Operation
from infra.documents.operations import OPERATIONS, PATHS, QUERIES
from infra.documents.problems import CODES
from infra.documents.requests import request
from infra.documents.schema import Json, Schemas, ref
from infra.documents.views import BOUND, add_views
from infra.documents.webhooks import webhooks

VERSION: Final = "1.0.0"
TITLE: Final = "Tapadillo"

TAGS: Final[Mapping[str, str]] = {
    "catalogue": "What there is to play, and with what. The same for everybody until the next deployment.",
    "rooms": "Where people sit and play.",
    "chat": "What people write, in games that have a chat.",
    "tenant": "A tenant's own administration, with its secret key.",
    "own decks": "Decks of a tenant's own.",
    "webhooks": "What a tenant's own servers are told, and what came of it.",
    "service": "The service itself.",
}


def openapi() -> Json:
    """The document."""
    schemas = Schemas()
    add_views(schemas)
    _add_own_decks(schemas)
    problem = schemas.of(replies.Problem, bound=BOUND)
    used = {operation.tag for operation in OPERATIONS.values()}
    paths: dict[str, Json] = {}
    for (method, path), operation in OPERATIONS.items():
        paths.setdefault(path, {})[method.lower()] = _operation(schemas, path, operation, problem)
    told = webhooks(schemas)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": TITLE,
            "version": VERSION,
            "summary": "The backend that hidden-role party games run on.",
            "description": ABOUT,
            "license": {"name": "Apache-2.0", "identifier": "Apache-2.0"},
        },
        "servers": [{"url": "..", "description": "Where this document came from."}],
        "tags": [{"name": name, "description": said} for name, said in TAGS.items() if name in used],
        "paths": paths,
        "webhooks": told,
        "components": {
            "schemas": schemas.described(),
            "headers": {
                name: {"description": said, "schema": schema} for name, (said, schema) in HEADERS.items()
            },
            "securitySchemes": SCHEMES,
        },
    }


ABOUT: Final = (
    "JSON throughout, `snake_case`; instants in RFC 3339 UTC with milliseconds, durations in whole `_ms`. "
    "Ignore members that you do not know; send none that we do not know. The view of a seat is all there is: "
    "it holds what that seat may know, and `actions` lists every action that it may take now."
)


def _add_own_decks(schemas: Schemas) -> None:
    """Name what is sent for a deck of each game, and of any."""
    sent = {game: request(schemas, model) for game, model in BY_GAME.items()}
    mapping = {game: each["$ref"] for game, each in sent.items()}
    schemas.name(
        "OwnDeck",
        {
            "description": "A deck of your own, as an editor writes it.",
            "oneOf": [*sent.values()],
            "discriminator": {"propertyName": "game", "mapping": mapping},
        },
    )


def _operation(schemas: Schemas, path: str, operation: Operation, problem: Json) -> Json:
    parameters = [
        {
            "name": name,
            "in": "path",
            "required": True,
            "description": PATHS[name],
            "schema": {"type": "string"},
        }
        for name in re.findall(r"\{(\w+)\}", path)
    ]
    parameters += [
        {"name": name, "in": "query", "description": QUERIES[name], "schema": schema}
        for name, schema in operation.query.items()
    ]
    asked = ["Accept-Language"]
    asked += ["If-None-Match"] if operation.is_conditional else []
    asked += ["Idempotency-Key"] if operation.is_idempotent else []
    parameters += [
        {"name": name, "in": "header", "description": ASKED[name][0], "schema": ASKED[name][1]}
        for name in asked
    ]
    found: Json = {
        "operationId": operation.id,
        "tags": [operation.tag],
        "summary": operation.summary,
        **({"description": operation.description} if operation.description else {}),
        "security": SECURITY[operation.who],
        "parameters": parameters,
    }
    if operation.body is not None:
        content: Json = {"schema": _request(schemas, operation.body)}
        if operation.example is not None:
            content["example"] = operation.example
        found["requestBody"] = {"required": not operation.is_body_optional, "content": {JSON: content}}
    found["responses"] = {
        **{str(status): _answer(schemas, operation, status) for status in operation.answers},
        **({"304": _unchanged()} if operation.is_conditional else {}),
        **_problems(operation, problem),
    }
    return found


def _answer(schemas: Schemas, operation: Operation, status: int) -> Json:
    names = ["X-Request-Id", *operation.headers.get(status, ())]
    names += ["ETag"] if operation.is_conditional else []
    names += ["Idempotency-Replayed"] if operation.is_idempotent else []
    names += ["RateLimit", "RateLimit-Policy"] if operation.is_counted else []
    found: Json = {"description": operation.summary, "headers": _headers(names)}
    answer = operation.answers[status]
    if answer == "text/html":
        found["content"] = {"text/html": {"schema": {"type": "string"}}}
    elif answer is not None:
        found["content"] = {JSON: {"schema": _schema(schemas, answer), **_example(operation)}}
    return found


def _example(operation: Operation) -> Json:
    return {"example": ANSWERS[operation.id]()} if operation.id in ANSWERS else {}


def _unchanged() -> Json:
    return {"description": "You have it.", "headers": _headers(["X-Request-Id", "ETag"])}


def _headers(names: list[str]) -> Json:
    return {name: {"$ref": f"#/components/headers/{name}"} for name in names}


def _problems(operation: Operation, problem: Json) -> Json:
    """For each status what may be the reason."""
    by_status: dict[int, list[str]] = {}
    for code in sorted(operation.codes):
        by_status.setdefault(CODES[code].status, []).append(code)
    return {
        str(status): {
            "description": HTTPStatus(status).phrase,
            "headers": _headers(_problem_headers(status, codes)),
            "content": {MEDIA_TYPE: {"schema": {**problem, "properties": {"code": {"enum": codes}}}}},
        }
        for status, codes in sorted(by_status.items())
    }


def _problem_headers(status: int, codes: list[str]) -> list[str]:
    names = ["X-Request-Id", "Content-Language"]
    names += ["WWW-Authenticate"] if {"invalid_token", "token_revoked"} & {*codes} else []
    names += ["Retry-After"] if any(CODES[code].retryable for code in codes) else []
    return names + (["RateLimit", "RateLimit-Policy"] if status == 429 else [])


def _schema(schemas: Schemas, answer: Any) -> Json:
    if isinstance(answer, str):
        return ref(answer)
    if isinstance(answer, dict) and "anyOf" in answer:
        return {"anyOf": [_schema(schemas, each) for each in answer["anyOf"]]}
    return schemas.of(answer, bound=BOUND)


def _request(schemas: Schemas, body: Any) -> Json:
    if isinstance(body, str):
        return ref(body)
    return request(schemas, body)
