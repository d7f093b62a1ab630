"""The documents: made from the code, up to date, and complete both ways."""

import re
from collections.abc import Iterator
from typing import Any

import jsonschema_rs
import pytest

from app import app
from chalicelib.api import sockets
from chalicelib.api.language import texts
from chalicelib.core.action import Action
from chalicelib.decks import present
from chalicelib.games.registry import RULESETS
from infra.documents.asyncapi import ASKED, TOLD, references
from infra.documents.build import FOLDER, made
from infra.documents.problems import CODES
from infra.documents.schema import FORMS
from infra.documents.views import base
from infra.documents.words import MEMBERS
from tests.api.documents import Json, document, validator_of

NOT_OURS = {"method_not_allowed", "not_found"}
"""What answers where nothing is served."""
EVERY_ACTION = [(game, kind) for game, ruleset in RULESETS.items() for kind in ruleset.actions.values()]


def served() -> set[tuple[str, str]]:
    """Every method and path that a route answers, but HEAD, which goes without saying where there is GET."""
    return {
        (method, path)
        for path, methods in app.routes.items()
        for method, entry in methods.items()
        if entry.view_name not in NOT_OURS and method != "HEAD"
    }


def documented() -> Iterator[tuple[str, str, Json]]:
    """Every method and path of the document, with its operation."""
    for path, methods in document("openapi")["paths"].items():
        for method, operation in methods.items():
            yield method.upper(), path, operation


def test_what_is_served_is_what_make_docs_writes_now():
    for name, text in made().items():
        assert text == (FOLDER / name).read_text("utf-8"), f"{name} is not up to date: make docs"


def test_every_route_is_documented_and_nothing_else_is():
    assert served() == {(method, path) for method, path, _ in documented()}


def test_every_parameter_of_a_path_is_explained():
    for _, path, operation in documented():
        named = {each["name"] for each in operation["parameters"] if each["in"] == "path"}
        assert named == set(re.findall(r"\{(\w+)\}", path))


@pytest.mark.parametrize("name", ["openapi", "asyncapi"])
def test_every_schema_is_valid_and_every_reference_leads_somewhere(name: str):
    found = document(name)
    for schema in found["components"]["schemas"].values():
        jsonschema_rs.meta.validate(schema)
    for target in references(found):
        place: Any = found
        for step in target.removeprefix("#/").split("/"):
            place = place[step]


@pytest.mark.parametrize("name", ["openapi", "asyncapi"])
def test_no_schema_is_left_over(name: str):
    used = {target.rpartition("/")[2] for target in references(document(name))}

    assert {*document(name)["components"]["schemas"]} - used <= {"ClientMessage", "ServerMessage"}


@pytest.mark.parametrize("name", ["openapi", "asyncapi"])
def test_every_schema_and_every_member_says_what_it_means(name: str):
    for schema, body in document(name)["components"]["schemas"].items():
        assert body.get("description"), schema
        for member, each in body.get("properties", {}).items():
            assert each.get("description") or "const" in each, f"{schema}.{member}"


def test_no_meaning_is_given_to_a_member_that_is_not_there():
    schemas = [
        s for name in ("openapi", "asyncapi") for s in document(name)["components"]["schemas"].values()
    ]
    members = [each for schema in schemas for each in schema.get("properties", {}).items()]
    meanings = {(member, each.get("description")) for member, each in members}
    written = [(place, *each) for place, members in MEMBERS.items() for each in members.items()]

    assert not [(place, member) for place, member, said in written if (member, said) not in meanings]


@pytest.mark.parametrize(("game", "kind"), EVERY_ACTION)
def test_every_action_of_every_game_is_documented_as_sent_and_as_offered(game: str, kind: type[Action]):
    schemas = document("openapi")["components"]["schemas"]
    name = base(kind, game)

    for form in ("Action", "Offer"):
        of_game = schemas[f"{game.title()}{form}"]
        assert f"#/components/schemas/{name}{form}" == of_game["discriminator"]["mapping"][kind.type]
        assert {"$ref": f"#/components/schemas/{name}{form}"} in of_game["oneOf"]
    sent = schemas[f"{name}Action"]
    assert {"const": kind.type} == sent["properties"]["type"]
    assert kind.any_time != ("phase_seq" in sent["required"])


def test_every_problem_is_documented_where_it_may_be_answered():
    codes = {code for _, _, operation in documented() for code in codes_of(operation)}
    over_sockets = {"hello_required", "unknown_message"}
    elsewhere = {"not_found", "method_not_allowed"}

    assert set(CODES) == {
        *document("openapi")["components"]["schemas"]["Problem"]["properties"]["code"]["enum"]
    }
    assert set(texts("en")) <= set(CODES)
    assert set(CODES) - codes == over_sockets | elsewhere


def codes_of(operation: Json) -> Iterator[str]:
    """The problems of an operation."""
    for answer in operation["responses"].values():
        problem = answer.get("content", {}).get("application/problem+json")
        yield from problem["schema"]["properties"]["code"]["enum"] if problem else ()


def test_every_message_of_a_socket_is_documented():
    channel = document("asyncapi")["channels"]["socket"]["messages"]
    schemas = document("asyncapi")["components"]["schemas"]
    asked, told = (
        {
            schemas[each["$ref"].rpartition("/")[2]]["properties"]["type"]["const"]
            for each in schemas[name]["oneOf"]
        }
        for name in ("ClientMessage", "ServerMessage")
    )

    assert set(sockets.TYPES) == asked
    assert asked | told == set(channel)
    assert len(ASKED) + len(TOLD) == len(channel)


def test_every_problem_that_ends_a_socket_is_a_farewell():
    bye = document("asyncapi")["components"]["schemas"]["Bye"]["properties"]["code"]["enum"]

    assert {*sockets._FINAL, "left", "removed", "room_closed", "too_many_connections"} == set(bye)


def test_whatever_is_shown_in_a_form_of_its_own_is_documented_in_it():
    assert present._SPECIAL.keys() <= FORMS.keys()


def test_every_example_is_as_its_schema_says():
    for _, _, operation in documented():
        for content in contents(operation):
            if "example" in content:
                validator_of(content["schema"]).validate(content["example"])
    for message in document("asyncapi")["components"]["messages"].values():
        for example in message["examples"]:
            validator_of(message["payload"], "asyncapi").validate(example["payload"])


def contents(operation: Json) -> Iterator[Json]:
    """Whatever an operation reads and answers, by media type."""
    for part in (operation.get("requestBody", {}), *operation["responses"].values()):
        yield from part.get("content", {}).values()
