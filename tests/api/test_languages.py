"""Which language people read: the one they ask for, else the room's, else English; codes stay codes."""

import pytest

from chalicelib.api.language import texts
from tests.api.wire import Wire


@pytest.mark.parametrize(
    ("asked", "spoken"),
    [("es", "es"), ("ru-RU, en;q=0.5", "ru"), ("en", "en"), ("de", "en"), ("", "en"), ("*", "en")],
)
def test_problems_are_told_in_the_language_asked_for(wire: Wire, asked: str, spoken: str):
    for refused in (
        wire.post("/v1/rooms", "{", accept_language=asked),
        wire.get("/v1/nowhere", accept_language=asked),
        wire.call("DELETE", "/v1/rooms", accept_language=asked),
        wire.post("/v1/rooms", "{}", content_type="text/plain", accept_language=asked),
    ):
        assert texts(spoken)[refused.code] == (refused.json["title"], refused.json["detail"])
        assert spoken == refused.headers["content-language"]
        assert "Accept-Language" == refused.headers["vary"]


def test_problems_are_english_where_nothing_is_asked_for(wire: Wire):
    assert "en" == wire.post("/v1/rooms", "{").headers["content-language"]


def test_codes_are_the_same_in_every_language(wire: Wire):
    bodies = [wire.post("/v1/rooms", {}, accept_language=spoken).json for spoken in ("es", "en", "ru")]

    for same in ("code", "type", "status", "retryable"):
        assert 1 == len({str(body[same]) for body in bodies})
    assert 1 == len({str([(e["pointer"], e["code"]) for e in body["errors"]]) for body in bodies})
    for translated in ("title", "detail"):
        assert 3 == len({body[translated] for body in bodies})
    assert 3 == len({body["errors"][0]["detail"] for body in bodies})


def test_the_rules_refusals_are_told_in_the_language_asked_for(wire: Wire):
    ana = wire.open_room()
    target = f"/v1/rooms/{ana.code}/actions"
    deal = {"type": "deal", "phase_seq": 1}

    refused = wire.post(target, deal, token=ana.token, accept_language="ru")

    assert texts("ru")["not_enough_players"][1] == refused.json["detail"]


@pytest.mark.parametrize(
    ("asked", "spoken"), [("ru", "ru"), ("en", "en"), ("es", "es"), ("de", "es"), ("", "es")]
)
def test_what_is_blocked_is_told_in_the_language_asked_for_or_the_rooms(wire: Wire, asked: str, spoken: str):
    ana = wire.open_room()
    answer = ana.look(accept_language=asked)

    assert [texts(spoken)["not_enough_players"][1]] == [b["detail"] for b in answer.json["blocked"]]
    assert "Accept-Language" == answer.headers["vary"]


def test_views_in_answers_to_actions_speak_so_too(wire: Wire):
    made = wire.post("/v1/rooms", {"game": "espia", "nickname": "Ana"}, accept_language="ru")
    ana = wire.seat(made)
    target = f"/v1/rooms/{ana.code}/actions"
    acted = wire.post(target, {"type": "tick"}, token=ana.token, accept_language="ru")

    for view in (made.json["view"], acted.json["view"]):
        assert texts("ru")["not_enough_players"][1] == view["blocked"][0]["detail"]


def test_games_have_a_title_in_the_language_asked_for(wire: Wire):
    answers = [wire.get("/v1/games", accept_language=spoken) for spoken in ("es", "en", "ru")]

    assert ["es", "en", "ru"] == [answer.headers["content-language"] for answer in answers]
    assert 3 == len({answer.json["games"][0]["title"] for answer in answers})
    assert 3 == len({answer.headers["etag"] for answer in answers})
    assert {"Accept-Language"} == {answer.headers["vary"] for answer in answers}
