"""Polling: a client that holds the present is told so and nothing else."""

from typing import Any

import pytest

from chalicelib.api.server import serve_with
from tests.api.wire import Seat, Wire
from tests.rooms.backstage import MINUTE, Backstage

CATALOGUE = ["/v1/games", "/v1/decks", "/v1/decks/espia-familiar", "/v1/credits"]


def tag(seat: Seat) -> str:
    return seat.look().headers["etag"]


def test_nothing_new_is_304_without_a_body(wire: Wire):
    ana = wire.open_room()

    unchanged = ana.look(if_none_match=tag(ana))

    assert (304, "") == (unchanged.status, unchanged.text)
    assert tag(ana) == unchanged.headers["etag"]
    assert "private, no-store" == unchanged.headers["cache-control"]


@pytest.mark.parametrize(
    "held",
    ["{etag}", "{strong}", "*", '"x", {etag}', '{etag}, W/"x"', ' {etag} ,"x"', '"x",{strong}', ",,{etag},"],
)
def test_the_tag_is_found_however_it_is_held(wire: Wire, held: str):
    ana = wire.open_room()
    etag = tag(ana)
    named = held.replace("{etag}", etag).replace("{strong}", etag.removeprefix("W/"))

    assert 304 == ana.look(if_none_match=named).status


@pytest.mark.parametrize("held", ["", '"x"', 'W/"x"', "x", '"*"', "{bare}", ",", '"', 'w/"x"', "W/"])
def test_another_tag_brings_the_view(wire: Wire, held: str):
    ana = wire.open_room()

    answer = ana.look(if_none_match=held.replace("{bare}", tag(ana).removeprefix("W/").strip('"')))

    assert 200 == answer.status and answer.json["room"]["code"] == ana.code


def test_tags_in_several_lines_are_one_list(wire: Wire):
    ana = wire.open_room()

    assert 304 == ana.look(**{"if_none_match": '"x"', "If_None_Match": tag(ana)}).status


def test_the_passing_of_time_is_nothing_new(wire: Wire, backstage: Backstage):
    ana, *_ = wire.playing()
    before = ana.look()
    backstage.clock.pass_ms(20_000)

    assert 304 == ana.look(if_none_match=before.headers["etag"]).status
    assert (
        before.json["round"]["clock"]["remaining_ms"] == ana.view["round"]["clock"]["remaining_ms"] + 20_000
    )


def test_the_time_of_a_ballot_passing_is_nothing_new(wire: Wire, backstage: Backstage):
    ana, bea, _eva = wire.playing()
    bea.do("accuse", suspect="p3")
    etag = tag(ana)
    backstage.clock.pass_ms(20_000)

    assert 304 == ana.look(if_none_match=etag).status


def test_a_deadline_is_something_new(wire: Wire, backstage: Backstage):
    ana, *_ = wire.playing()
    etag = tag(ana)
    backstage.clock.pass_ms(8 * MINUTE)

    assert 200 == ana.look(if_none_match=etag).status


def test_each_change_of_the_view_is_something_new(wire: Wire):
    ana, bea, _ = wire.party(3)
    seen = [tag(ana)]
    for change in (lambda: ana.do("deal"), lambda: bea.do("seen"), lambda: wire.join(ana.code, "Leo")):
        change()
        seen.append(tag(ana))

    assert len(seen) == len(set(seen))


def test_what_another_does_in_private_is_nothing_new(wire: Wire):
    ana, bea, eva = wire.playing()
    seats = {seat.player: seat for seat in (ana, bea, eva)}
    spy = next(seat for seat in seats.values() if seat.view["me"]["card"]["kind"] == "spy")
    others = [seat for seat in seats.values() if seat is not spy]
    before = [tag(seat) for seat in others]

    spy.do("cross_out", places=spy.view["candidates"][:3])

    assert before == [tag(seat) for seat in others]


def test_somebody_going_offline_is_something_new_and_no_new_version(wire: Wire, backstage: Backstage):
    ana, bea = wire.party(2)
    bea.connect()
    before = ana.look()
    wire.close(bea.socket)
    backstage.clock.pass_ms(2 * MINUTE)

    after = ana.look(if_none_match=before.headers["etag"])

    assert 200 == after.status
    assert before.json["version"] == after.json["version"]
    assert [True, False] == [p["connected"] for p in after.json["room"]["players"]]


def test_a_tag_is_of_one_seat(wire: Wire):
    ana, bea = wire.party(2)

    assert tag(ana) != tag(bea)


def test_the_language_of_what_is_blocked_is_part_of_the_view(wire: Wire):
    ana = wire.open_room()

    assert (
        200
        == ana.look(if_none_match=ana.look(accept_language="es").headers["etag"], accept_language="ru").status
    )


def test_somebody_at_the_door_may_wait_there(wire: Wire):
    ana = wire.open_room()
    target = f"/v1/rooms/{ana.code}"
    etag = wire.get(target).headers["etag"]

    assert 304 == wire.get(target, if_none_match=etag).status
    wire.join(ana.code, "Bea")
    assert 200 == wire.get(target, if_none_match=etag).status


@pytest.mark.parametrize("target", CATALOGUE)
def test_the_catalogue_may_be_kept_and_asked_for_again(wire: Wire, target: str):
    first = wire.get(target)
    again = wire.get(target, if_none_match=first.headers["etag"])

    assert (200, 304) == (first.status, again.status)
    assert "public, max-age=300" == first.headers["cache-control"] == again.headers["cache-control"]
    assert "" == again.text


def test_the_catalogue_is_the_same_in_every_process(wire: Wire):
    tags = [wire.get(target).headers["etag"] for target in CATALOGUE]

    serve_with(Backstage().server)

    assert tags == [wire.get(target).headers["etag"] for target in CATALOGUE]


@pytest.mark.parametrize("method", ["actions", "players"])
def test_only_a_look_is_conditional(wire: Wire, method: str):
    ana = wire.open_room()
    body: Any = {"type": "tick"} if method == "actions" else {"nickname": "Bea"}

    answer = wire.post(f"/v1/rooms/{ana.code}/{method}", body, token=ana.token, if_none_match="*")

    assert answer.status in (200, 201)
