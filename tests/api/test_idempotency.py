"""A request that creates something may be sent again: same key, same answer, nothing twice."""

from typing import Any

import pytest

from tests.api.owners import Owner
from tests.api.wire import Answer, Seat, Wire
from tests.rooms.backstage import HOUR, MINUTE, SECOND, Backstage

ROOM = {"game": "espia", "nickname": "Ana", "options": {"minutes": 5, "spies": 2}}


def make(wire: Wire, key: str, body: Any = ROOM) -> Answer:
    return wire.post("/v1/rooms", body, idempotency_key=key)


def enter(wire: Wire, code: str, key: str, nickname: str = "Bea") -> Answer:
    return wire.post(f"/v1/rooms/{code}/players", {"nickname": nickname}, idempotency_key=key)


def same(one: Answer, other: Answer) -> bool:
    return all(one.json[name] == other.json[name] for name in ("player", "token", "ws_url"))


def test_a_repeat_comes_to_the_same_room_seat_and_token_and_says_so(wire: Wire):
    first, again = make(wire, "k"), make(wire, "k")

    assert (201, 201) == (first.status, again.status)
    assert same(first, again) and first.headers["location"] == again.headers["location"]
    assert "idempotency-replayed" not in first.headers
    assert "true" == again.headers["idempotency-replayed"]
    assert 1 == len(wire.backstage.memory.rooms)


def test_a_repeat_of_entering_comes_to_the_same_seat_and_token_and_says_so(wire: Wire):
    ana = wire.open_room()
    first, again = enter(wire, ana.code, "k"), enter(wire, ana.code, "k")

    assert same(first, again)
    assert "idempotency-replayed" not in first.headers
    assert "true" == again.headers["idempotency-replayed"]
    assert 2 == len(ana.view["room"]["players"])


def test_the_repeated_token_opens_the_seat(wire: Wire):
    seat = wire.seat(make(wire, "k"))

    assert wire.seat(make(wire, "k")).view == seat.view


def test_without_a_key_every_request_stands_for_itself(wire: Wire):
    assert wire.open_room().code != wire.open_room().code


def test_another_key_is_another_room(wire: Wire):
    assert not same(make(wire, "k"), make(wire, "K"))


@pytest.mark.parametrize(
    "other",
    [
        {**ROOM, "nickname": "Bea"},
        {**ROOM, "options": {"minutes": 5, "spies": 1}},
        {**ROOM, "locale": "es"},
        {"game": "espia", "nickname": "Ana"},
    ],
)
def test_the_same_key_with_another_body_is_refused(wire: Wire, other: Any):
    make(wire, "k")

    assert (422, "idempotency_key_reused") == make(wire, "k", other).outcome


def test_the_same_key_with_another_nickname_is_refused(wire: Wire):
    ana = wire.open_room()
    enter(wire, ana.code, "k")

    assert (422, "idempotency_key_reused") == enter(wire, ana.code, "k", "Eva").outcome
    assert 2 == len(ana.view["room"]["players"])


def test_the_order_of_members_is_no_other_body(wire: Wire):
    turned = {"options": {"spies": 2, "minutes": 5}, "nickname": "Ana", "game": "espia"}

    assert same(make(wire, "k"), make(wire, "k", turned))


def test_a_key_for_a_room_and_the_same_for_a_seat_in_it_are_two_things(wire: Wire):
    room = make(wire, "k")
    code = room.json["view"]["room"]["code"]

    entered = enter(wire, code, "k")

    assert "p2" == entered.json["player"] and "idempotency-replayed" not in entered.headers
    assert same(room, make(wire, "k"))
    assert same(entered, enter(wire, code, "k"))


def test_a_key_in_another_room_is_another_seat(wire: Wire):
    here, there = wire.open_room(), wire.open_room()

    assert not same(enter(wire, here.code, "k"), enter(wire, there.code, "k"))


def test_a_repeat_shows_the_present(wire: Wire):
    first = make(wire, "k")
    enter(wire, first.json["view"]["room"]["code"], "x")

    assert 2 == len(make(wire, "k").json["view"]["room"]["players"])


def test_a_repeat_after_time_has_passed_shows_the_present(wire: Wire, backstage: Backstage):
    host = wire.seat(make(wire, "k"))
    for name in ("Bea", "Eva"):
        wire.join(host.code, name)
    host.post("configure", phase_seq=1, options={"spies": 1})
    host.do("deal")
    backstage.clock.pass_ms(MINUTE)

    assert "dealt" == make(wire, "k").json["view"]["room"]["phase"]


def test_a_seat_that_was_left_is_not_had_again_by_an_old_request(wire: Wire):
    host = wire.seat(make(wire, "k"))
    bea = wire.seat(enter(wire, host.code, "b"))
    eva = wire.join(host.code, "Eva")
    host.do("leave")
    bea.do("leave")

    assert (401, "token_revoked") == make(wire, "k").outcome
    assert (401, "token_revoked") == enter(wire, host.code, "b").outcome
    assert 3 == len(eva.view["room"]["players"])


def test_who_was_forgotten_is_told_the_same_as_who_left(wire: Wire):
    host = wire.seat(make(wire, "k"))
    bea = wire.seat(enter(wire, host.code, "b"))
    forgets = wire.call(
        "DELETE", f"/v1/rooms/{host.code}/players/{bea.player}", authorization=f"Bearer {bea.token}"
    )

    assert 204 == forgets.status
    assert (401, "token_revoked") == enter(wire, host.code, "b").outcome


@pytest.mark.parametrize("later_ms", [41 * SECOND, 20 * HOUR])
def test_a_room_that_was_deleted_does_not_come_back_by_an_old_request(
    wire: Wire, backstage: Backstage, later_ms: int
):
    """It would take up its ids again, under which its rounds were told and counted already."""
    acme = Owner.of(wire)
    body = {"game": "espia", "nickname": "Ana"}

    def make_one() -> Answer:
        return wire.post("/v1/rooms", body, x_api_key=acme.pk, idempotency_key="k")

    first = make_one()
    code = wire.seat(first).code
    assert 204 == acme.call("DELETE", f"/v1/tenant/rooms/{code}").status
    backstage.clock.pass_ms(later_ms)
    second, again = make_one(), make_one()

    assert (201, 404) == (second.status, wire.seat(first).look().status)
    assert "idempotency-replayed" not in second.headers
    assert code != wire.seat(second).code and same(second, again)


def test_a_repeat_on_another_day_enters_no_second_room_into_the_register(wire: Wire, backstage: Backstage):
    make(wire, "k")
    backstage.clock.pass_ms(20 * HOUR)

    assert "true" == make(wire, "k").headers["idempotency-replayed"]
    assert 1 == len(backstage.memory.opened)


@pytest.mark.parametrize(
    ("refused", "why"),
    [
        ({"game": "espia", "nickname": "Ana", "bots": 1}, "bots_not_available"),
        ({"game": "impostor", "nickname": "Ana", "bots": 16}, "room_full"),
        ({"game": "espia", "nickname": "Ana", "locale": "xx"}, "invalid_value"),
    ],
)
def test_a_key_is_free_again_whatever_is_refused(wire: Wire, refused: Any, why: str):
    assert why == make(wire, "k", refused).outcome[1]
    assert 201 == make(wire, "k").status


def test_a_room_that_is_over_is_not_had_again_by_an_old_request(wire: Wire, backstage: Backstage):
    make(wire, "k")
    backstage.clock.pass_ms(24 * HOUR - 1)
    assert 201 == make(wire, "k").status

    backstage.clock.pass_ms(1)
    assert 201 == make(wire, "k").status
    assert 2 == len(backstage.memory.rooms)


def test_a_refused_request_does_not_use_up_its_key(wire: Wire):
    ana = wire.open_room()

    assert 409 == enter(wire, ana.code, "k", "ana").status
    assert 201 == enter(wire, ana.code, "k", "Bea").status
    assert 422 == make(wire, "k", {"game": "espia", "nickname": ""}).status
    assert 201 == make(wire, "k").status


# Bots


def add_bot(seat: Seat, key: str, **fields: Any) -> Answer:
    """Ask for a bot as in the first lobby."""
    body = {"type": "add_bot", "phase_seq": 1, **fields}
    return seat.wire.post(f"/v1/rooms/{seat.code}/actions", body, token=seat.token, idempotency_key=key)


def n_players(seat: Seat) -> int:
    return len(seat.view["room"]["players"])


def test_a_repeat_of_adding_a_bot_adds_none_however_many_came_since(wire: Wire):
    ana = wire.open_room("Ana", "impostor")
    added = [add_bot(ana, f"bot {number}") for number in range(6)]

    again = add_bot(ana, "bot 0")

    assert [200] * 7 == [answer.status for answer in (*added, again)]
    assert not any("idempotency-replayed" in answer.headers for answer in added)
    assert "true" == again.headers["idempotency-replayed"]
    assert 7 == n_players(ana) == len(again.json["view"]["room"]["players"])


def test_a_repeat_a_day_later_adds_no_bot_either(wire: Wire, backstage: Backstage):
    ana = wire.open_room("Ana", "impostor")
    for number in range(6):
        add_bot(ana, f"bot {number}")
    backstage.clock.pass_ms(24 * HOUR - 1)

    assert "true" == add_bot(ana, "bot 0").headers["idempotency-replayed"]
    assert 7 == n_players(ana)


@pytest.mark.parametrize("other", [{"nickname": "Robi"}, {"phase_seq": 2}, {"type": "tick"}])
def test_the_key_of_a_bot_with_another_body_is_refused(wire: Wire, other: Any):
    ana = wire.open_room("Ana", "impostor")
    for number in range(6):
        add_bot(ana, f"bot {number}")

    assert (422, "idempotency_key_reused") == add_bot(ana, "bot 0", **other).outcome
    assert 7 == n_players(ana)


def test_the_same_key_of_another_seat_adds_another_bot(wire: Wire):
    ana, bea = wire.party(2, "impostor")
    add_bot(ana, "k")
    ana.do("make_host", player=bea.player)

    assert "idempotency-replayed" not in add_bot(bea, "k").headers
    assert 4 == n_players(ana)


def test_a_key_of_any_other_action_is_an_action_id(wire: Wire):
    ana, *_ = wire.party(3)
    body = {"type": "deal", "phase_seq": 1}
    target = f"/v1/rooms/{ana.code}/actions"
    first, again = (wire.post(target, body, token=ana.token, idempotency_key="k") for _ in range(2))
    other = wire.post(target, {"type": "tick"}, token=ana.token, idempotency_key="k")

    assert (200, 200) == (first.status, again.status)
    assert "idempotency-replayed" not in first.headers
    assert "true" == again.headers["idempotency-replayed"]
    assert "true" == ana.post(**body, action_id="k").headers["idempotency-replayed"]
    assert (422, "idempotency_key_reused") == other.outcome
    assert (422, "action_id_reused") == ana.post("tick", action_id="k").outcome


# Keys


@pytest.mark.parametrize(
    "key", ["x", "x" * 255, "6b1ae2f6-0c5f-4bb6-a3f6-0a4a3d0cf0b1", '"quoted"', "a b", "~!@#$%^&*()"]
)
def test_a_key_is_1_to_255_printable_characters(wire: Wire, key: str):
    assert same(make(wire, key), make(wire, key))


@pytest.mark.parametrize("key", ["", "x" * 256, "ñ", "a\tb", "a\x7fb", "\u200b", "🦊"])
def test_any_other_key_is_refused(wire: Wire, key: str):
    assert (400, "invalid_idempotency_key") == make(wire, key).outcome
    assert (400, "invalid_idempotency_key") == enter(wire, wire.open_room().code, key).outcome


def test_a_key_is_not_stored_as_it_is(wire: Wire, backstage: Backstage):
    host = wire.seat(make(wire, "a-key-that-tells-something"))
    enter(wire, host.code, "another-key-of-that-kind")
    add_bot(wire.open_room("Ana", "impostor"), "the-key-of-a-bot")

    assert "a-key-that" not in repr(backstage.memory)
    assert "another-key" not in repr(backstage.memory)
    assert "the-key-of" not in repr(backstage.memory)
