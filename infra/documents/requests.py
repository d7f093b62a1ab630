"""What clients send, from the models that read it."""

from collections.abc import Mapping
from typing import Final

from pydantic import BaseModel

from chalicelib.api.messages import Act, Hello, OpenRoom, Ping, Say
from chalicelib.games.registry import RULESETS
from infra.documents.schema import Json, Schemas, ref

REFINED: Final[Mapping[tuple[type[BaseModel], str], Json]] = {
    (OpenRoom, "game"): {"enum": [*RULESETS]},
    (OpenRoom, "options"): {"anyOf": [ref(f"{game.title()}OptionsChange") for game in RULESETS]},
    (Hello, "type"): {"const": "hello"},
    (Act, "type"): {"const": "act"},
    (Act, "action"): ref("Action"),
    (Say, "type"): {"const": "say"},
    (Ping, "type"): {"const": "ping"},
}
"""Members that the code reads as anything first, and judges later."""


def request(schemas: Schemas, model: type[BaseModel]) -> Json:
    """Name what a model reads, and the models that it is made of."""
    schema = model.model_json_schema(ref_template=ref("{model}")["$ref"])
    for name, part in schema.pop("$defs", {}).items():
        schemas.name(name, _untitled(part))
    properties = {**schema["properties"]}
    properties |= {name: REFINED[model, name] for name in properties if (model, name) in REFINED}
    return schemas.name(model.__name__, _untitled({**schema, "properties": properties}))


def _untitled(schema: Json) -> Json:
    """Without the titles that only repeat names."""
    properties = {name: _untitled(member) for name, member in schema.get("properties", {}).items()}
    bare = {name: value for name, value in schema.items() if name != "title"}
    return {**bare, "properties": properties} if properties else bare
