"""Players and rooms are forgotten when they ask, or their tenant; what they did in the rounds stays."""

import json
from typing import Any

import pytest

from chalicelib.adapters.memory import HandClock
from chalicelib.rooms.open import open_room
from chalicelib.rooms.wake import wake
from tests.api import events
from tests.api.owners import Owner
from tests.api.wire import Json, Seat, Wire
from tests.decks import own
from tests.rooms.backstage import HOUR, Backstage

DAY = 24 * HOUR


@pytest.fixture
def acme(wire: Wire) -> Owner:
    return Owner.of(wire)


def forget(seat: Seat, player: str = "", **headers: str) -> Any:
    """A seat asks that it, or another, be forgotten."""
    target = f"/v1/rooms/{seat.code}/players/{player or seat.player}"
    return seat.wire.call("DELETE", target, authorization=f"Bearer {seat.token}", **headers)


def party(owner: Owner, game: str = "espia") -> list[Seat]:
    host = owner.opens("Ana", game)
    return [host, owner.joins(host.code, "Zenobia"), owner.joins(host.code, "Eva")]


def played(seats: list[Seat]) -> None:
    """A round that the host breaks off."""
    seats[0].do("deal")
    seats[0].do("interrupt")


def deliver(wire: Wire, seat: Seat, tenant: str = "acme") -> None:
    wake(wire.backstage.server.house(tenant), seat.code, None)


def players(view: Json) -> dict[str, str]:
    return {each["id"]: each["nickname"] for each in view["room"]["players"]}


def rounds(seat: Seat) -> list[Json]:
    found: list[Json] = seat.wire.get(f"/v1/rooms/{seat.code}/rounds", token=seat.token).json["rounds"]
    return found


def messages(seat: Seat) -> list[Json]:
    found: list[Json] = seat.wire.get(f"/v1/rooms/{seat.code}/messages", token=seat.token).json["messages"]
    return found


def say(seat: Seat, text: str) -> None:
    said = seat.wire.post(f"/v1/rooms/{seat.code}/messages", {"text": text}, token=seat.token)
    assert said.status == 201, said.text


# A player


def test_who_asks_to_be_forgotten_leaves_and_is_a_number_for_all_others(wire: Wire, acme: Owner):
    ana, zen, eva = party(acme)
    ana.connect(), zen.connect()
    ana.hears(), zen.hears()
    before = eva.view["version"]

    assert 204 == forget(zen).status

    assert {"p1": "Ana", "p2": "p2", "p3": "Eva"} == players(eva.view)
    assert "left" == eva.view["room"]["players"][1]["status"]
    assert eva.view["version"] > before
    assert {"p1": "Ana", "p2": "p2", "p3": "Eva"} == players(ana.hears()[-1]["view"])
    assert [{"type": "bye", "code": "left"}] == zen.hears()
    assert [zen.socket] == wire.backstage.push.closed
    assert (401, "token_revoked") == zen.look().outcome


def test_their_results_stay_without_their_name(wire: Wire, acme: Owner):
    ana, zen, _ = seats = party(acme)
    played(seats)
    deliver(wire, ana)
    played(seats)
    (kept, waiting) = before = rounds(ana)

    assert 204 == forget(zen).status

    assert (
        {"p1": "Ana", "p2": "p2", "p3": "Eva"} == rounds(ana)[0]["nicknames"] == rounds(ana)[1]["nicknames"]
    )
    assert [kept["result"], waiting["result"]] == [each["result"] for each in rounds(ana)]
    assert "Zenobia" in before[0]["nicknames"].values()


def test_what_they_said_is_gone_and_the_messages_still_have_no_gaps(wire: Wire, acme: Owner):
    ana, zen, _ = party(acme, "impostor")
    say(ana, "Hola")
    say(zen, "Soy Zenobia")
    say(ana, "Hola Zen")

    assert 204 == forget(zen).status

    one, two, three = messages(ana)
    assert ["1", "2", "3"] == [one["id"], two["id"], three["id"]]
    assert {"player": "p2", "nickname": "p2", "text": "", "erased": True}.items() <= two.items()
    assert "erased" not in one and ("Ana", "Hola Zen") == (three["nickname"], three["text"])


def test_it_may_be_asked_again_and_after_leaving_and_when_the_room_is_closed(wire: Wire, acme: Owner):
    ana, zen, eva = seats = party(acme)
    played(seats)
    zen.post("leave")

    assert [204, 204] == [forget(zen).status, forget(zen).status]
    for seat in (ana, eva):
        seat.post("leave")
    assert 204 == forget(eva).status
    wire.backstage.clock.pass_ms(30 * HOUR)
    assert 204 == forget(ana).status
    house = wire.backstage.server.house("acme")
    room = house.store.load(ana.code)
    assert room is not None and {"p1", "p2", "p3"} == {p.nickname for p in room.state.public.table.players}


SECRET_SIGN = "perejil azul"


def in_play(acme: Owner, game: str, n: int) -> list[Seat]:
    """A round that is on."""
    ana = acme.opens("Ana", game)
    seats = [ana, *(acme.joins(ana.code, name) for name in ("Zenobia", "Eva", "Leo")[: n - 1])]
    ana.do("deal")
    for seat in seats:
        seat.do("seen")
    ana.do("start")
    return seats


@pytest.mark.parametrize("n", [3, 4])
@pytest.mark.parametrize("is_over", [False, True])
def test_nobody_reads_the_clue_of_who_is_forgotten_whether_the_word_is_on_or_over(
    acme: Owner, n: int, is_over: bool
):
    seats = in_play(acme, "impostor", n)
    ana, zen = seats[:2]
    turns = {seat.player: seat for seat in seats}
    while "p2" not in {clue["player"] for clue in ana.view["round"]["clues"]}:
        turn = ana.view["round"]["turn"]
        turns[turn].do("clue", text=SECRET_SIGN if turn == "p2" else "ya")
    if is_over:
        ana.do("interrupt")
    assert SECRET_SIGN in str(ana.view)

    assert 204 == forget(zen).status

    newcomer = acme.joins(ana.code, "Max")
    for view in (ana.view, newcomer.view):
        assert SECRET_SIGN not in str(view)
        (clue,) = [clue for clue in view["round"]["clues"] if clue["player"] == "p2"]
        assert (True, None) == (clue["said"], clue["text"])


@pytest.mark.parametrize("is_over", [False, True])
def test_nobody_reads_what_who_is_forgotten_asked_and_answered(acme: Owner, is_over: bool):
    seats = in_play(acme, "shpion", 4)
    ana, zen = seats[:2]
    turns = {seat.player: seat for seat in seats}
    if (asker := ana.view["round"]["asker"]) != "p2":
        turns[asker].do("ask", to="p2", text="¿qué?")
        zen.do("answer", text=SECRET_SIGN)
    zen.do("ask", to=next(p for p in ("p3", "p4") if p != asker), text=SECRET_SIGN)
    if is_over:
        ana.do("interrupt")
    assert SECRET_SIGN in str(ana.view)

    assert 204 == forget(zen).status

    assert SECRET_SIGN not in str(ana.view)
    questions = ana.view["round"]["questions"]
    assert "" == questions[-1]["text"] and "p2" == questions[-1]["asker"]
    assert all({"spoken": True} == each["answer"] for each in questions if each["to"] == "p2")


def test_what_is_pushed_because_somebody_is_forgotten_is_counted_once(wire: Wire, acme: Owner):
    ana, zen, eva = party(acme)
    for seat in (ana, zen, eva):
        seat.connect()
    zen.post("leave")
    for seat in (zen, eva):
        assert 204 == forget(seat).status
    ana.post("leave")
    deliver(wire, ana)

    pushed = sum(json.loads(data)["type"] == "view" for _, data in wire.backstage.push.sent)
    assert 5 == pushed == acme.call("GET", "/v1/tenant/usage").json["total"]["pushes"]


def test_nobody_has_another_forgotten(wire: Wire, acme: Owner):
    ana, zen, _ = party(acme)
    another = Owner.of(wire, "other").opens("Luz")

    assert (403, "forbidden") == forget(ana, "p2").outcome
    assert (403, "forbidden") == forget(ana, "p77").outcome
    assert (404, "player_not_found") == forget(ana, "Ana").outcome
    assert (401, "invalid_token") == forget(Seat(wire, ana.code, "p2", zen.token[:-3] + "AAA")).outcome
    assert (404, "room_not_found") == forget(Seat(wire, ana.code, "p1", another.token)).outcome
    assert "Zenobia" == players(ana.view)["p2"]


def test_the_tenant_may_have_anybody_forgotten_in_its_own_rooms(wire: Wire, acme: Owner):
    ana, _, _ = party(acme)
    target = f"/v1/tenant/rooms/{ana.code}/players/p2"

    assert (404, "room_not_found") == Owner.of(wire, "other").call("DELETE", target).outcome
    assert (401, "secret_key_required") == acme.call("DELETE", target, x_api_key=acme.pk).outcome
    assert 204 == acme.call("DELETE", target).status
    assert 204 == acme.call("DELETE", target).status
    assert "p2" == players(ana.view)["p2"]
    unknown = acme.call("DELETE", f"/v1/tenant/rooms/{ana.code}/players/p4")
    assert (404, "player_not_found") == unknown.outcome


def test_the_tenant_reaches_what_is_left_of_a_room_that_is_gone(
    wire: Wire, acme: Owner, backstage: Backstage
):
    ana, _, _ = seats = party(acme, "impostor")
    say(ana, "Soy Ana")
    played(seats)
    deliver(wire, ana)
    backstage.memory.rooms.clear()
    target = f"/v1/tenant/rooms/{ana.code}/players/p1"

    assert 204 == acme.call("DELETE", target).status

    assert "Ana" not in everything(backstage)
    assert "Zenobia" in everything(backstage)
    backstage.memory.rounds.clear(), backstage.memory.messages.clear(), backstage.memory.said.clear()
    assert (404, "room_not_found") == acme.call("DELETE", target).outcome


def everything(backstage: Backstage) -> str:
    """All that is kept, as text."""
    return str([getattr(backstage.memory, name) for name in backstage.memory.__slots__ if name != "lock"])


# A room


def test_a_deleted_room_is_like_one_that_never_was(wire: Wire, acme: Owner, backstage: Backstage):
    acme.call("POST", "/v1/tenant/webhooks", {"url": "https://hooks.example/"})
    ana, zen, _ = seats = party(acme, "impostor")
    other = acme.opens("Luz")
    ana.connect(), zen.connect()
    ana.hears(), zen.hears()
    say(ana, "Soy Ana")
    played(seats)
    target = f"/v1/tenant/rooms/{ana.code}"

    assert 204 == acme.call("DELETE", target).status

    assert {"type": "bye", "code": "room_closed"} == ana.hears()[-1] == zen.hears()[-1]
    assert {ana.socket, zen.socket} == set(backstage.push.closed)
    assert (404, "room_not_found") == ana.look().outcome == acme.call("DELETE", target).outcome
    kept = everything(backstage)
    assert not [name for name in ("Ana", "Zenobia", ana.code) if name in kept]
    assert {} == backstage.memory.dispatches
    assert 200 == other.look().status


def test_what_was_used_in_a_deleted_room_stays_counted(wire: Wire, acme: Owner):
    seats = party(acme)
    played(seats)

    acme.call("DELETE", f"/v1/tenant/rooms/{seats[0].code}")

    total = acme.call("GET", "/v1/tenant/usage").json["total"]
    assert 2 == total["actions"]


def test_a_room_is_deleted_by_its_tenant_alone(wire: Wire, acme: Owner):
    ana = acme.opens("Ana")
    target = f"/v1/tenant/rooms/{ana.code}"

    assert (404, "room_not_found") == Owner.of(wire, "other").call("DELETE", target).outcome
    assert (401, "secret_key_required") == acme.call("DELETE", target, x_api_key=acme.pk).outcome
    assert 200 == ana.look().status


# Everything


def purge(owner: Owner, **headers: str) -> Any:
    return owner.call("DELETE", "/v1/tenant", {"confirm": owner.id}, **headers)


def test_a_tenant_is_purged_and_given_a_receipt(wire: Wire, acme: Owner, backstage: Backstage):
    acme.call("POST", "/v1/tenant/webhooks", {"url": "https://hooks.example/"})
    other = Owner.of(wire, "other").opens("Luz")
    ana, zen, _ = seats = party(acme, "impostor")
    ana.connect(), ana.hears()
    say(ana, "Soy Ana")
    played(seats)
    deliver(wire, ana)

    begun = purge(acme)
    assert (202, "20") == (begun.status, begun.headers["retry-after"])
    assert begun.json["done"] is False
    assert {"type": "bye", "code": "room_closed"} == ana.hears()[-1]
    assert (403, "tenant_closing") == acme.call("GET", "/v1/tenant").outcome
    opened = wire.post("/v1/rooms", {"game": "espia", "nickname": "Ana"}, x_api_key=acme.pk)
    assert (403, "tenant_closing") == opened.outcome
    assert (404, "room_not_found") == zen.look().outcome == zen.post("leave").outcome
    assert "room_not_found" == zen.connect().hears()[0]["problem"]["code"]

    backstage.clock.pass_ms(20_000)
    receipt = purge(acme)
    assert 200 == receipt.status
    assert "acme" == receipt.json["tenant"]
    assert {
        "rooms": 1, "rounds": 1, "messages": 1, "decks": 0, "usage_days": 1, "webhooks": 1, "events": 1,
    } == receipt.json["deleted"]  # fmt: skip
    assert {"opening_keys", "sockets", "buckets", "events", "deck_versions", "receipt", "logs"} == {
        each["what"] for each in receipt.json["lives_on"]
    }
    assert all(each["until"] > receipt.json["purged_at"] and each["why"] for each in receipt.json["lives_on"])

    kept = everything(backstage)
    assert not [name for name in ("Ana", "Zenobia", ana.code, "hooks.example") if name in kept]
    assert 200 == other.look().status


def test_days_that_were_only_looked_at_are_no_days_of_usage(acme: Owner, backstage: Backstage):
    backstage.clock.pass_ms(10 * DAY)
    assert 30 == len(acme.call("GET", "/v1/tenant/usage").json["days"])
    acme.opens().do("leave")

    purge(acme)
    backstage.clock.pass_ms(20_000)

    assert 1 == purge(acme).json["deleted"]["usage_days"]


def test_a_receipt_can_be_asked_for_again_and_nothing_else(wire: Wire, acme: Owner, backstage: Backstage):
    purge(acme)
    backstage.clock.pass_ms(20_000)
    receipt = purge(acme)
    backstage.clock.pass_ms(DAY)

    assert receipt.json == purge(acme).json
    assert (403, "tenant_closing") == acme.call("GET", "/v1/tenant/export").outcome
    with pytest.raises(Exception, match="tenant_exists"):
        Owner.of(wire, "acme")


def test_a_purge_is_confirmed_with_the_name_of_the_tenant_and_its_secret_key(wire: Wire, acme: Owner):
    ana = acme.opens("Ana")

    for body in ({}, {"confirm": "other"}, {"confirm": "acme", "really": True}):
        assert 422 == acme.call("DELETE", "/v1/tenant", body).status
    assert (401, "secret_key_required") == purge(acme, x_api_key=acme.pk).outcome
    assert 200 == ana.look().status


def test_a_room_that_was_opened_while_the_purge_began_is_found_too(
    wire: Wire, acme: Owner, backstage: Backstage
):
    """Another process believed in the tenant for some seconds more."""
    purge(acme)
    late = open_room(backstage.server.house("acme"), "espia", "Ana", None, {}, 0)
    backstage.clock.pass_ms(20_000)

    assert 1 == purge(acme).json["deleted"]["rooms"]
    assert backstage.server.house("acme").store.load(late.room.code) is None


def test_a_room_whose_own_deck_went_before_it_keeps_no_purge_from_its_end(
    wire: Wire, acme: Owner, backstage: Backstage
):
    """Another process believed in the tenant, and opened it just before the decks were deleted."""
    acme.call("PUT", "/v1/tenant/decks/mio", own.espia())
    acme.opens("Ana", "espia", deck="mio")
    acme.loses_its_decks()

    purge(acme)
    backstage.clock.pass_ms(20_000)

    assert 200 == purge(acme).status
    assert {} == backstage.memory.rooms


def test_a_room_whose_deck_is_not_deployed_any_more_is_deleted_all_the_same(
    acme: Owner, backstage: Backstage, monkeypatch: pytest.MonkeyPatch
):
    """As after an older version was deployed again."""
    ana = acme.opens("Ana", "espia")
    monkeypatch.setattr(backstage.server.library, "_volumes", {})
    monkeypatch.setattr(backstage.server.library, "_paths", {})

    assert 204 == acme.call("DELETE", f"/v1/tenant/rooms/{ana.code}").status
    assert {} == backstage.memory.rooms


def test_a_purge_that_takes_long_goes_on_where_it_stopped(
    wire: Wire, acme: Owner, backstage: Backstage, monkeypatch: pytest.MonkeyPatch
):
    for _ in range(5):
        acme.opens("Ana")

    def slow(clock: HandClock) -> int:
        clock.pass_ms(1_000)
        return clock.at

    monkeypatch.setattr(HandClock, "now", slow)
    told = [purge(acme)]
    while told[-1].status == 202:
        told.append(purge(acme))

    assert len(told) > 2
    assert 5 == told[-1].json["deleted"]["rooms"]
    counts = [each.json["deleted"]["rooms"] for each in told]
    assert sorted(counts) == counts


def test_nobody_learns_of_the_purge_but_by_being_refused(wire: Wire, acme: Owner):
    """Not even a server that is told of everything hears that its rooms were closed."""
    acme.call("POST", "/v1/tenant/webhooks", {"url": "https://hooks.example/"})
    ana = acme.opens("Ana")
    purge(acme)

    wire.function("alarms", events.queue(events.wakeup(ana.code, 1, "acme")))

    assert [] == wire.backstage.post.errands


# Export


def export(owner: Owner) -> list[Json]:
    """All pages of it."""
    items: list[Json] = []
    cursor = ""
    while True:
        page = owner.call("GET", f"/v1/tenant/export{cursor}")
        assert page.status == 200, page.text
        assert len(page.text) <= 1_000_000
        items += page.json["items"]
        if page.json["next"] is None:
            return items
        cursor = f"?cursor={page.json['next']}"


def test_a_tenant_takes_away_all_that_is_its_own(wire: Wire, acme: Owner, monkeypatch: pytest.MonkeyPatch):
    secret = acme.call("POST", "/v1/tenant/webhooks", {"url": "https://hooks.example/"}).json["secret"]
    assert 201 == acme.call("PUT", "/v1/tenant/decks/mio", own.espia()).status
    Owner.of(wire, "other").opens("Luz")
    ana, zen, _ = seats = party(acme, "impostor")
    say(ana, "Soy Ana")
    played(seats)
    deliver(wire, ana)
    played(seats)
    say(zen, "Y yo Zenobia")
    forget(zen)

    whole = export(acme)

    kinds = [each["kind"] for each in whole]
    assert ["tenant", "webhook", "deck", "usage", "room", "round", "round", "message", "message"] == kinds
    deck, room, rounds_, said = whole[2], whole[4], whole[5:7], whole[7:]
    assert acme.call("GET", "/v1/tenant/decks/mio").json == deck["deck"]
    assert ["Ana", "p2", "Eva"] == [each["nickname"] for each in room["players"]]
    assert all({"p1": "Ana", "p2": "p2", "p3": "Eva"} == each["nicknames"] for each in rounds_)
    assert [("Ana", "Soy Ana"), ("p2", "")] == [(each["nickname"], each["text"]) for each in said]
    text = json.dumps(whole)
    assert not [
        each for each in (secret, acme.sk, acme.pk, ana.token, "Luz", "digest", "seed") if each in text
    ]
    monkeypatch.setattr("chalicelib.api.exporting.MOST_BYTES", 1)
    assert whole == export(acme)


def test_a_round_that_is_on_is_not_given_away(wire: Wire, acme: Owner):
    ana, zen, eva = party(acme)
    ana.do("deal")
    cards = [seat.view["me"]["card"] for seat in (ana, zen, eva)]

    text = json.dumps(export(acme))

    for place in (card["place"]["id"] for card in cards if card["kind"] == "resident"):
        assert place not in text


def test_what_is_left_of_rooms_that_are_gone_is_taken_away_too(wire: Wire, acme: Owner, backstage: Backstage):
    ana, _, _ = seats = party(acme, "impostor")
    say(ana, "Soy Ana")
    played(seats)
    deliver(wire, ana)
    backstage.memory.rooms.clear()

    assert ["tenant", "usage", "round", "message"] == [each["kind"] for each in export(acme)]


def test_a_cursor_is_of_no_use_to_anybody_else(wire: Wire, acme: Owner, monkeypatch: pytest.MonkeyPatch):
    other = Owner.of(wire, "other")
    monkeypatch.setattr("chalicelib.api.exporting.MOST_BYTES", 1)
    cursor = acme.call("GET", "/v1/tenant/export").json["next"]

    for stolen in (cursor, "", "x", cursor[:-1], "ñ", "!" * 500):
        refused = other.call("GET", f"/v1/tenant/export?cursor={stolen}")
        assert (422, "invalid_value", [("/cursor", "unknown_cursor")]) == (*refused.outcome, refused.faults)
    assert 200 == acme.call("GET", f"/v1/tenant/export?cursor={cursor}").status
