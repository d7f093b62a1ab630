"""The log tells what was asked and how it ended, and nothing that anybody could play or come in with."""

import json
import logging
import sys
from dataclasses import replace
from typing import Any

import pytest

from chalicelib.adapters import keys
from chalicelib.adapters.telemetry import LogTelemetry
from chalicelib.api.cold_start import prepare
from chalicelib.api.logs import Lines, as_lines
from tests.api import events
from tests.api.evening import CLUE, KEYS, NAMES, TEXT, URL, evening
from tests.api.owners import Owner
from tests.api.wire import Wire
from tests.rooms.backstage import MINUTE, Backstage


@pytest.fixture(autouse=True)
def operated(backstage: Backstage) -> None:
    """As on AWS, with metrics in the log."""
    backstage.server.outside = replace(backstage.server.outside, telemetry=LogTelemetry("a-stack"))


def lines(caplog: pytest.LogCaptureFixture) -> list[dict[str, Any]]:
    return [json.loads(record.getMessage()) for record in caplog.records if record.name == "tapadillo"]


def test_every_request_leaves_one_line(wire: Wire, caplog: pytest.LogCaptureFixture):
    seat = wire.open_room()
    caplog.clear()

    answer = seat.look()

    (line,) = lines(caplog)
    assert {"request_id", "method", "route", "status", "ms", "tenant", "room", "revision"} == set(line)
    assert answer.headers["x-request-id"] == line["request_id"]
    assert ("GET", "/v1/rooms/{code}", 200) == (line["method"], line["route"], line["status"])


def test_a_line_says_which_room_it_is_about_and_as_which_revision(
    wire: Wire, backstage: Backstage, caplog: pytest.LogCaptureFixture
):
    ana, bea, _ = wire.party()
    caplog.clear()

    bea.connect()
    ana.post("deal", phase_seq=1)
    wire.get("/v1/rooms/K7MPQ")

    room = backstage.house.store.load(ana.code)
    assert room is not None
    opened, hello, deal, nowhere = lines(caplog)
    assert {"tenant": "demo", "room": room.document.id, "revision": room.revision}.items() <= deal.items()
    assert (room.document.id, room.revision - 1) == (hello["room"], hello["revision"])
    assert "room" not in opened and "room" not in nowhere


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

    assert [("queue", 700)] == [(line["source"], line["late_ms"]) for line in lines(caplog)]


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


def test_no_secret_of_an_evening_is_in_its_log(
    wire: Wire, backstage: Backstage, caplog: pytest.LogCaptureFixture
):
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
    ana.acts("accuse", suspect=bea.player)
    eva.acts("vote", yes=False)
    ana.acts("tick")
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
    room = backstage.house.store.load(ana.code)
    assert room is not None
    secrets += [room.state.seed, backstage.settings.token_secret, "192.0.2.1", "socket-1"]
    secrets += [text for seat in room.document.seats.values() for text in (seat.nonce, seat.digest)]
    assert {"Actions", "Saves", "Lateness", "ViewBytes"} <= set(named(caplog))
    assert not [secret for secret in secrets if secret in caplog.text]
    assert not [secret for secret in secrets if secret in json.dumps(lines(caplog), ensure_ascii=False)]


def test_an_evening_with_all_that_a_tenant_has_leaves_nothing_personal_in_the_log(
    wire: Wire, backstage: Backstage, caplog: pytest.LogCaptureFixture
):
    acme = Owner.of(wire, "acme", "free")
    hook = acme.call("POST", "/v1/tenant/webhooks", {"url": URL}).json
    acme.call("DELETE", f"/v1/tenant/webhooks/{hook['id']}")
    made = acme.call("POST", "/v1/tenant/keys", {"kind": "sk"}).json
    seats = evening(wire, acme)
    token = seats[2].token
    wire.call("DELETE", f"/v1/rooms/{seats[0].code}/players/p3", authorization=f"Bearer {token}")
    acme.call("GET", "/v1/tenant/export")
    acme.call("DELETE", f"/v1/tenant/rooms/{seats[0].code}/players/p2")
    acme.call("DELETE", f"/v1/tenant/rooms/{seats[0].code}")
    acme.call("DELETE", "/v1/tenant", {"confirm": "acme"})

    secrets = [*NAMES, TEXT, CLUE, *KEYS, URL, hook["secret"], made["key"], acme.pk, acme.sk]
    secrets += [seat.token for seat in seats] + [seats[0].code, "192.0.2.1", "socket-1", "Bichos"]
    secrets += [key.partition(".")[2] for key in (acme.pk, acme.sk, made["key"])]
    secrets += [key.digest for key in backstage.memory.tenants[keys.tenant("acme")].keys]
    assert {"DELETE", "GET", "POST", "PUT"} <= {line.get("method") for line in lines(caplog)}
    assert not [secret for secret in secrets if secret in caplog.text]
    assert not [secret for secret in secrets if secret in json.dumps(lines(caplog), ensure_ascii=False)]
    assert all(line.get("status", 200) < 500 for line in lines(caplog))


def named(caplog: pytest.LogCaptureFixture) -> list[str]:
    """The metrics that were written."""
    found = [json.loads(r.getMessage()) for r in caplog.records if r.name == "tapadillo.metrics"]
    return [each["Name"] for line in found for each in line["_aws"]["CloudWatchMetrics"][0]["Metrics"]]


def outcomes(caplog: pytest.LogCaptureFixture) -> list[tuple[str, str]]:
    """Type and outcome of the actions that were counted."""
    found = [json.loads(r.getMessage()) for r in caplog.records if r.name == "tapadillo.metrics"]
    return [(line["Type"], line["Outcome"]) for line in found if "Actions" in line]


def test_actions_are_counted_by_type_and_outcome(wire: Wire, caplog: pytest.LogCaptureFixture):
    ana, bea, _ = wire.party()
    ana.connect()
    ana.post("deal", phase_seq=1, action_id="once")
    ana.post("deal", phase_seq=1, action_id="once")
    bea.post("seen")
    ana.acts("accuse", suspect=bea.player)

    assert [("deal", "accepted"), ("deal", "repeated"), ("seen", "accepted"), ("accuse", "refused")] == (
        outcomes(caplog)
    )


def test_what_is_no_action_of_the_game_becomes_no_metric_of_its_own(
    wire: Wire, caplog: pytest.LogCaptureFixture
):
    ana = wire.open_room().connect()
    ana.post("piscina-municipal")
    ana.acts("accuse", suspect=7)
    ana.post("deal", phase_seq="one")

    assert {("unknown", "refused")} == set(outcomes(caplog))


def test_a_lost_race_is_counted(
    wire: Wire, backstage: Backstage, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
):
    ana, bea, _ = wire.party()
    store, raced = backstage.house.store, []

    def race(*save: Any) -> Any:
        if not raced:
            raced.append(True)
            bea.post("leave")
        return real(*save)

    real = store.save
    monkeypatch.setattr(store, "save", race)
    caplog.clear()
    ana.post("deal", phase_seq=1)

    assert 1 == named(caplog).count("Conflicts")


@pytest.fixture
def root_handler(monkeypatch: pytest.MonkeyPatch) -> logging.Handler:
    """What Lambda puts there before a function starts."""
    handler = logging.StreamHandler()
    monkeypatch.setattr(logging.getLogger(), "handlers", [handler])
    return handler


def test_on_aws_every_line_is_json_and_no_exception_is_quoted(root_handler: logging.Handler):
    as_lines()
    try:
        raise RuntimeError("the place is piscina-municipal")
    except RuntimeError:
        record = logging.LogRecord("chalice", logging.ERROR, "", 1, "Caught %s", ("it",), sys.exc_info())

    assert isinstance(root_handler.formatter, Lines)
    line = json.loads(root_handler.format(record))
    assert ("ERROR", "chalice", "Caught it", "RuntimeError") == tuple(
        line[name] for name in ("level", "logger", "message", "bug")
    )
    assert "piscina" not in root_handler.format(record)
    own = logging.LogRecord("tapadillo.metrics", logging.INFO, "", 1, "%s", ('{"Saves": 1}',), None)
    assert '{"Saves": 1}' == root_handler.format(own)


def test_a_log_of_the_local_server_is_json_whoever_writes_into_it(
    root_handler: logging.Handler, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("LOG", "requests.log")
    prepare()
    record = logging.LogRecord("urllib3", logging.WARNING, "", 1, "The pool is full", (), None)

    assert "The pool is full" == json.loads(root_handler.format(record))["message"]


def test_lines_are_written_where_the_root_logger_is_left_alone():
    assert logging.INFO == logging.getLogger("tapadillo").level
