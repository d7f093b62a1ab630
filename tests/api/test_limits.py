"""Limits: what is counted, for whom, what an answer says of it, and that nothing else is held back."""

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from typing import Any

import pytest

from chalicelib.adapters.memory import MemoryRooms
from chalicelib.api.limits import network
from chalicelib.api.server import serve_with
from chalicelib.rooms import pacing
from chalicelib.tenants import administration
from chalicelib.tenants.pace import Rate
from chalicelib.tenants.plans import plan
from tests.api.documents import DocumentedWire
from tests.api.owners import Owner
from tests.api.wire import Answer, Seat, Wire
from tests.decks.own import espia
from tests.rooms.backstage import SETTINGS, Backstage

ROOM = {"game": "espia", "nickname": "Ana"}
FREE = plan("free")
WRONG = "ZZZZZ"


@pytest.fixture
def acme(wire: Wire) -> Owner:
    return Owner.of(wire, "acme", "free")


def opens(owner: Owner) -> Answer:
    return owner.wire.post("/v1/rooms", ROOM, x_api_key=owner.pk)


def wrong_codes() -> Iterator[str]:
    """One after the other, none of them a room's."""
    return ("".join(letters) for letters in product("ZXWVT", repeat=5))


WRONG_CODES = wrong_codes()


def knocks(owner: Owner, code: str | None = None) -> Answer:
    """Ask for a room, by a code that was never asked for unless it is given."""
    return owner.wire.get(f"/v1/rooms/{code or next(WRONG_CODES)}", x_api_key=owner.pk)


def left(answer: Answer) -> dict[str, tuple[int, int]]:
    """What is left of each limit, and the seconds until all is."""
    found = re.findall(r'"(\w+)";r=(\d+);t=(\d+)', answer.headers["ratelimit"])
    return {name: (int(r), int(t)) for name, r, t in found}


def test_rooms_are_counted_for_each_address(wire: Wire, acme: Owner):
    assert all(opens(acme).status == 201 for _ in range(20))

    refused = opens(acme)

    assert (429, "too_many_requests") == refused.outcome
    assert "6" == refused.headers["retry-after"]
    assert (0, 120) == left(refused)["rooms_per_address"]
    assert '"rooms_per_address";q=20;w=120' in refused.headers["ratelimit-policy"]
    wire.address = "192.0.2.2"
    assert 201 == opens(acme).status


def test_rooms_are_counted_for_a_tenant_too(wire: Wire, acme: Owner):
    for number in range(60):
        wire.address = f"192.0.2.{number}"
        assert 201 == opens(acme).status

    wire.address = "198.51.100.1"
    assert (429, "too_many_requests") == opens(acme).outcome


def test_who_waits_as_long_as_is_said_is_let_in(acme: Owner, backstage: Backstage):
    while (refused := opens(acme)).status == 201:
        pass

    backstage.clock.pass_ms(int(refused.headers["retry-after"]) * 1000)

    assert 201 == opens(acme).status


def test_an_answer_tells_how_much_is_left(acme: Owner):
    first, second = opens(acme), opens(acme)

    assert {"rooms_per_address": (19, 6), "rooms": (59, 2)} == left(first)
    assert {"rooms_per_address": (18, 12), "rooms": (58, 4)} == left(second)


def test_seats_are_counted_for_each_address(wire: Wire, acme: Owner):
    codes = [acme.opens().code for _ in range(7)]
    taken = [
        wire.post(f"/v1/rooms/{codes[n // 9]}/players", {"nickname": f"n{n}"}, x_api_key=acme.pk)
        for n in range(61)
    ]

    assert {201} == {answer.status for answer in taken[:60]}
    assert (429, "too_many_requests") == taken[60].outcome
    assert (0, 60) == left(taken[60])["joins_per_address"]


def test_twenty_wrong_codes_are_forgiven_and_then_six_a_minute(acme: Owner, backstage: Backstage):
    assert [404] * 20 == [knocks(acme).status for _ in range(20)]

    refused = knocks(acme)

    assert (429, "too_many_requests") == refused.outcome
    assert "10" == refused.headers["retry-after"]
    backstage.clock.pass_ms(60_000)
    assert [404] * 6 + [429] == [knocks(acme).status for _ in range(7)]


def test_a_page_that_asks_for_a_room_of_yesterday_on_and_on_keeps_nobody_from_joining(acme: Owner):
    code = acme.opens().code

    assert {404} == {knocks(acme, WRONG).status for _ in range(60)}
    assert 200 == knocks(acme, code).status
    assert [404] * 19 + [429] == [knocks(acme).status for _ in range(20)]


def test_however_many_guesses_come_at_once_no_more_are_heard_than_may_be_wrong(
    acme: Owner, backstage: Backstage
):
    """A right code that comes while others are being looked up, too."""
    code = acme.opens().code
    while knocks(acme).status != 429:
        pass
    backstage.clock.pass_ms(10_000)
    heard: list[int] = []
    load = MemoryRooms.load

    def slow(rooms: MemoryRooms, asked: str) -> Any:
        if not heard:
            heard.append(0)
            heard.extend(knocks(acme, each).status for each in (code, next(WRONG_CODES), code))
        return load(rooms, asked)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(MemoryRooms, "load", slow)
        knocks(acme)

    assert [0, 429, 429, 429] == heard


def test_right_codes_count_for_nothing(acme: Owner):
    code = acme.opens().code

    assert {200} == {knocks(acme, code).status for _ in range(100)}
    assert 404 == knocks(acme).status


def test_whoever_has_tried_too_many_codes_is_not_told_of_a_right_one(wire: Wire, acme: Owner):
    code = acme.opens().code
    for _ in range(21):
        knocks(acme)

    assert (429, "too_many_requests") == knocks(acme, code).outcome
    joined = wire.post(f"/v1/rooms/{code}/players", {"nickname": "Bea"}, x_api_key=acme.pk)
    assert (429, "too_many_requests") == joined.outcome


def test_whoever_sits_in_a_room_plays_on_beside_somebody_who_guesses(acme: Owner):
    seat = acme.opens()
    for _ in range(30):
        knocks(acme)

    assert 200 == seat.look().status
    assert 200 == seat.post("tick").status


@pytest.mark.parametrize("place", ["", "/rounds", "/messages", "/actions"])
def test_codes_tried_with_a_made_up_token_are_counted_as_well(wire: Wire, acme: Owner, place: str):
    code, made_up = acme.opens().code, f"pt_acme.p1.{'A' * 43}"

    def tries(code: str) -> Answer:
        if place == "/actions":
            return wire.post(f"/v1/rooms/{code}{place}", {"type": "tick"}, token=made_up)
        return wire.get(f"/v1/rooms/{code}{place}", token=made_up)

    assert [404, 401] * 10 == [tries(each).status for each in (WRONG, code) * 10]
    assert [429, 429] == [tries(WRONG).status, tries(code).status]


def test_a_phone_with_a_lost_room_keeps_nobody_at_its_address_from_joining(wire: Wire, acme: Owner):
    code = acme.opens().code
    for _ in range(30):
        wire.get(f"/v1/rooms/{WRONG}", token=f"pt_acme.p1.{'A' * 43}")

    assert 201 == wire.post(f"/v1/rooms/{code}/players", {"nickname": "Bea"}, x_api_key=acme.pk).status
    assert 404 == knocks(acme).status


def test_codes_tried_for_the_header_alone_are_counted_as_well(wire: Wire, acme: Owner):
    def tries() -> int:
        return wire.call("HEAD", f"/v1/rooms/{next(WRONG_CODES)}", x_api_key=acme.pk).status

    assert [404] * 20 + [429] == [tries() for _ in range(21)]
    assert 429 == knocks(acme).status


def test_on_ones_own_machine_three_hundred_dead_tokens_are_forgiven_and_then_sixty_a_minute(
    monkeypatch: pytest.MonkeyPatch,
):
    """Where there is no other limit of what a phone asks for."""
    backstage = Backstage(replace(SETTINGS, open_plan="local"))
    monkeypatch.setenv("AWS_DEFAULT_REGION", "eu-west-1")
    serve_with(backstage.server)
    wire = DocumentedWire(backstage)

    def tries(times: int) -> list[int]:
        dead = f"pt_{SETTINGS.open_tenant}.p1.{'A' * 43}"
        return [wire.get(f"/v1/rooms/{WRONG}", token=dead).status for _ in range(times)]

    assert [404] * 300 + [429] == tries(301)
    backstage.clock.pass_ms(60_000)
    assert [404] * 60 + [429] == tries(61)
    assert 201 == wire.post("/v1/rooms", ROOM).status
    serve_with(None)


def test_codes_tried_on_sockets_are_counted_as_well(wire: Wire, acme: Owner):
    def hello() -> str:
        socket = wire.open_socket()
        wire.send(socket, {"type": "hello", "room": WRONG, "token": f"pt_acme.p1.{'A' * 43}"})
        told = wire.backstage.told(socket)
        return str(next(message["problem"]["code"] for message in told if message["type"] == "refused"))

    codes = [hello() for _ in range(21)]

    assert ["room_not_found"] * 20 + ["too_many_requests"] == codes


def test_a_token_that_was_given_up_is_no_guess(wire: Wire, acme: Owner):
    ana = acme.opens()
    bea = acme.joins(ana.code, "Bea")
    bea.do("leave")

    assert {401} == {bea.look().status for _ in range(40)}
    assert 404 == knocks(acme).status


def test_a_token_of_a_seat_of_which_nothing_is_remembered_may_be_made_up(wire: Wire, acme: Owner):
    host = acme.opens(game="impostor")
    for number in range(20):
        acme.joins(host.code, f"{number}".ljust(20, "ж")).do("leave")
    made_up = f"pt_acme.p2.{'A' * 43}"

    tried = [wire.get(f"/v1/rooms/{host.code}", token=made_up).outcome for _ in range(21)]

    assert [(401, "token_revoked")] * 20 + [(429, "too_many_requests")] == tried


def test_what_cannot_be_a_code_is_no_guess(acme: Owner):
    assert {404} == {knocks(acme, "no-code-at-all").status for _ in range(40)}


def flood(seat: Seat, times: int) -> list[int]:
    return [seat.post("tick", action_id=str(n)).status for n in range(times)]


def test_administration_is_counted_as_well(acme: Owner, backstage: Backstage):
    asked = [acme.call("GET", "/v1/tenant/keys") for _ in range(121)]

    assert [200] * 120 + [429] == [answer.status for answer in asked]
    backstage.clock.pass_ms(1_000)
    assert 200 == acme.call("GET", "/v1/tenant").status


def test_decks_are_judged_so_often_and_no_oftener(acme: Owner):
    sent = [acme.call("PUT", "/v1/tenant/decks/mine", espia()) for _ in range(21)]

    assert [201] + [200] * 19 == [answer.status for answer in sent[:20]]
    assert (0, 200) == left(sent[19])["deck_puts"]
    assert (429, "too_many_requests") == sent[20].outcome


def test_a_seat_acts_as_fast_as_people_do_and_no_faster(acme: Owner, backstage: Backstage):
    ana = acme.opens()
    bea = acme.joins(ana.code, "Bea")
    burst = FREE.actions_per_seat.burst if FREE.actions_per_seat else 0

    assert [200] * burst + [429] == flood(ana, burst + 1)
    assert 200 == bea.post("tick", action_id="1").status
    assert 200 == ana.look().status
    backstage.clock.pass_ms(250)
    assert 200 == ana.post("tick", action_id="later").status


def test_a_seat_that_acts_too_fast_hears_which_limit_that_is(acme: Owner, backstage: Backstage):
    ana = acme.opens()
    flood(ana, 40)
    backstage.clock.pass_ms(2_100)
    flood(ana, 28)

    refused = ana.post("tick", action_id="more")

    assert (429, "1") == (refused.status, refused.headers["retry-after"])
    assert {"actions_per_seat": (0, 15)} == left(refused)
    assert '"actions_per_seat";q=60;w=15' == refused.headers["ratelimit-policy"]


def test_of_a_room_that_is_acted_in_too_fast_a_seat_hears_the_policy_alone(acme: Owner):
    """What is left of it tells of what others did, some of them secretly."""
    ana = acme.opens()
    for name in ("Bea", "Eva", "Leo", "Sol", "Max"):
        flood(acme.joins(ana.code, name), 60)

    refused = ana.post("tick", action_id="1")

    assert (429, "too_many_requests") == refused.outcome
    assert '"actions_per_room";q=300;w=15' == refused.headers["ratelimit-policy"]
    assert "ratelimit" not in refused.headers


def test_a_seat_that_says_too_much_hears_when_it_may_say_as_much_again(acme: Owner, backstage: Backstage):
    ana = acme.opens(game="impostor")

    def says() -> Answer:
        return acme.wire.post(f"/v1/rooms/{ana.code}/messages", {"text": "Hola"}, token=ana.token)

    for _ in range(5):
        backstage.clock.pass_ms(1_000)
        assert 201 == says().status
    backstage.clock.pass_ms(2_000)
    refused = says()

    assert (429, "4") == (refused.status, refused.headers["retry-after"])
    assert {"messages_per_seat": (0, 8)} == left(refused)
    assert '"messages_per_seat";q=5;w=10' == refused.headers["ratelimit-policy"]


def test_what_was_refused_for_haste_is_done_when_it_comes_again(acme: Owner, backstage: Backstage):
    ana = acme.opens()
    flood(ana, 60)
    refused = ana.post("leave", action_id="bye")
    assert 429 == refused.status

    backstage.clock.pass_ms(int(refused.headers["retry-after"]) * 1000)

    assert 200 == ana.post("leave", action_id="bye").status


def test_whoever_asks_on_though_told_to_wait_is_refused_without_a_look_at_the_room(
    acme: Owner, backstage: Backstage
):
    ana = acme.opens()
    flood(ana, 61)

    backstage.memory.rooms = {}

    assert 429 == ana.post("tick", action_id="more").status
    backstage.clock.pass_ms(250)
    assert (404, "room_not_found") == ana.post("tick", action_id="more").outcome


def test_whoever_asks_on_though_told_to_wait_hears_of_the_same_limit(
    acme: Owner, backstage: Backstage, monkeypatch: pytest.MonkeyPatch
):
    slow = replace(FREE, actions_per_seat=Rate(burst=2, interval_ms=5_000))
    monkeypatch.setattr(pacing, "plan", lambda id: slow)
    ana = acme.opens()
    flood(ana, 2)

    refused = ana.post("tick", action_id="more")
    backstage.memory.rooms = {}
    backstage.clock.pass_ms(2_000)
    later = ana.post("tick", action_id="later")

    told = [(each.status, each.headers["retry-after"], left(each)) for each in (refused, later)]
    assert (429, "5", {"actions_per_seat": (0, 10)}) == told[0]
    assert (429, "3", {"actions_per_seat": (0, 8)}) == told[1]
    assert '"actions_per_seat";q=2;w=10' == later.headers["ratelimit-policy"]


def test_whoever_asks_on_in_a_room_in_haste_hears_the_policy_alone_again(acme: Owner, backstage: Backstage):
    ana = acme.opens()
    for name in ("Bea", "Eva", "Leo", "Sol", "Max"):
        flood(acme.joins(ana.code, name), 60)
    ana.post("tick", action_id="1")
    backstage.memory.rooms = {}

    refused = ana.post("tick", action_id="2")

    assert (429, "too_many_requests") == refused.outcome
    assert '"actions_per_room";q=300;w=15' == refused.headers["ratelimit-policy"]
    assert "ratelimit" not in refused.headers


def test_a_repeated_action_is_answered_as_soon_as_the_seat_may_act_again(acme: Owner, backstage: Backstage):
    ana = acme.opens()
    flood(ana, 61)
    backstage.clock.pass_ms(250)

    assert 200 == ana.post("tick", action_id="59").status


def test_a_room_has_an_end_to_its_haste_as_well(acme: Owner):
    ana = acme.opens()
    seats = [ana, *(acme.joins(ana.code, name) for name in ("Bea", "Eva", "Leo", "Sol", "Max"))]

    accepted = sum(flood(seat, 60).count(200) for seat in seats)

    assert accepted == (FREE.actions_per_room.burst if FREE.actions_per_room else 0)


def test_a_room_keeps_the_plan_under_which_it_was_opened(acme: Owner, backstage: Backstage):
    ana = acme.opens()
    administration.set_plan(backstage.server.outside.tenants, "acme", "unlimited")
    backstage.clock.pass_ms(60_000)

    assert 429 in flood(ana, 61)
    assert 429 not in flood(acme.opens(), 61)


def test_an_address_is_kept_nowhere(wire: Wire, acme: Owner, backstage: Backstage):
    wire.address = "203.0.113.77"
    knocks(acme)
    opens(acme)
    wire.open_socket()

    assert "203.0.113.77" not in repr(backstage.memory)


@pytest.mark.parametrize(
    "address, same",
    [
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::1"),
        ("::ffff:192.0.2.1", "192.0.2.1"),
        ("not an address", "not an address"),
    ],
)
def test_a_household_is_one_address(address: str, same: str):
    assert network(address) == network(same)


def test_households_are_told_apart():
    assert network("2001:db8:1:2::1") != network("2001:db8:1:3::1")
    assert network("192.0.2.1") != network("192.0.2.2")


def test_a_socket_of_no_known_address_is_counted_as_well(wire: Wire, acme: Owner, backstage: Backstage):
    seat = acme.opens()
    backstage.connections.open("nowhere", None, None, backstage.clock.now())

    hello = {"type": "hello", "room": seat.code, "token": seat.token}
    wire.opened_at["nowhere"] = backstage.clock.now()
    wire.send("nowhere", hello)

    assert ["welcome"] == [message["type"] for message in backstage.told("nowhere")]
