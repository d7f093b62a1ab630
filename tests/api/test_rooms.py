"""Rooms over REST: making, entering, looking, acting, remembering."""

from typing import Any

import pytest

from tests.api.wire import Wire
from tests.rooms.backstage import HOUR, MINUTE, Backstage


def test_whoever_makes_a_room_is_its_host_and_gets_all_it_takes_to_play(wire: Wire):
    made = wire.post("/v1/rooms", {"game": "espia", "nickname": " Ana "})
    found, code = made.json, made.json["view"]["room"]["code"]

    assert 201 == made.status
    assert {"player", "token", "ws_url", "view"} == set(found)
    assert f"/v1/rooms/{code}" == made.headers["location"]
    assert "wss://play.example/ws" == found["ws_url"]
    assert f"https://play.example/{code}" == found["view"]["room"]["join_url"]
    assert ("p1", "p1") == (found["player"], found["view"]["room"]["host"])
    assert "Ana" == found["view"]["room"]["players"][0]["nickname"]
    assert found["token"] not in str(found["view"])


def test_others_enter_by_the_code(wire: Wire):
    ana = wire.open_room()
    entered = wire.post(f"/v1/rooms/{ana.code.lower()}/players", {"nickname": "Bea"})

    assert 201 == entered.status
    assert {"player", "token", "ws_url", "view"} == set(entered.json)
    assert ["Ana", "Bea"] == [p["nickname"] for p in ana.view["room"]["players"]]


@pytest.mark.parametrize(
    ("body", "outcome", "faults"),
    [
        ({"game": "chess"}, (422, "unknown_game"), [("/game", "unknown_game")]),
        ({"locale": "tlh"}, (422, "invalid_value"), [("/locale", "invalid_value")]),
        ({"locale": ""}, (422, "invalid_value"), [("/locale", "invalid_value")]),
        ({"locale": None}, (201, None), None),
        ({"locale": "es"}, (201, None), None),
        ({"nickname": " "}, (422, "invalid_nickname"), [("/nickname", "invalid_nickname")]),
        ({"nickname": "x" * 21}, (422, "invalid_nickname"), [("/nickname", "invalid_nickname")]),
        ({"nickname": "x" * 9_000}, (422, "invalid_nickname"), [("/nickname", "invalid_nickname")]),
        ({"bots": 0}, (201, None), None),
        ({"bots": 3}, (409, "bots_not_available"), [("/bots", "bots_not_available")]),
        ({"options": {}}, (201, None), None),
        ({"options": {"minutes": 5, "vote_seconds": None}}, (201, None), None),
    ],
)
def test_a_room_is_made_as_wished_or_not_at_all(wire: Wire, body: Any, outcome: Any, faults: Any):
    made = wire.post("/v1/rooms", {"game": "espia", "nickname": "Ana", **body})

    assert outcome[0] == made.status
    if faults is not None:
        assert outcome == made.outcome
        assert faults == made.faults
        assert not wire.backstage.memory.rooms


def test_options_at_the_making_are_the_rooms_options(wire: Wire):
    room = wire.open_room(options={"minutes": 5, "spies": 2, "vote_seconds": None}, locale="es").view["room"]

    assert (5, 2, None, 120) == tuple(
        room["options"][name] for name in ("minutes", "spies", "vote_seconds", "guess_seconds")
    )
    assert "es" == room["locale"]


def test_a_nickname_is_free_once(wire: Wire):
    ana = wire.open_room("Ana")

    for same in ("Ana", "ana", "ANÁ", " Ａｎａ "):
        taken = wire.post(f"/v1/rooms/{ana.code}/players", {"nickname": same})
        assert (409, "nickname_taken") == taken.outcome
        assert [("/nickname", "nickname_taken")] == taken.faults


def test_an_eleventh_player_finds_the_room_full(wire: Wire):
    ana = wire.open_room("Ana")
    for number in range(9):
        wire.join(ana.code, f"Player {number}")

    assert (409, "room_full") == wire.post(f"/v1/rooms/{ana.code}/players", {"nickname": "Leo"}).outcome
    assert not wire.get(f"/v1/rooms/{ana.code}").json["joinable"]


def test_somebody_at_the_door_may_know_this_and_no_more(wire: Wire):
    ana, *_ = wire.party(2)
    lobby = wire.get(f"/v1/rooms/{ana.code}").json
    assert {
        "code": ana.code,
        "game": "espia",
        "phase": "lobby",
        "players": {"seated": 2, "max": 10},
        "joinable": True,
        "joins_as": "player",
    } == lobby


def test_whoever_comes_while_a_round_is_on_watches(wire: Wire):
    ana, *_ = wire.playing()

    assert "audience" == wire.get(f"/v1/rooms/{ana.code}").json["joins_as"]
    leo = wire.join(ana.code, "Leo")
    assert "audience" == leo.view["room"]["players"][-1]["status"]
    assert leo.view["me"]["card"] is None
    assert (403, "audience_only_watches") == leo.post(
        "accuse", phase_seq=leo.view["phase_seq"], suspect="p1"
    ).outcome


def test_a_view_names_every_action_and_each_one_named_is_taken(wire: Wire):
    ana, bea, eva = wire.party(3)

    assert {"configure", "deal", "remove", "make_host", "leave", "tick"} == {
        action["type"] for action in ana.view["actions"]
    }
    assert {"leave", "tick"} == {action["type"] for action in bea.view["actions"]}
    for action in eva.view["actions"]:
        if action["type"] == "tick":
            assert 200 == eva.post(**action).status


def test_the_answer_to_an_action_is_the_view_after_it(wire: Wire):
    ana, *_ = wire.party(3)

    view = ana.do("deal")

    assert "dealt" == view["room"]["phase"]
    assert ana.view == view


@pytest.mark.parametrize(
    ("outcome", "who", "action"),
    [
        ((403, "host_only"), 1, {"type": "interrupt", "phase_seq": 0}),
        ((403, "host_only"), 1, {"type": "remove", "player": "p3"}),
        ((409, "wrong_phase"), 0, {"type": "deal", "phase_seq": 0}),
        ((409, "stale_phase"), 0, {"type": "interrupt", "phase_seq": -1}),
        ((409, "stale_phase"), 0, {"type": "interrupt", "phase_seq": 1}),
        ((422, "cannot_choose_self"), 1, {"type": "accuse", "suspect": "p2", "phase_seq": 0}),
        ((422, "unknown_player"), 1, {"type": "accuse", "suspect": "p9", "phase_seq": 0}),
        ((422, "unknown_player"), 0, {"type": "remove", "player": "nobody"}),
        ((409, "host_present"), 1, {"type": "claim_host"}),
        ((409, "already_host"), 0, {"type": "claim_host"}),
    ],
)
def test_the_rules_refusals_are_problems_with_their_code(wire: Wire, outcome: Any, who: int, action: Any):
    seats = wire.playing()
    before = [seat.view for seat in seats]
    if "phase_seq" in action:
        action = {**action, "phase_seq": before[who]["phase_seq"] + action["phase_seq"]}

    refused = seats[who].post(**action)

    assert outcome == refused.outcome
    assert before == [seat.view for seat in seats]


def test_the_value_at_fault_is_named(wire: Wire):
    _, bea, _ = wire.playing()

    refused = bea.post("accuse", phase_seq=bea.view["phase_seq"], suspect="p2")

    assert [("/suspect", "cannot_choose_self")] == refused.faults


def test_what_the_host_cannot_do_yet_is_refused_with_the_same_code_as_in_blocked(wire: Wire):
    ana, *_ = wire.party(2)
    (blocked,) = ana.view["blocked"]

    assert ("deal", "not_enough_players") == (blocked["type"], blocked["code"])
    assert (409, "not_enough_players") == ana.post("deal", phase_seq=1).outcome

    wire.join(ana.code, "Eva")
    ana.do("deal")
    assert [("start", "not_all_seen")] == [(b["type"], b["code"]) for b in ana.view["blocked"]]
    assert (409, "not_all_seen") == ana.post("start", phase_seq=ana.view["phase_seq"]).outcome


def test_a_game_of_spoken_questions_has_no_bots(wire: Wire):
    ana, bea = wire.party(2)
    game, *_ = wire.get("/v1/games").json["games"]

    assert not game["bots"]
    assert (409, "bots_not_available") == ana.post("add_bot", phase_seq=1).outcome
    assert (409, "bots_not_available") == ana.post("add_bot", phase_seq=1, nickname="Robi").outcome
    assert (403, "host_only") == bea.post("add_bot", phase_seq=1).outcome
    assert "add_bot" not in str(ana.view["actions"])


def test_a_game_that_is_talked_has_no_chat(wire: Wire):
    ana = wire.open_room()
    target = f"/v1/rooms/{ana.code}/messages"

    assert (409, "chat_off") == wire.get(target, token=ana.token).outcome
    assert (409, "chat_off") == wire.get(target + "?after=3", token=ana.token).outcome
    assert (409, "chat_off") == wire.post(target, {"text": "Hola"}, token=ana.token).outcome
    assert (401, "invalid_token") == wire.get(target).outcome
    assert (401, "invalid_token") == wire.post(target, {"text": "Hola"}).outcome
    assert (422, "invalid_value") == wire.post(target, {}, token=ana.token).outcome


def test_actions_of_any_time_need_no_phase_and_all_others_do(wire: Wire):
    ana, bea, _eva = wire.playing()

    for any_time in ({"type": "tick"}, {"type": "make_host", "player": "p2"}, {"type": "leave"}):
        assert 200 == ana.post(**any_time).status
    for bound in (
        {"type": "interrupt"},
        {"type": "accuse", "suspect": "p3"},
        {"type": "vote", "guilty": True},
    ):
        refused = bea.post(**bound)
        assert (422, "invalid_value") == refused.outcome
        assert [("/phase_seq", "missing")] == refused.faults


def test_an_action_of_any_time_may_say_which_phase_it_saw(wire: Wire):
    ana = wire.open_room()

    assert 200 == ana.post("tick", phase_seq=99).status


def test_a_late_double_click_counts_for_nothing(wire: Wire):
    ana, *_ = wire.party(3)
    seq = ana.view["phase_seq"]

    assert 200 == ana.post("deal", phase_seq=seq).status
    assert (409, "stale_phase") == ana.post("deal", phase_seq=seq).outcome


def test_an_action_id_makes_a_repeat_harmless(wire: Wire):
    ana, bea, _eva = wire.party(3)
    deal = {"type": "deal", "phase_seq": ana.view["phase_seq"], "action_id": "once"}
    first = ana.post(**deal)

    again = ana.post(**deal)

    assert (200, 200) == (first.status, again.status)
    assert first.json == again.json
    assert (422, "action_id_reused") == ana.post("tick", action_id="once").outcome
    assert 200 == bea.post("tick", action_id="once").status


@pytest.mark.parametrize("action_id", ["x", "x" * 64, "ñ" * 64, "\u0000", "🦊"])
def test_an_action_id_is_any_text_of_1_to_64_characters(wire: Wire, action_id: str):
    assert 200 == wire.open_room().post("tick", action_id=action_id).status


def test_a_refused_action_does_not_use_up_its_id(wire: Wire):
    ana = wire.open_room()

    assert 409 == ana.post("deal", phase_seq=1, action_id="a").status
    assert 200 == ana.post("tick", action_id="a").status


def test_time_takes_effect_before_anything_else_is_looked_at(wire: Wire, backstage: Backstage):
    ana, bea, _eva = wire.playing()
    late = {"type": "accuse", "phase_seq": bea.view["phase_seq"], "suspect": "p1"}
    backstage.clock.pass_ms(8 * MINUTE)

    assert (409, "stale_phase") == bea.post(**late).outcome
    assert "pointing" == ana.view["room"]["phase"]
    assert "pointing" == wire.get(f"/v1/rooms/{ana.code}").json["phase"]


@pytest.mark.parametrize("asked", ["the door", "a token", "entering", "a repeat", "rounds", "messages"])
def test_time_takes_effect_whatever_is_asked_first(wire: Wire, backstage: Backstage, asked: str):
    ana, *_ = wire.playing()
    first = wire.post(f"/v1/rooms/{ana.code}/players", {"nickname": "Leo"}, idempotency_key="k")
    backstage.clock.pass_ms(8 * MINUTE)
    target = f"/v1/rooms/{ana.code}"
    ask = {
        "the door": lambda: wire.get(target),
        "a token": lambda: ana.look(),
        "entering": lambda: wire.post(f"{target}/players", {"nickname": "Sol"}),
        "a repeat": lambda: wire.post(f"{target}/players", {"nickname": "Leo"}, idempotency_key="k"),
        "rounds": lambda: wire.get(f"{target}/rounds", token=ana.token),
        "messages": lambda: wire.get(f"{target}/messages", token=ana.token),
    }
    before = backstage.house.store.load(ana.code)
    assert before is not None and "questions" == before.state.phase and 201 == first.status

    ask[asked]()

    after = backstage.house.store.load(ana.code)
    assert after is not None and "pointing" == after.state.phase


def test_somebody_with_no_right_to_it_settles_nothing(wire: Wire, backstage: Backstage):
    ana, *_ = wire.playing()
    backstage.clock.pass_ms(8 * MINUTE)

    assert 401 == wire.get(f"/v1/rooms/{ana.code}", token=wire.open_room().token).status

    stored = backstage.house.store.load(ana.code)
    assert stored is not None and "questions" == stored.state.phase


def test_finished_rounds_are_kept_with_their_reveal(wire: Wire):
    ana, *_ = wire.playing()
    target = f"/v1/rooms/{ana.code}/rounds"
    assert [] == wire.get(target, token=ana.token).json["rounds"]

    ana.do("interrupt")

    (kept,) = wire.get(target, token=ana.token).json["rounds"]
    assert "void" == kept["result"]["outcome"]
    assert {"p1", "p2", "p3"} == set(kept["result"]["reveal"]["cards"])
    assert {"p1": "Ana", "p2": "Bea", "p3": "Eva"} == kept["nicknames"]


def test_leaving_is_answered_and_final(wire: Wire):
    ana, bea, _eva = wire.party(3)

    left = ana.post("leave")

    assert 200 == left.status
    assert [] == left.json["view"]["actions"]
    assert "p2" == bea.view["room"]["host"]
    assert (401, "token_revoked") == ana.post("leave").outcome


def test_a_host_who_says_nothing_for_a_minute_may_be_replaced(wire: Wire, backstage: Backstage):
    ana, bea, _ = wire.party(3)
    backstage.clock.pass_ms(MINUTE - 1)
    assert (409, "host_present") == bea.post("claim_host").outcome

    backstage.clock.pass_ms(1)

    assert "claim_host" in str(bea.view["actions"])
    assert "p2" == bea.do("claim_host")["room"]["host"]
    assert "p2" == ana.view["room"]["host"]


def test_a_room_lives_a_day_from_its_last_action(wire: Wire, backstage: Backstage):
    ana = wire.open_room()
    backstage.clock.pass_ms(23 * HOUR)
    wire.join(ana.code, "Bea")
    backstage.clock.pass_ms(23 * HOUR)
    assert 200 == ana.look().status

    backstage.clock.pass_ms(HOUR)
    assert (410, "room_closed") == ana.look().outcome


def test_a_view_keeps_under_16_kb_at_the_fullest_table(wire: Wire):
    ana = wire.open_room("👩🏿‍❤️‍💋‍👨🏿" * 20, options={"spies": 2, "deck": "completa"})
    family = "👨‍👩‍👧‍👦" * 19
    seats = [ana, *(wire.join(ana.code, family + str(number)) for number in range(9))]
    ana.do("deal")

    assert all(len(seat.look().text.encode()) < 16 * 1024 for seat in seats)
