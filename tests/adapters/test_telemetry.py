"""Metrics in CloudWatch's embedded format, which is a line of the log."""

import json
import logging
from typing import Any

import pytest

from chalicelib.adapters.telemetry import LogTelemetry

Json = dict[str, Any]


@pytest.fixture(autouse=True)
def everything_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)


def metrics(caplog: pytest.LogCaptureFixture) -> list[Json]:
    """What CloudWatch would make of the log: `dimensions` beside the values and units of the metrics."""
    found = []
    for record in caplog.records:
        if record.name == "tapadillo.metrics" and record.levelno == logging.INFO:
            line = json.loads(record.getMessage())
            (directive,) = line["_aws"]["CloudWatchMetrics"]
            assert "Tapadillo" == directive["Namespace"] and line["_aws"]["Timestamp"] > 1_700_000_000_000
            (names,) = directive["Dimensions"]
            units = {each["Name"]: each["Unit"] for each in directive["Metrics"]}
            found.append(
                {"dimensions": {name: line[name] for name in names}}
                | {name: (unit, line[name]) for name, unit in units.items()}
            )
    return found


def test_everything_that_is_told_becomes_a_metric_of_its_stack(caplog: pytest.LogCaptureFixture):
    telemetry = LogTelemetry("tapadillo-prod")
    telemetry.saved()
    telemetry.conflict()
    telemetry.settled("queue", 740)
    telemetry.acted("accuse", "refused")
    telemetry.viewed([1800, 1900])
    telemetry.pushed(sent=5, gone=1, lost=0)

    stack = {"Stack": "tapadillo-prod"}
    assert [
        {"dimensions": stack, "Saves": ("Count", [1])},
        {"dimensions": stack, "Conflicts": ("Count", [1])},
        {"dimensions": stack | {"Source": "queue"}, "Lateness": ("Milliseconds", [740])},
        {"dimensions": stack | {"Type": "accuse", "Outcome": "refused"}, "Actions": ("Count", [1])},
        {"dimensions": stack, "ViewBytes": ("Bytes", [1800, 1900])},
        {"dimensions": stack, "Pushes": ("Count", [5]), "Gone": ("Count", [1]), "Lost": ("Count", [0])},
    ] == metrics(caplog)


def test_where_there_is_no_stack_there_are_no_metrics(caplog: pytest.LogCaptureFixture):
    LogTelemetry(None).saved()

    assert [] == metrics(caplog)


def test_views_that_nobody_gets_are_no_line(caplog: pytest.LogCaptureFixture):
    LogTelemetry("tapadillo-prod").viewed([])

    assert [] == metrics(caplog)


def test_a_metric_that_cannot_be_written_stops_nobody(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
):
    def broken(*_: Any, **__: Any) -> None:
        raise RuntimeError("no")

    monkeypatch.setattr("chalicelib.adapters.telemetry.AmazonCloudWatchEMFProvider", broken)
    LogTelemetry("tapadillo-prod").saved()

    assert "a metric was not written: RuntimeError" in caplog.text
