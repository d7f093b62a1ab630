"""Whatever is sent, the answer is a problem with a code, and the room lives on."""

from typing import Any

import pytest

from chalicelib.api.messages import MOST_BYTES
from tests.api import events
from tests.api.wire import Seat, Wire, app

HUGE = "9" * 4_000


def deep(bracket: str, depth: int) -> str:
    return bracket * depth


@pytest.mark.parametrize(
    "body",
    [
        pytest.param(None, id="no body"),
        "",
        " ",
        "{",
        '{"game": "espia",}',
        "{'game': 'espia'}",
        '{"game": "espia"} {}',
        '{"bots": NaN}',
        '{"bots": -Infinity}',
        '{"bots": 01}',
        '{"nickname": "\\ud800"}',
        '{"nickname": "\\udc00\\ud800"}',
        pytest.param('{"nickname": "\ud800"}', id="a lone surrogate unescaped"),
        pytest.param('{"nickname": "\x01"}', id="a control character"),
        pytest.param('\ufeff{"game": "espia"}', id="a byte order mark"),
        pytest.param(b'{"nickname": "\xff"}', id="no UTF-8"),
        pytest.param('{"nickname": "Ana"}'.encode("utf-16"), id="UTF-16"),
        pytest.param('{"bots": ' + "9" * 10_000 + "}", id="a number without end"),
        pytest.param(deep("[", 10_000), id="10,000 brackets"),
        pytest.param('{"options": ' + deep("[", 5_000) + deep("]", 5_000) + "}", id="deeply nested"),
        pytest.param(deep('{"a":', 2_000) + "1" + deep("}", 2_000), id="deeply nested objects"),
    ],
)
def test_what_is_no_json_is_malformed(wire: Wire, body: Any):
    assert (400, "malformed_json") == wire.post("/v1/rooms", body).outcome


@pytest.mark.parametrize("body", ["null", "true", "1", '"espia"', "[]", '[{"game": "espia"}]'])
def test_json_that_is_no_object_is_an_invalid_value(wire: Wire, body: str):
    refused = wire.post("/v1/rooms", body)

    assert (422, "invalid_value") == refused.outcome
    assert [("", "wrong_type")] == refused.faults


@pytest.mark.parametrize("body", [deep("[", 100_000), "x" * (MOST_BYTES + 1), b"\xff" * (MOST_BYTES + 1)])
def test_a_body_over_16_kb_is_too_large_whatever_it_is(wire: Wire, body: Any):
    assert (413, "payload_too_large") == wire.post("/v1/rooms", body).outcome


def test_bytes_are_counted_not_characters(wire: Wire):
    fits, does_not = "я" * (MOST_BYTES // 2 - 20), "я" * (MOST_BYTES // 2)

    assert (422, "invalid_nickname") == wire.post(
        "/v1/rooms", f'{{"game":"espia","nickname":"{fits}"}}'
    ).outcome
    assert 413 == wire.post("/v1/rooms", f'{{"game":"espia","nickname":"{does_not}"}}').status


def test_a_body_of_exactly_16_kb_is_read(wire: Wire):
    body = '{"game": "espia", "nickname": "Ana"}'.ljust(MOST_BYTES)

    assert 201 == wire.post("/v1/rooms", body).status
    assert 413 == wire.post("/v1/rooms", body + " ").status


@pytest.mark.parametrize(
    "media_type",
    [
        "text/plain",
        "application/x-www-form-urlencoded",
        "multipart/form-data; boundary=x",
        "application/merge-patch+json",
        "application/json-patch+json",
        "application/problem+json",
        "application/jsonp",
        "text/html, application/json",
        "application/json, text/html",
        "application/*",
        "*/*",
        "json",
        ";",
    ],
)
def test_another_media_type_is_not_supported(wire: Wire, media_type: str):
    body = {"game": "espia", "nickname": "Ana"}

    assert (415, "unsupported_media_type") == wire.post("/v1/rooms", body, content_type=media_type).outcome


@pytest.mark.parametrize(
    "media_type",
    [
        "application/json",
        "Application/JSON",
        "application/json;charset=utf-8",
        "application/json ; charset=UTF-8",
        'application/json; profile="x"',
        "",
    ],
)
def test_json_is_known_by_its_name_whatever_stands_behind(wire: Wire, media_type: str):
    body = {"game": "espia", "nickname": "Ana"}

    assert 201 == wire.post("/v1/rooms", body, content_type=media_type).status


def test_a_body_without_a_media_type_is_taken_for_json(wire: Wire):
    assert 201 == wire.call("POST", "/v1/rooms", {"game": "espia", "nickname": "Ana"}).status


def test_a_look_needs_no_media_type_and_minds_none(wire: Wire):
    seat = wire.open_room()

    assert 200 == seat.look(content_type="text/plain").status
    assert 200 == wire.get("/v1/games", content_type="*/*", accept="text/html").status


def test_json_in_base64_is_json(wire: Wire):
    assert 201 == wire.post("/v1/rooms", '{"game": "espia", "nickname": "Ñandú"}'.encode()).status


def test_of_a_member_given_twice_the_last_one_counts(wire: Wire):
    seat = wire.seat(wire.post("/v1/rooms", '{"game": "espia", "nickname": "Ana", "nickname": "Bea"}'))

    assert "Bea" == seat.view["room"]["players"][0]["nickname"]


@pytest.mark.parametrize(
    ("body", "faults"),
    [
        ({}, [("/game", "missing"), ("/nickname", "missing")]),
        ({"game": "espia"}, [("/nickname", "missing")]),
        ({"game": 1, "nickname": "Ana"}, [("/game", "wrong_type")]),
        ({"game": None, "nickname": "Ana"}, [("/game", "wrong_type")]),
        ({"game": "espia", "nickname": ["Ana"]}, [("/nickname", "wrong_type")]),
        ({"game": "espia", "nickname": "Ana", "locale": 1}, [("/locale", "wrong_type")]),
        ({"game": "espia", "nickname": "Ana", "options": None}, [("/options", "wrong_type")]),
        ({"game": "espia", "nickname": "Ana", "options": []}, [("/options", "wrong_type")]),
        ({"game": "espia", "nickname": "Ana", "bots": "3"}, [("/bots", "wrong_type")]),
        ({"game": "espia", "nickname": "Ana", "bots": True}, [("/bots", "wrong_type")]),
        ({"game": "espia", "nickname": "Ana", "bots": 1.0}, [("/bots", "wrong_type")]),
        ({"game": "espia", "nickname": "Ana", "bots": None}, [("/bots", "wrong_type")]),
        ({"game": "espia", "nickname": "Ana", "bots": -1}, [("/bots", "out_of_range")]),
        ({"game": "espia", "nickname": "Ana", "bots": 65}, [("/bots", "out_of_range")]),
        ({"game": "espia", "nickname": "Ana", "bots": 10**300}, [("/bots", "out_of_range")]),
        (
            {"game": "espia", "nickname": 1, "bot": 1},
            [("/nickname", "wrong_type"), ("/bot", "unknown_field")],
        ),
    ],
)
def test_a_request_of_the_wrong_shape_says_what_is_wrong_where(wire: Wire, body: Any, faults: list[Any]):
    refused = wire.post("/v1/rooms", body)

    assert (422, "invalid_value") == refused.outcome
    assert faults == refused.faults


def test_unknown_members_are_refused_and_named_as_json_pointers_do(wire: Wire):
    refused = wire.post("/v1/rooms", {"game": "espia", "nickname": "Ana", "a/b~c": 1, "": 2, "ñ\n": 3})

    assert (422, "unknown_field") == refused.outcome
    assert {("/a~1b~0c", "unknown_field"), ("/", "unknown_field"), ("/ñ\n", "unknown_field")} == set(
        refused.faults
    )


def test_a_thousand_faults_do_not_make_a_thousand_complaints(wire: Wire):
    refused = wire.post("/v1/rooms", {str(n): n for n in range(1_000)})

    assert 422 == refused.status
    assert len(refused.json["errors"]) <= 16
    assert len(refused.text) < 8_000


def test_what_was_sent_is_not_sent_back(wire: Wire):
    secret = "4f1c-a-password-typed-into-the-wrong-field"

    assert secret not in wire.post("/v1/rooms", {"game": secret, "nickname": "Ana"}).text
    assert secret not in wire.post("/v1/rooms", {"game": "espia", "nickname": [secret]}).text
    assert secret not in wire.post("/v1/rooms", f'{{"game": "{secret}').text
    assert secret not in wire.get(f"/v1/rooms/K7MPQ?{secret}", token=secret).text


ODD_ACTIONS = [
    ({}, (422, "invalid_value"), [("/type", "missing")]),
    ({"type": None}, (422, "invalid_value"), [("/type", "wrong_type")]),
    ({"type": ["deal"]}, (422, "invalid_value"), [("/type", "wrong_type")]),
    ({"type": "dance"}, (422, "unknown_action"), [("/type", "unknown_action")]),
    ({"type": ""}, (422, "unknown_action"), [("/type", "unknown_action")]),
    ({"type": "enter", "nickname": "Leo"}, (422, "unknown_action"), [("/type", "unknown_action")]),
    ({"type": "deal"}, (422, "invalid_value"), [("/phase_seq", "missing")]),
    ({"type": "deal", "phase_seq": None}, (422, "invalid_value"), [("/phase_seq", "missing")]),
    ({"type": "deal", "phase_seq": "1"}, (422, "invalid_value"), [("/phase_seq", "wrong_type")]),
    ({"type": "deal", "phase_seq": 1.0}, (422, "invalid_value"), [("/phase_seq", "wrong_type")]),
    ({"type": "deal", "phase_seq": True}, (422, "invalid_value"), [("/phase_seq", "wrong_type")]),
    ({"type": "deal", "phase_seq": 1, "x": 1}, (422, "unknown_field"), [("/x", "unknown_field")]),
    ({"type": "tick", "action_id": ""}, (422, "invalid_value"), [("/action_id", "too_short")]),
    ({"type": "tick", "action_id": "x" * 65}, (422, "invalid_value"), [("/action_id", "too_long")]),
    ({"type": "tick", "action_id": 1}, (422, "invalid_value"), [("/action_id", "wrong_type")]),
    ({"type": "leave", "player": "p1"}, (422, "unknown_field"), [("/player", "unknown_field")]),
    ({"type": "remove"}, (422, "invalid_value"), [("/player", "missing")]),
    ({"type": "remove", "player": None}, (422, "invalid_value"), [("/player", "wrong_type")]),
    ({"type": "remove", "player": {"id": "p2"}}, (422, "invalid_value"), [("/player", "wrong_type")]),
    ({"type": "vote", "phase_seq": 1, "guilty": 1}, (422, "invalid_value"), [("/guilty", "wrong_type")]),
    ({"type": "vote", "phase_seq": 1, "guilty": "true"}, (422, "invalid_value"), [("/guilty", "wrong_type")]),
    ({"type": "cross_out", "places": "mar"}, (422, "invalid_value"), [("/places", "wrong_type")]),
    ({"type": "cross_out", "places": [1, "mar"]}, (422, "invalid_value"), [("/places/0", "wrong_type")]),
    (
        {"type": "configure", "phase_seq": 1, "options": []},
        (422, "invalid_value"),
        [("/options", "wrong_type")],
    ),
]


@pytest.mark.parametrize(("action", "outcome", "faults"), ODD_ACTIONS)
def test_an_action_of_the_wrong_shape_says_what_is_wrong_where(
    wire: Wire, action: dict[str, Any], outcome: Any, faults: Any
):
    seat = wire.open_room()

    refused = wire.post(f"/v1/rooms/{seat.code}/actions", action, token=seat.token)

    assert outcome == refused.outcome
    assert faults == refused.faults


@pytest.mark.parametrize("game", ["espia", "impostor", "shpion"])
def test_who_does_what_no_game_has_hears_what_this_one_has(wire: Wire, game: str):
    seat = wire.open_room(game=game, locale="ru" if game == "shpion" else "es")
    (fault,) = wire.post(f"/v1/rooms/{seat.code}/actions", {"type": "dance"}, token=seat.token).json["errors"]

    assert "deal, " in fault["detail"]
    assert ("add_bot" in fault["detail"]) == (game != "espia")


@pytest.mark.parametrize("seq", [0, -1, 10**15, int(HUGE)])
def test_no_number_is_too_odd_for_a_phase_that_is_not_the_present_one(wire: Wire, seq: int):
    assert (409, "stale_phase") == wire.open_room().post("deal", phase_seq=seq).outcome


@pytest.mark.parametrize(
    ("options", "pointer"),
    [
        ({"minutes": 6}, "/options/minutes"),
        ({"minutes": "5"}, "/options/minutes"),
        ({"minutes": 5.0}, "/options/minutes"),
        ({"minutes": None}, "/options/minutes"),
        ({"spies": True}, "/options/spies"),
        ({"vote_seconds": 9}, "/options/vote_seconds"),
        ({"vote_seconds": 601}, "/options/vote_seconds"),
        ({"vote_seconds": [[[]]]}, "/options/vote_seconds"),
        ({"guess_seconds": False}, "/options/guess_seconds"),
        ({"deck": "espia-familiar"}, "/options/deck"),
        ({"deck": {}}, "/options/deck"),
        ({"a/b~c": 1}, "/options/a~1b~0c"),
        ({"minutes": 5, "hours": 1}, "/options/hours"),
    ],
)
def test_options_that_cannot_be_are_refused_at_the_making_and_later(wire: Wire, options: Any, pointer: str):
    seat = wire.open_room()
    at_first = wire.post("/v1/rooms", {"game": "espia", "nickname": "Ana", "options": options})
    later = seat.post("configure", phase_seq=1, options=options)

    for refused in (at_first, later):
        assert (422, "invalid_options") == refused.outcome
        assert [(pointer, "invalid_options")] == refused.faults
    assert 8 == seat.view["room"]["options"]["minutes"]


def test_what_would_have_been_accepted_is_told_in_every_language(wire: Wire):
    refused = [
        wire.post(
            "/v1/rooms",
            {"game": "espia", "nickname": "Ana", "options": {"vote_seconds": 1}},
            accept_language=spoken,
        )
        for spoken in ("es", "en", "ru")
    ]

    details = [answer.json["errors"][0]["detail"] for answer in refused]
    assert 3 == len(set(details))
    assert all(detail.endswith("(10–600 | null)") for detail in details)


@pytest.mark.parametrize(
    "number",
    ["1e400", "-1e400", "1e-400", "1E5", HUGE, "-0"],
    ids=["inf", "-inf", "tiny", "1E5", "huge", "-0"],
)
def test_no_number_breaks_the_options(wire: Wire, number: str):
    body = f'{{"game": "espia", "nickname": "Ana", "options": {{"minutes": {number}}}}}'
    seat = wire.open_room()
    action = f'{{"type": "configure", "phase_seq": 1, "options": {{"minutes": {number}}}}}'

    assert (422, "invalid_options") == wire.post("/v1/rooms", body).outcome
    acted = wire.post(f"/v1/rooms/{seat.code}/actions", action, token=seat.token)
    assert (422, "invalid_options") == acted.outcome


@pytest.mark.parametrize(
    "code",
    [
        "AAAAA",
        "K7MP",
        "K7MPQQ",
        "K7MP%",
        "%",
        "%00",
        "%2e%2e%2f",
        "K7MP%F0%9F%A6%8A",
        "%FF%FE%FD",
        "%D0%9A7MPQ",
        "..",
        "{code}",
        "K7MPQ'--",
        "x" * 4_000,
        "%25" * 1_000,
    ],
)
def test_a_code_that_cannot_be_is_nobodys(wire: Wire, code: str):
    seat = wire.open_room()

    assert (404, "room_not_found") == wire.get(f"/v1/rooms/{code}").outcome
    assert (404, "room_not_found") == wire.get(f"/v1/rooms/{code}", token=seat.token).outcome
    assert (404, "room_not_found") == wire.post(f"/v1/rooms/{code}/players", {"nickname": "Bea"}).outcome
    acted = wire.post(f"/v1/rooms/{code}/actions", {"type": "tick"}, token=seat.token)
    assert (404, "room_not_found") == acted.outcome


def test_a_code_may_be_typed_in_any_way(wire: Wire):
    seat = wire.open_room()
    low = seat.code.lower()
    typed = [
        low,
        f"{low[:2]}-{low[2:]}",
        f"{low[:2]}%20{low[2:]}",
        f"%20{low}%20",
        "".join(f"%{ord(c):02X}" for c in low),
    ]

    assert [200] * 5 == [wire.get(f"/v1/rooms/{code}", token=seat.token).status for code in typed]


@pytest.mark.parametrize(
    "deck", ["nope", "..", "%2e%2e%2fespia-familiar", "%00", "x" * 4_000, "espia-familiar.json"]
)
def test_a_deck_that_is_not_there_is_not_found(wire: Wire, deck: str):
    assert (404, "deck_not_found") == wire.get(f"/v1/decks/{deck}").outcome


def test_a_room_survives_all_of_it(wire: Wire):
    ana, *others = wire.playing()
    before = ana.view

    for body in ("", "[]", "{", '{"type": "leave"', deep("[", 100_000), b"\xff", '{"type": "dance"}'):
        assert 400 <= wire.post(f"/v1/rooms/{ana.code}/actions", body, token=ana.token).status < 500

    assert before == ana.view
    assert all(seat.look().status == 200 for seat in others)


def test_a_bug_says_nothing_of_itself(wire: Wire, monkeypatch: pytest.MonkeyPatch):
    def broken(*_: Any) -> None:
        raise RuntimeError("the place is piscina-municipal")

    seat = wire.open_room()
    monkeypatch.setattr("chalicelib.api.rooms.watch", broken)

    crashed = seat.look()

    assert (500, "internal_error") == crashed.outcome
    assert (
        "piscina" not in crashed.text
        and "Traceback" not in crashed.text
        and "RuntimeError" not in crashed.text
    )


def test_an_answer_that_is_no_json_is_a_bug_and_not_the_end(wire: Wire, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("chalicelib.api.rooms._view", lambda *_: {"of": {object()}})

    assert (500, "internal_error") == wire.post("/v1/rooms", {"game": "espia", "nickname": "Ana"}).outcome
    monkeypatch.undo()
    assert 200 == wire.get("/v1/health").status


def test_a_header_that_cannot_be_is_a_bug_and_not_the_end(wire: Wire, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("chalicelib.api.rooms.digest", lambda _: "a\r\nSet-Cookie: b")
    seat = wire.open_room()

    assert (500, "internal_error") == seat.look().outcome


def test_an_event_that_is_none_is_a_bug_and_not_the_end(wire: Wire):
    whole = events.rest(app.routes, "GET", "/v1/health")
    broken = [{name: whole[name] for name in whole if name != missing} for missing in ("headers", "body")]
    broken += [{"requestContext": whole["requestContext"]}]

    assert [(500, "internal_error")] * 3 == [wire.send_event(event).outcome for event in broken]


def test_a_seat_reads_and_acts_on_after_every_malformed_action(wire: Wire):
    seat: Seat = wire.open_room()
    for action, outcome, _ in ODD_ACTIONS:
        assert outcome[0] == wire.post(f"/v1/rooms/{seat.code}/actions", action, token=seat.token).status

    assert "lobby" == seat.do("tick")["room"]["phase"]
