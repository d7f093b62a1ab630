"""The log tells what was asked and how it ended, and nothing that anybody could play or come in with."""

import json
import logging
from typing import Any

import pytest

from tests.api import events
from tests.api.wire import Wire
from tests.rooms.backstage import MINUTE


def lines(caplog: pytest.LogCaptureFixture) -> list[dict[str, Any]]:
    return [json.loads(record.getMessage()) for record in caplog.records if record.name == "tapadillo"]


def test_every_request_leaves_one_line(wire: Wire, caplog: pytest.LogCaptureFixture):
    seat = wire.open_room()
    caplog.clear()

    answer = seat.look()

    (line,) = lines(caplog)
    assert {"request_id", "method", "route", "status", "ms"} == set(line)
    assert answer.headers["x-request-id"] == line["request_id"]
    assert ("GET", "/v1/rooms/{code}", 200) == (line["method"], line["route"], line["status"])


def test_a_refused_request_leaves_its_code_too(wire: Wire, caplog: pytest.LogCaptureFixture):
    refused = wire.get("/v1/rooms/K7MPQ")

    assert [(404, "room_not_found", refused.json["request_id"])] == [
        (line["status"], line["code"], line["request_id"]) for line in lines(caplog)
    ]


def test_every_message_of_a_socket_leaves_one_line(wire: Wire, caplog: pytest.LogCaptureFixture):
    ana = wire.open_room().connect()
    caplog.clear()

    ana.acts("deal")
    ana.says({"type": "what is this"})

    acted, odd = [line for line in lines(caplog) if line["route"] == "$default"]
    assert ("act", "not_enough_players") == (acted["type"], acted["code"])
    assert "type" not in odd and "unknown_message" == odd["code"]


def test_the_log_tells_how_late_a_deadline_was(wire: Wire, caplog: pytest.LogCaptureFixture):
    wire.playing()
    code, due_at = wire.backstage.alarm.armed[-1]
    wire.backstage.clock.at = due_at + 700
    caplog.clear()

    wire.function("alarms", events.queue(events.wakeup(code, due_at)))

    assert [700] == [line["late_ms"] for line in lines(caplog)]


def test_a_bug_leaves_its_kind_and_place_and_not_its_message(
    wire: Wire, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
):
    def broken(*_: Any) -> None:
        raise RuntimeError("the place is piscina-municipal")

    monkeypatch.setattr("chalicelib.api.rooms.summary", broken)
    wire.get("/v1/rooms/K7MPQ")

    bug, line = lines(caplog)
    assert "RuntimeError" == bug["bug"] and any("broken" in frame for frame in bug["at"])
    assert bug["request_id"] == line["request_id"]
    assert "piscina" not in caplog.text


def test_no_secret_of_an_evening_is_in_its_log(wire: Wire, caplog: pytest.LogCaptureFixture):
    caplog.set_level(logging.DEBUG)
    nickname, key = "Nadie\N{FOX FACE}", "an-idempotency-key"
    ana = wire.seat(wire.post("/v1/rooms", {"game": "espia", "nickname": nickname}, idempotency_key=key))
    bea, eva = wire.join(ana.code, "Fulanita"), wire.join(ana.code, "Menganita")
    for seat in (ana, bea, eva):
        seat.connect()
    ana.do("deal")
    for seat in (ana, bea, eva):
        seat.do("seen", action_id="an-action-id")
    ana.do("start")
    wire.get(f"/v1/rooms/{ana.code}?token={ana.token}", token=ana.token + "x", x_api_key="pk_mistaken")
    wire.post(f"/v1/rooms/{ana.code}/players", {"nickname": nickname})
    bea.says({"type": "hello", "room": ana.code, "token": eva.token})
    ana.says("a private message that went astray")
    wire.backstage.clock.pass_ms(8 * MINUTE)
    wire.function("alarms", events.queue(events.wakeup(ana.code, 1)))
    wire.function("sweep", events.schedule())
    card = next(
        seat.view["me"]["card"] for seat in (ana, bea, eva) if seat.view["me"]["card"]["kind"] == "resident"
    )

    secrets = [
        ana.token,
        bea.token,
        eva.token,
        ana.token.split(".")[2],
        nickname,
        "Fulanita",
        key,
        "an-action-id",
    ]
    secrets += [ana.code, "pk_mistaken", "astray", card["place"]["id"], card["place"]["name"], card["role"]]
    assert not [secret for secret in secrets if secret in caplog.text]
    assert not [secret for secret in secrets if secret in json.dumps(lines(caplog), ensure_ascii=False)]


def test_lines_are_written_where_the_root_logger_is_left_alone():
    assert logging.INFO == logging.getLogger("tapadillo").level
