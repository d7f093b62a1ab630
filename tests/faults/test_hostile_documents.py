"""Requests drawn from the served document, right and wrong, with credentials or without: all as documented.

They go to a server of their own, about rooms of a tenant without limits.
"""

import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis import Case, GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.core.parameters import ParameterLocation
from schemathesis.specs.openapi import checks

from chalicelib.games.registry import RULESETS
from infra.documents.operations import OPERATIONS
from infra.local.child import running
from infra.phone import Phone, Service
from tests.api.documents import document

CHECKS = [
    not_a_server_error,
    checks.status_code_conformance,
    checks.content_type_conformance,
    checks.response_headers_conformance,
    checks.response_schema_conformance,
]
API = schemathesis.openapi.from_dict(document("openapi"))
TENANT = "zoo"


@dataclass
class Town:
    """A running server, and somebody who sits in a room of each game; in another when they had to leave."""

    address: str
    service: Service
    pk: str
    sk: str
    seats: dict[str, Phone] = field(default_factory=dict)

    def seat(self, game: str) -> Phone:
        if game not in self.seats or self.seats[game].request("GET").status_code != 200:
            self.seats[game] = self.service.open_room("Ana", game)
        return self.seats[game]

    def key(self, who: str) -> str:
        return self.sk if who == "secret" else self.pk


@pytest.fixture(scope="module")
def town() -> Iterator[Town]:
    with running(TIME_SCALE="60", DATA="", CHAOS="", OPEN_PLAN="unlimited") as address:
        command = [sys.executable, "-m", "infra.tenants", "--server", address]
        create = ["create", TENANT, "--plan", "unlimited"]
        made = subprocess.run([*command, *create], capture_output=True, text=True, check=True)
        pk, sk = re.findall(rf"[ps]k_{TENANT}\.\w+", made.stdout)
        with Service(address, pk) as service:
            yield Town(address, service, pk, sk)


@pytest.mark.parametrize(("method", "path"), OPERATIONS)
@settings(
    max_examples=settings.default.max_examples // 6,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
@given(data=st.data())
def test_whatever_is_asked_the_answer_is_as_documented(
    town: Town, method: str, path: str, data: st.DataObject
):
    mode = data.draw(st.sampled_from(GenerationMode))
    case = data.draw(API[path][method].as_strategy(generation_mode=mode))
    who, headers = OPERATIONS[method, path].who, {}
    if data.draw(st.booleans()):
        seat = town.seat(data.draw(st.sampled_from([*RULESETS])))
        is_seated = who in ("seat", "door")
        headers = {"Authorization": f"Bearer {seat.token}"} if is_seated else {"X-Api-Key": town.key(who)}
        if "code" in case.path_parameters:
            case.path_parameters["code"] = seat.code

    case.call_and_validate(base_url=town.address, headers=headers, checks=[*CHECKS, *refusals(case)])


def refusals(case: Case) -> list[Any]:
    """A body that the document forbids is refused; what we do not know of an address is overlooked."""
    body = case.meta and case.meta.components.get(ParameterLocation.BODY)
    return [checks.negative_data_rejection] if body and body.mode is GenerationMode.NEGATIVE else []
