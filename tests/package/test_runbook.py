"""What is written for whoever operates the service is what there is to operate."""

import re
from pathlib import Path

import pytest

from infra.package.staging import ROOT
from infra.template.watch import watch

RUNBOOK = ROOT / "infra" / "runbook.md"


def sections(text: str, level: int) -> list[str]:
    return re.findall(rf"^{'#' * level} (.+)$", text, re.MULTILINE)


def alarms() -> list[str]:
    resources = watch()["Resources"]
    return [name for name, each in resources.items() if each["Type"] == "AWS::CloudWatch::Alarm"]


def test_every_alarm_has_a_section_and_every_section_an_alarm() -> None:
    assert sorted(alarms()) == sorted(sections(RUNBOOK.read_text(), 3))


def test_what_an_operator_has_to_know_is_there() -> None:
    assert {
        "Alarms",
        "Rolling back",
        "Backup and restore",
        "Before a big evening",
        "Concurrency is shared",
    } <= set(sections(RUNBOOK.read_text(), 2))


def test_the_metrics_that_alarms_watch_are_explained() -> None:
    watched = re.findall(r"'MetricName': '(\w+)', 'Dimensions': \[\{'Name': 'Stack'", str(watch()))

    assert {"Lateness", "Conflicts", "Saves"} == set(watched)
    assert all(f"`{name}`" in RUNBOOK.read_text() for name in watched)


@pytest.mark.parametrize("page", ["runbook.md", "costs.md"])
def test_links_lead_somewhere(page: str) -> None:
    path = ROOT / "infra" / page
    for target in re.findall(r"\]\(([^)]+)\)", path.read_text()):
        file, _, anchor = target.partition("#")
        linked: Path = (path.parent / file) if file else path
        titles = re.findall(r"^#+ (.+)$", linked.read_text(), re.MULTILINE)
        anchors = {re.sub(r"[^\w -]", "", title).lower().replace(" ", "-") for title in titles}
        assert not anchor or anchor in anchors, target
