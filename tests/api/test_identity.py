"""Who asks: keys name a tenant, tokens a seat; what is not valid opens nothing and tells nothing."""

from dataclasses import replace

import pytest

from chalicelib.api.server import serve_with
from tests.api.wire import Seat, Wire
from tests.rooms.backstage import SETTINGS, Backstage

PLACES = ["", "/actions", "/rounds", "/messages"]


def ask(wire: Wire, code: str, place: str, **headers: str) -> tuple[int, str]:
    target = f"/v1/rooms/{code}{place}"
    if place == "/actions":
        return wire.post(target, {"type": "tick"}, **headers).outcome
    return wire.get(target, **headers).outcome


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize(
    "authorization",
    [
        "",
        " ",
        "Bearer",
        "Bearer ",
        "Bearer  ",
        "Basic cDE6cGFzcw==",
        "Digest username=p1",
        "bearer:{token}",
        "{token}",
        "Token {token}",
        "Bearer {token}x",
        "Bearer x{token}",
        "Bearer {token} {token}",
        "Bearer {token},{token}",
        "Bearer pt_demo.p1.",
        "Bearer pt_demo.p99." + "A" * 43,
        "Bearer pt_demo.p0." + "A" * 43,
        "Bearer pt_demo.p1." + "A" * 43,
        "Bearer pt_../x.p1." + "A" * 43,
        "Bearer pt_DEMO.p1." + "A" * 43,
        "Bearer pk_demo",
        "Bearer \u0664",
        "Bearer " + "A" * 8_000,
    ],
)
def test_what_is_not_the_token_of_a_seat_opens_none(wire: Wire, place: str, authorization: str):
    seat = wire.open_room()

    refused = ask(wire, seat.code, place, authorization=authorization.replace("{token}", seat.token))

    assert (401, "invalid_token") == refused


@pytest.mark.parametrize("place", PLACES[1:])
def test_nothing_of_a_seat_is_had_without_a_token(wire: Wire, place: str):
    assert (401, "invalid_token") == ask(wire, wire.open_room().code, place)


@pytest.mark.parametrize("scheme", ["Bearer ", "bearer ", "BEARER ", "Bearer   "])
def test_the_scheme_is_known_in_any_case(wire: Wire, scheme: str):
    seat = wire.open_room()

    assert 200 == wire.get(f"/v1/rooms/{seat.code}", authorization=scheme + seat.token).status


def test_two_tokens_are_none(wire: Wire):
    ana, bea = wire.party(2)
    event_headers = {"authorization": f"Bearer {ana.token}", "Authorization": f"Bearer {bea.token}"}

    assert 401 == wire.get(f"/v1/rooms/{ana.code}", **event_headers).status


@pytest.mark.parametrize("place", PLACES)
def test_the_token_of_another_room_opens_nothing(wire: Wire, place: str):
    here, there = wire.open_room(), wire.open_room()

    assert (401, "invalid_token") == ask(wire, here.code, place, token=there.token)


@pytest.mark.parametrize("place", PLACES)
def test_a_token_that_names_another_tenant_finds_no_room(wire: Wire, place: str):
    seat = wire.open_room()

    forged = seat.token.replace("pt_demo.", "pt_other.")

    assert (404, "room_not_found") == ask(wire, seat.code, place, token=forged)


def test_rooms_of_another_tenant_are_not_there(wire: Wire, backstage: Backstage):
    seat = wire.open_room()
    other = Backstage(replace(SETTINGS, open_tenant="other"), memory=backstage.memory)
    serve_with(other.server)

    assert (404, "room_not_found") == wire.get(f"/v1/rooms/{seat.code}").outcome
    assert (404, "room_not_found") == wire.post(f"/v1/rooms/{seat.code}/players", {"nickname": "Leo"}).outcome
    assert 200 == seat.look().status


def test_the_token_of_another_seat_acts_for_that_seat_alone(wire: Wire):
    ana, bea = wire.party(2)

    assert "p2" == bea.view["me"]["player"]
    assert (403, "host_only") == bea.post("deal", phase_seq=bea.view["phase_seq"]).outcome
    assert "p1" == ana.view["me"]["player"]


@pytest.mark.parametrize("place", PLACES)
def test_the_token_of_a_seat_that_was_left_is_revoked(wire: Wire, place: str):
    ana, bea, eva = wire.party(3)
    bea.do("leave")
    ana.do("remove", player=eva.player)

    assert (401, "token_revoked") == ask(wire, ana.code, place, token=bea.token)
    assert (401, "token_revoked") == ask(wire, ana.code, place, token=eva.token)


def test_whoever_left_comes_back_to_a_new_seat(wire: Wire):
    ana, bea = wire.party(2)
    bea.do("leave")

    again = wire.join(ana.code, "Bea")

    assert "p3" == again.player
    assert [p["status"] for p in again.view["room"]["players"]] == ["playing", "left", "playing"]


@pytest.mark.parametrize("key", ["pk_unknown", "x", " ", "pt_demo"])
def test_an_unknown_key_is_refused(wire: Wire, key: str):
    code = wire.open_room().code

    for refused in (
        wire.post("/v1/rooms", {"game": "espia", "nickname": "Ana"}, x_api_key=key),
        wire.post(f"/v1/rooms/{code}/players", {"nickname": "Bea"}, x_api_key=key),
        wire.get(f"/v1/rooms/{code}", x_api_key=key),
    ):
        assert (401, "invalid_api_key") == refused.outcome


def test_a_service_without_an_open_tenant_asks_for_a_key(wire: Wire, backstage: Backstage):
    serve_with(Backstage(replace(SETTINGS, open_tenant=None), memory=backstage.memory).server)

    assert (401, "api_key_required") == wire.post("/v1/rooms", {"game": "espia", "nickname": "Ana"}).outcome
    assert (401, "api_key_required") == wire.get("/v1/rooms/K7MPQ").outcome
    assert 200 == wire.get("/v1/games").status


def test_who_asks_is_judged_before_what_is_asked(wire: Wire):
    seat = wire.open_room()

    refused = wire.post(f"/v1/rooms/{seat.code}/actions", "{", token="x", content_type="text/plain")

    assert (401, "invalid_token") == refused.outcome


def test_a_token_names_its_tenant_and_seat_and_nothing_else(wire: Wire):
    ana, bea = wire.party(2)

    assert [seat.token.split(".")[:2] for seat in (ana, bea)] == [["pt_demo", "p1"], ["pt_demo", "p2"]]
    assert 43 == len(ana.token.split(".")[2])
    assert ana.token != bea.token


def test_tenants_named_by_tokens_do_not_pile_up(wire: Wire, backstage: Backstage):
    for number in range(600):
        assert 404 == wire.get("/v1/rooms/K7MPQ", token=f"pt_t{number}.p1.{'A' * 43}").status

    assert 256 == backstage.server.house.cache_info().currsize


def test_a_closed_room_is_gone(wire: Wire):
    seat: Seat = wire.open_room()
    seat.do("leave")

    assert (410, "room_closed") == wire.get(f"/v1/rooms/{seat.code}").outcome
    assert (410, "room_closed") == wire.post(f"/v1/rooms/{seat.code}/players", {"nickname": "Bea"}).outcome
    assert (401, "token_revoked") == seat.look().outcome


@pytest.mark.parametrize("place", PLACES)
def test_a_room_of_yesterday_is_gone(wire: Wire, backstage: Backstage, place: str):
    seat = wire.open_room()
    backstage.clock.pass_ms(24 * 3_600_000)

    assert (410, "room_closed") == ask(wire, seat.code, place, token=seat.token)
    assert (410, "room_closed") == wire.get(f"/v1/rooms/{seat.code}").outcome
