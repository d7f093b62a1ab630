"""The documents as they are served, and validators that hold answers to them."""

import json
from functools import cache
from typing import Any

import jsonschema_rs

from infra.documents.build import FOLDER
from tests.api.wire import Answer, Wire

Json = dict[str, Any]

TOLD = {"etag", "location", "retry-after", "idempotency-replayed", "www-authenticate", "ratelimit"}
"""Headers that are documented wherever they are sent."""
ALWAYS = {"x-request-id", "etag", "location", "content-language"}
"""Headers that are sent wherever they are documented."""


@cache
def document(name: str) -> Json:
    """`openapi` or `asyncapi`."""
    found: Json = json.loads((FOLDER / f"{name}.json").read_text("utf-8"))
    return found


@cache
def validator(schema: str, within: str = "openapi") -> Any:
    """Holds a value to a named schema, and refuses members that the schema does not name."""
    return validator_of({"$ref": f"#/components/schemas/{schema}"}, within)


def validator_of(schema: Json, within: str = "openapi") -> Any:
    """The same for any schema."""
    whole = {**_closed(schema), "components": {"schemas": _named(within)}}
    return jsonschema_rs.Draft202012Validator(whole, validate_formats=True)


@cache
def _named(within: str) -> Json:
    named: Json = _closed(document(within)["components"]["schemas"])
    return named


def hold(method: str, path: str, answer: Answer) -> None:
    """Hold an answer to the document: its status, media type, headers and body."""
    responses = document("openapi")["paths"][path][method.lower()]["responses"]
    expected = responses[str(answer.status)]
    named = {name.lower() for name in expected["headers"]}
    assert TOLD & set(answer.headers) <= named
    assert named & ALWAYS <= set(answer.headers)
    if "content" not in expected:
        assert "" == answer.text
        return
    media_type = answer.headers["content-type"].partition(";")[0]
    body = answer.text if media_type == "text/html" else answer.json
    _of_answer(method, path, answer.status, media_type).validate(body)


class DocumentedWire(Wire):
    """The service's ends; whatever it answers has to be as documented."""

    def send_event(self, event: Json) -> Answer:
        answer = super().send_event(event)
        method, path = event.get("httpMethod", ""), event.get("resource", "")
        if method.lower() in document("openapi")["paths"].get(path, {}):
            hold(method, path, answer)
        return answer


@cache
def _of_answer(method: str, path: str, status: int, media_type: str) -> Any:
    answers = document("openapi")["paths"][path][method.lower()]["responses"]
    return validator_of(answers[str(status)]["content"][media_type]["schema"])


def _closed(value: Any) -> Any:
    """The schemas with nothing allowed but what they name; clients must not do that, tests may."""
    if isinstance(value, list):
        return [_closed(each) for each in value]
    if not isinstance(value, dict):
        return value
    found = {name: _closed(each) for name, each in value.items()}
    is_object = isinstance(value.get("properties"), dict) and "$ref" not in value
    return {"additionalProperties": False, **found} if is_object else found
