"""Whether the service answers, and, asked more deeply, whether a room could be played on it."""

import threading
import time
from collections.abc import Callable
from dataclasses import replace

import pytest

from chalicelib.adapters.memory import HandClock
from chalicelib.api import health
from chalicelib.api.health import KEPT_S, Doctor
from tests.api.wire import Wire
from tests.rooms.backstage import Backstage


def fails() -> None:
    raise ConnectionError("rooms-table of account 0123")


@pytest.fixture
def checked(wire: Wire, backstage: Backstage, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Wire]:
    """A service in which these things are to work."""

    def make(**checks: Callable[[], object]) -> Wire:
        backstage.server.outside = replace(backstage.server.outside, checks=checks)
        monkeypatch.setattr(health, "_doctor", Doctor())
        return wire

    return make


def test_the_service_answers(wire: Wire):
    answer = wire.get("/v1/health")

    assert (200, {"status": "pass"}) == (answer.status, answer.json)
    assert "no-store" == answer.headers["cache-control"]


def test_a_shallow_look_touches_nothing(checked: Callable[..., Wire]):
    assert 200 == checked(table=fails).get("/v1/health").status


def test_a_deep_look_says_what_works(checked: Callable[..., Wire]):
    answer = checked(table=lambda: None, decks=lambda: []).get("/v1/health?deep=1")

    assert {"status": "pass", "checks": {"table": "pass", "decks": "pass"}} == answer.json
    assert "no-store" == answer.headers["cache-control"]


def test_what_does_not_work_is_named_and_nothing_else_is_said_of_it(checked: Callable[..., Wire]):
    answer = checked(table=fails, queue=lambda: None).get("/v1/health?deep=1")

    assert (503, "unhealthy") == answer.outcome
    assert [("/checks/table", "unhealthy")] == answer.faults
    assert answer.json["retryable"] and "5" == answer.headers["retry-after"]
    assert "0123" not in answer.text


def test_what_takes_too_long_does_not_work_and_keeps_nobody_waiting():
    never = threading.Event()
    started = time.monotonic()

    assert {"table": False, "decks": True} == Doctor(patience_s=0.05).look(
        {"table": lambda: never.wait(5), "decks": lambda: None}
    )
    never.set()
    assert time.monotonic() - started < 4


def test_whoever_asks_again_and_again_gets_the_answer_of_a_moment_ago():
    made: list[float] = []
    clock = HandClock(0)
    doctor = Doctor(lambda: clock.at / 1000)
    for clock.at in (0, 100, int(KEPT_S * 1000) - 1, int(KEPT_S * 1000)):
        assert {"table": True} == doctor.look({"table": lambda: made.append(clock.at)})

    assert [0, 5000] == made


def test_the_first_look_is_a_look_even_right_after_the_machine_started():
    assert {"table": False} == Doctor(lambda: 0.0).look({"table": fails})
