"""What the stack has besides Chalice's own."""

import json
from typing import Any

import pytest

from chalicelib.bootstrap import Settings
from infra.template.additions import additions
from infra.template.gateway import REST_LOG, SOCKET_LOG, gateway_responses
from infra.template.stage import STAGES

Json = dict[str, Any]

RESPONSE_TYPES = """
ACCESS_DENIED BAD_REQUEST_BODY BAD_REQUEST_PARAMETERS DEFAULT_4XX DEFAULT_5XX EXPIRED_TOKEN
INTEGRATION_TIMEOUT INVALID_API_KEY INVALID_SIGNATURE MISSING_AUTHENTICATION_TOKEN QUOTA_EXCEEDED
REQUEST_TOO_LARGE RESOURCE_NOT_FOUND THROTTLED UNAUTHORIZED UNSUPPORTED_MEDIA_TYPE WAF_FILTERED
"""


def resource(stage: str, name: str) -> Json:
    found: Json = additions(STAGES[stage])["Resources"][name]
    return found


def test_whatever_the_gateway_answers_itself_is_a_problem_that_any_page_may_read() -> None:
    responses = gateway_responses()

    assert set(RESPONSE_TYPES.split()) <= responses.keys()
    for response in responses.values():
        headers = response["ResponseParameters"]["Headers"]
        assert "'application/problem+json'" == headers["Content-Type"]
        assert "'*'" == headers["Access-Control-Allow-Origin"]
        assert "context.requestId" == headers["X-Request-Id"]
        problem = json.loads(response["ResponseTemplates"]["application/json"])
        assert str(problem["status"]) == response["StatusCode"]
        assert "$context.requestId" == problem["request_id"]
    missing = responses["MISSING_AUTHENTICATION_TOKEN"]["ResponseTemplates"]["application/json"]
    assert "not_found" == json.loads(missing)["code"]


def test_access_logs_have_no_place_for_tokens_nicknames_codes_and_addresses() -> None:
    for written in ("path", "identity", "authorizer", "connectionId", "header", "querystring", "domainName"):
        assert not [f for f in (*REST_LOG.values(), *SOCKET_LOG.values()) if f"$context.{written}" in f]
    assert "$context.resourcePath" == REST_LOG["route"], "the pattern of the path, not the path"


def test_prod_keeps_its_rooms_and_its_secret_and_dev_does_not() -> None:
    for name in ("RoomsTable", "TokenSecret"):
        assert ("Delete", "Retain") == tuple(resource(stage, name)["DeletionPolicy"] for stage in STAGES)
    table = resource("prod", "RoomsTable")["Properties"]
    assert (
        table["DeletionProtectionEnabled"]
        and not resource("dev", "RoomsTable")["Properties"]["DeletionProtectionEnabled"]
    )
    assert "PAY_PER_REQUEST" == table["BillingMode"]
    assert table["SSESpecification"]["SSEEnabled"] and table["TimeToLiveSpecification"]["Enabled"]
    assert not table["PointInTimeRecoverySpecification"]["PointInTimeRecoveryEnabled"], (
        "rooms may be forgotten"
    )


def test_the_secret_of_tokens_stands_nowhere_in_the_template() -> None:
    whole = additions(STAGES["prod"])

    secret = whole["Globals"]["Function"]["Environment"]["Variables"]["TOKEN_SECRET"]
    assert {"Fn::Sub": "{{resolve:secretsmanager:${TokenSecret}}}"} == secret
    assert "SecretString" not in whole["Resources"]["TokenSecret"]["Properties"]


def test_time_runs_faster_in_dev_only() -> None:
    scale = {stage: additions(STAGES[stage])["Parameters"]["TimeScale"] for stage in STAGES}

    assert [1] == scale["prod"]["AllowedValues"]
    assert scale["dev"]["MaxValue"] > 1


def test_all_that_the_functions_read_is_set() -> None:
    variables = additions(STAGES["dev"])["Globals"]["Function"]["Environment"]["Variables"]
    read = dict.fromkeys(variables, "1")

    Settings.read(read)
    for name in variables.keys() - {"OPEN_TENANT", "OPEN_PLAN", "TIME_SCALE", "STACK"}:
        with pytest.raises(KeyError, match=name):
            Settings.read({key: value for key, value in read.items() if key != name})
