"""The template that Chalice and the additions make together."""

import json
from pathlib import Path
from typing import Any

import pytest

from infra.e2e.linters import expanded, lint
from infra.package.staging import ROOT
from infra.template.functions import FUNCTIONS

pytestmark = pytest.mark.stack

Json = dict[str, Any]


@pytest.fixture(params=["dev", "arm64"])
def template(request: pytest.FixtureRequest, packages: Path) -> Json:
    """One of each stage."""
    found: Json = json.loads((packages / request.param / "template.json").read_text())
    return found


def of_type(template: Json, kind: str) -> dict[str, Json]:
    return {name: each for name, each in template["Resources"].items() if each["Type"] == kind}


def test_cfn_lint_finds_nothing_before_and_after_the_transform(packages: Path, tmp_path: Path) -> None:
    before, after = packages / "arm64" / "template.json", tmp_path / "after.json"
    template = json.loads(before.read_text())
    for function in of_type(template, "AWS::Serverless::Function").values():
        function["Properties"]["CodeUri"] = {"Bucket": "artefacts", "Key": "deployment.zip"}
    after.write_text(json.dumps(expanded(template)))
    others = [ROOT / "infra" / "template" / f"{name}.yaml" for name in ("account", "pictures")]

    assert "" == lint(before, after, *others)


def test_every_function_has_a_role_and_a_log_of_its_own(template: Json) -> None:
    functions = of_type(template, "AWS::Serverless::Function")
    roles = [json.dumps(each["Properties"]["Role"]) for each in functions.values()]
    logged = {
        each["Properties"]["LogGroupName"]["Fn::Sub"]: each["Properties"]["RetentionInDays"]
        for each in of_type(template, "AWS::Logs::LogGroup").values()
        if "LogGroupName" in each["Properties"]
    }

    assert FUNCTIONS.keys() == functions.keys()
    assert len(functions) == len(set(roles))
    assert {f"/aws/lambda/${{{name}}}": 30 for name in functions} == logged


@pytest.mark.parametrize(("queue", "function"), [("AlarmQueue", "Alarms"), ("WebhookQueue", "Deliveries")])
def test_a_message_stays_hidden_six_times_as_long_as_its_function_may_take(
    template: Json, queue: str, function: str
) -> None:
    resources = template["Resources"]

    visible_after = resources[queue]["Properties"]["VisibilityTimeout"]
    assert visible_after >= 6 * resources[function]["Properties"]["Timeout"]


def test_no_function_outlasts_the_gateway_that_waits_for_it(template: Json) -> None:
    for name in ("APIHandler", "WebsocketConnect", "WebsocketMessage", "WebsocketDisconnect"):
        assert template["Resources"][name]["Properties"]["Timeout"] < 29


@pytest.mark.parametrize(("queue", "function"), [("AlarmQueue", "Alarms"), ("WebhookQueue", "Deliveries")])
def test_a_function_takes_from_the_stacks_own_queue_and_reports_single_failures(
    template: Json, queue: str, function: str
) -> None:
    events = template["Resources"][function]["Properties"]["Events"]
    source = events[f"{function}SqsEventSource"]["Properties"]

    assert {"Fn::Sub": f"${{{queue}.Arn}}"} == source["Queue"]
    assert ["ReportBatchItemFailures"] == source["FunctionResponseTypes"]
