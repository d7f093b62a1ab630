"""Talking over REST and sockets, in the game that has a chat."""

import json
import logging
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from chalicelib.api.language import texts
from chalicelib.api.server import serve_with
from chalicelib.rooms.chat import BURST, PAGE, WINDOW_MS
from tests.api.wire import Answer, Seat, Wire
from tests.rooms.backstage import HOUR, MINUTE, SECOND, SETTINGS, Backstage

Json = dict[str, Any]
NAMES = ("Ana", "Bea", "Eva", "Leo", "Sol", "Max")


def table(wire: Wire, size: int = 5, **options: Any) -> list[Seat]:
    """So many people in one lobby."""
    host = wire.open_room(NAMES[0], "impostor", options={"laps": 1, "impostors": 1, **options})
    return [host, *(wire.join(host.code, name) for name in NAMES[1:size])]


def playing(wire: Wire, size: int = 5, **options: Any) -> list[Seat]:
    """Clues are given."""
    seats = table(wire, size, **options)
    seats[0].do("deal")
    for seat in seats:
        seat.do("seen")
    seats[0].do("start")
    return seats


def balloting(wire: Wire, size: int = 5) -> list[Seat]:
    """All vote at once."""
    seats = playing(wire, size)
    for number in range(size):
        turn = seats[0].view["round"]["turn"]
        next(seat for seat in seats if seat.player == turn).do("clue", text=f"pista {number}")
    assert "ballot" == seats[0].view["room"]["phase"]
    return seats


def impostor(seats: list[Seat]) -> Seat:
    return next(seat for seat in seats if seat.view["me"]["card"]["kind"] == "impostor")


def word(seats: list[Seat]) -> Json:
    words = [seat.view["me"]["card"]["word"] for seat in seats]
    found: Json = next(word for word in words if word)
    return found


def say(seat: Seat, text: Any, **headers: str) -> Answer:
    return seat.wire.post(f"/v1/rooms/{seat.code}/messages", {"text": text}, token=seat.token, **headers)


def read(seat: Seat, query: str = "") -> Answer:
    return seat.wire.get(f"/v1/rooms/{seat.code}/messages{query}", token=seat.token)


def said(seat: Seat) -> list[str]:
    return [message["text"] for message in read(seat).json["messages"]]


# REST


def test_a_message_is_answered_as_everybody_reads_it(wire: Wire):
    ana, bea, *_ = table(wire)
    answer = say(ana, "  ¿Empezamos? 🦊 ")

    assert 201 == answer.status
    at = ana.view["server_time"]
    message = {"id": "1", "player": "p1", "nickname": "Ana", "text": "¿Empezamos? 🦊", "at": at}
    assert message == answer.json
    assert {"messages": [message], "next": "1"} == read(ana).json == read(bea).json
    assert "private, no-store" == answer.headers["cache-control"] == read(ana).headers["cache-control"]


def test_one_asks_again_with_what_the_last_answer_said_was_next(wire: Wire, backstage: Backstage):
    ana, bea, *_ = table(wire)
    first = read(bea).json
    assert {"messages": [], "next": "0"} == first
    for text in ("uno", "dos", "tres"):
        say(ana, text)

    page = read(bea, f"?after={first['next']}").json
    assert ["uno", "dos", "tres"] == [message["text"] for message in page["messages"]]
    assert {"messages": [], "next": page["next"]} == read(bea, f"?after={page['next']}").json
    say(ana, "cuatro")
    assert ["cuatro"] == [m["text"] for m in read(bea, f"?after={page['next']}").json["messages"]]


def test_on_entering_the_last_hundred_are_read(wire: Wire, backstage: Backstage):
    ana, *_ = table(wire)
    for number in range(1, PAGE + 3):
        assert 201 == say(ana, f"{number}").status
        backstage.clock.pass_ms(WINDOW_MS // BURST)

    page = read(ana).json
    assert [str(number) for number in range(3, PAGE + 3)] == [m["text"] for m in page["messages"]]
    assert str(PAGE + 2) == page["next"]
    assert PAGE == len(read(ana, "?after=0").json["messages"])


@pytest.mark.parametrize(
    "cursor", ["", "x", "-1", "1.5", "1e3", "٣", "%00", "9" * 10, "9" * 5_000, "1%202", "+1"]
)
def test_a_cursor_that_was_never_given_is_refused(wire: Wire, cursor: str):
    ana, *_ = table(wire)

    answer = read(ana, f"?after={cursor}")

    assert (422, "invalid_value") == answer.outcome
    assert [("/after", "unknown_cursor")] == answer.faults


@pytest.mark.parametrize("text", ["", "   ", "x" * 301, "a\u202eb", "\u200b", "a\u0000b", "x" * 16_000])
def test_what_is_no_message_is_refused_with_its_place(wire: Wire, text: str):
    ana, bea, *_ = table(wire)

    answer = say(ana, text)

    assert (422, "invalid_value") == answer.outcome
    assert [("/text", "invalid_value")] == answer.faults
    assert [] == said(bea)


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({}, "invalid_value"),
        ({"text": 1}, "invalid_value"),
        ({"text": None}, "invalid_value"),
        ({"text": ["Hola"]}, "invalid_value"),
        ({"text": "Hola", "to": "p2"}, "unknown_field"),
        ([], "invalid_value"),
        ('{"text": "\\ud800"}', "malformed_json"),
    ],
)
def test_a_body_of_another_shape_is_refused(wire: Wire, body: Any, code: str):
    ana, *_ = table(wire)

    assert code == wire.post(f"/v1/rooms/{ana.code}/messages", body, token=ana.token).code


def test_only_a_seat_of_the_room_talks_and_reads(wire: Wire):
    ana, *_ = table(wire)
    eve = wire.open_room("Eve", "impostor")
    target = f"/v1/rooms/{ana.code}/messages"

    for token, code in ((None, "invalid_token"), (eve.token, "invalid_token"), ("pt_x", "invalid_token")):
        assert (401, code) == wire.post(target, {"text": "Hola"}, token=token).outcome
        assert (401, code) == wire.get(target, token=token).outcome
    assert (404, "room_not_found") == wire.get("/v1/rooms/ZZZZZ/messages", token=ana.token).outcome


def test_a_seat_that_was_left_neither_talks_nor_reads(wire: Wire):
    _, bea, *_ = table(wire)
    bea.post("leave")

    assert (401, "token_revoked") == say(bea, "¡Adiós!").outcome
    assert (401, "token_revoked") == read(bea).outcome


def test_in_a_room_of_yesterday_nobody_talks(wire: Wire, backstage: Backstage):
    ana, *_ = table(wire)
    backstage.clock.pass_ms(24 * HOUR)

    assert (410, "room_closed") == say(ana, "¿Hola?").outcome
    assert (410, "room_closed") == read(ana).outcome


def test_whoever_says_too_much_is_told_when_to_go_on(wire: Wire, backstage: Backstage):
    ana, bea, *_ = table(wire)
    for number in range(BURST):
        assert 201 == say(ana, f"{number}").status
    backstage.clock.pass_ms(SECOND // 2)

    answer = say(ana, "y más")

    assert (429, "too_many_requests") == answer.outcome
    assert "10" == answer.headers["retry-after"]
    assert (True, 10) == (answer.json["retryable"], answer.json["retry_after_seconds"])
    assert 201 == say(bea, "Yo apenas hablo").status
    backstage.clock.pass_ms(10 * SECOND)
    assert 201 == say(ana, "y más").status


def test_the_hour_of_a_message_is_game_time_and_rates_are_real(monkeypatch: pytest.MonkeyPatch):
    backstage = Backstage(replace(SETTINGS, time_scale=60))
    monkeypatch.setenv("AWS_DEFAULT_REGION", "eu-west-1")
    serve_with(backstage.server)
    ana, *_ = table(Wire(backstage))
    for _ in range(BURST):
        backstage.clock.pass_ms(SECOND)
        assert ana.view["server_time"] == say(ana, "Hola").json["at"]
    assert (429, "too_many_requests") == say(ana, "Hola").outcome
    serve_with(None)


def test_a_message_may_be_sent_again_under_its_key(wire: Wire, backstage: Backstage):
    ana, bea, *_ = table(wire)
    first = say(ana, "Hola", idempotency_key="k")
    for number in range(BURST - 1):
        say(ana, f"{number}")
    again = say(ana, "Hola", idempotency_key="k")

    assert (201, first.json) == (again.status, again.json)
    assert "idempotency-replayed" not in first.headers
    assert "true" == again.headers["idempotency-replayed"]
    assert (422, "idempotency_key_reused") == say(ana, "Otra cosa", idempotency_key="k").outcome
    assert 201 == say(bea, "Otra cosa", idempotency_key="k").status
    assert (400, "invalid_idempotency_key") == say(ana, "Hola", idempotency_key="").outcome
    assert 6 == len(said(ana))


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.text(st.characters(exclude_categories=("Cs",)), max_size=320))
def test_whatever_is_sent_is_refused_or_comes_to_everybody_alike(wire: Wire, backstage: Backstage, text: str):
    ana, bea = table(wire, 2)
    bea.connect().hears()

    answer = say(ana, text)

    if answer.status == 201:
        assert [{"type": "message", **answer.json}] == bea.hears()
        assert [answer.json] == read(bea).json["messages"] == read(ana).json["messages"]
    else:
        assert (422, "invalid_value") == answer.outcome
        assert [] == bea.hears() == said(ana)


# what may be said


def test_a_civilian_who_writes_the_word_is_refused_and_nobody_else_knows(wire: Wire):
    seats = playing(wire)
    liar, secret = impostor(seats), word(seats)
    civilian = next(seat for seat in seats if seat is not liar)
    other = next(seat for seat in seats if seat not in (liar, civilian)).connect()
    other.hears()

    for text in (secret["es"], f"¡ES {secret['es'].upper()}!", f"the {secret['en']}"):
        answer = say(civilian, text, accept_language="ru")
        assert (422, "message_contains_word") == answer.outcome
        assert ["/text"] == [pointer for pointer, _ in answer.faults]
        assert texts("ru")["message_contains_word"][1] == answer.json["detail"]
    assert [] == other.hears() == said(other)
    assert 201 == say(civilian, "Yo lo tengo en casa").status


def test_an_impostor_who_writes_the_word_is_not_told_that_it_is_one(wire: Wire):
    seats = playing(wire)

    assert 201 == say(impostor(seats), word(seats)["es"]).status


def test_when_the_word_is_over_it_may_be_written(wire: Wire):
    seats = playing(wire)
    secret = word(seats)["es"]
    seats[0].do("interrupt")

    assert all(201 == say(seat, f"¡Era {secret}!").status for seat in seats)


def test_whoever_comes_while_a_word_is_on_only_reads(wire: Wire):
    ana, *_ = playing(wire)
    say(ana, "Hola")
    zoe = wire.join(ana.code, "Zoe")

    assert (403, "chat_read_only") == say(zoe, "¡Soy yo!").outcome
    assert ["Hola"] == said(zoe)
    ana.do("interrupt")
    assert 201 == say(zoe, "¡Soy yo!").status


def test_whoever_was_voted_out_only_reads_until_the_word_is_over(wire: Wire):
    seats = balloting(wire)
    victim = next(seat for seat in seats if seat is not impostor(seats))
    others = [seat for seat in seats if seat is not victim]
    for seat in seats:
        seat.do("vote", suspect=None if seat is victim else victim.player)
    assert "out" == victim.view["room"]["players"][int(victim.player[1:]) - 1]["status"]

    assert (403, "chat_read_only") == say(victim, "¡Que no era yo!").outcome
    assert 201 == say(others[0], "Vaya").status
    assert ["Vaya"] == said(victim)
    seats[0].do("interrupt")
    assert 201 == say(victim, "¡Que no era yo!").status


def test_a_message_during_a_ballot_and_a_leave_disturbs_nothing(wire: Wire):
    seats = balloting(wire, 6)
    liar = impostor(seats)
    talker, leaver, *_ = (seat for seat in seats if seat is not liar)
    staying = [seat for seat in seats if seat is not leaver]
    for seat in seats:
        seat.connect().hears()
    talker.do("vote", suspect=liar.player)
    before = [seat.look().headers["etag"] for seat in seats]

    say(talker, "He votado")
    assert before == [seat.look().headers["etag"] for seat in seats], "a message belongs to no view"
    leaver.post("leave")
    say(talker, "¿Quién falta?")
    for seat in staying:
        seat.do("vote", suspect=None)

    assert "clues" == talker.view["room"]["phase"]
    assert ["He votado", "¿Quién falta?"] == said(talker)
    heard = {seat.player: [m["id"] for m in seat.hears() if m["type"] == "message"] for seat in seats}
    assert ["1"] == heard.pop(leaver.player), "who left hears no more"
    assert [["1", "2"]] * 5 == list(heard.values())


# sockets


def speak(seat: Seat, text: Any, id: str = "1") -> list[Json]:
    return seat.says({"type": "say", "id": id, "text": text})


def test_a_message_comes_to_every_socket_and_then_its_acknowledgement_to_one(
    wire: Wire, backstage: Backstage
):
    ana, bea, eva = table(wire, 3)
    twin = replace(ana)
    for seat in (ana, twin, bea, eva):
        seat.connect().hears()
    backstage.forget_told()
    for seat in (ana, twin, bea, eva):
        seat.heard = 0

    message, ack = speak(ana, "Hola", "x")

    assert {"type": "ack", "id": "x"} == ack
    assert {"type": "message", **read(ana).json["messages"][0]} == message
    assert [message] == twin.hears() == bea.hears() == eva.hears()
    bytes_told = [data for connection, data in backstage.push.sent if b'"message"' in data]
    assert 4 == len(bytes_told) and 1 == len(set(bytes_told))


def test_what_is_said_over_rest_is_heard_on_sockets(wire: Wire):
    ana, bea, *_ = table(wire)
    bea.connect().hears()

    message = say(ana, "Hola").json

    assert [{"type": "message", **message}] == bea.hears()


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "invalid_value"),
        ("x" * 301, "invalid_value"),
        ("a\u202eb", "invalid_value"),
        (5, "invalid_value"),
    ],
)
def test_what_is_no_message_is_refused_with_its_id(wire: Wire, text: Any, code: str):
    ana, bea, *_ = table(wire)
    ana.connect()
    bea.connect().hears()

    (refused,) = speak(ana, text, "x")

    assert ("refused", "x", code) == (refused["type"], refused["id"], refused["problem"]["code"])
    assert "/text" == refused["problem"]["errors"][0]["pointer"]
    assert [] == bea.hears()


def test_a_refused_word_comes_back_to_its_sender_alone(wire: Wire):
    seats = playing(wire)
    for seat in seats:
        seat.connect().hears()
    civilian = next(seat for seat in seats if seat is not impostor(seats))

    (refused,) = speak(civilian, word(seats)["es"])

    assert "message_contains_word" == refused["problem"]["code"]
    assert all([] == seat.hears() for seat in seats)


def test_a_socket_that_says_too_much_is_told_when_to_go_on(wire: Wire):
    ana, *_ = table(wire)
    ana.connect()
    for number in range(BURST):
        assert "ack" == speak(ana, f"{number}", f"{number}")[-1]["type"]

    (refused,) = speak(ana, "y más")
    assert ("too_many_requests", 10) == (
        refused["problem"]["code"],
        refused["problem"]["retry_after_seconds"],
    )


def test_a_message_sent_again_with_its_id_is_said_once(wire: Wire, backstage: Backstage):
    ana, bea, *_ = table(wire)
    ana.connect()
    bea.connect().hears()
    first = speak(ana, "Hola", "x")
    ana.connect()
    backstage.clock.pass_ms(MINUTE)

    assert first == speak(ana, "Hola", "x")
    assert 1 == len(bea.hears()) == len(said(ana))


def test_an_id_is_only_for_the_answer_another_text_is_another_message(wire: Wire):
    ana, *_ = table(wire)
    ana.connect()

    speak(ana, "Hola")
    assert ["message", "ack"] == [told["type"] for told in speak(ana, "¿Qué tal?")]
    assert ["Hola", "¿Qué tal?"] == said(ana)


def test_the_same_words_under_the_same_id_are_said_anew_after_a_while(wire: Wire, backstage: Backstage):
    ana, *_ = table(wire)
    ana.connect()

    speak(ana, "Sí")
    backstage.clock.pass_ms(2 * MINUTE)
    speak(ana, "Sí")

    assert ["Sí", "Sí"] == said(ana)


def test_a_message_needs_a_hello_first(wire: Wire):
    socket = wire.open_socket()

    wire.send(socket, {"type": "say", "id": "1", "text": "¿Hola?"})

    assert "hello_required" == wire.backstage.told(socket)[0]["problem"]["code"]


def test_the_catalogue_says_which_game_has_a_chat(wire: Wire):
    games = {game["id"]: game["chat"] for game in wire.get("/v1/games").json["games"]}

    assert (False, True) == (games["espia"], games["impostor"])


def test_no_message_is_written_into_the_log(wire: Wire, caplog: pytest.LogCaptureFixture):
    ana, *_ = table(wire)
    ana.connect()
    with caplog.at_level(logging.DEBUG, "tapadillo"):
        say(ana, "confidencial")
        speak(ana, "confidencial")
        say(ana, "confidencial\u202e")

    assert caplog.records
    assert "confidencial" not in json.dumps([record.getMessage() for record in caplog.records])
