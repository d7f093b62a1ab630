"""Webhooks of a tenant: made, told, rotated and replayed, as its own server sees it."""

import json
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest
from standardwebhooks import Webhook

from chalicelib.adapters.memory import MemoryWebhooks
from chalicelib.rooms.announcing import BELIEVED_MS, Announcer
from chalicelib.rooms.room import LIFETIME_MS
from chalicelib.tenants.webhooks import EVENT_TYPES, KEPT_S, Answer, Endpoint, Errand
from tests.api import events
from tests.api.owners import Owner
from tests.api.wire import Json, Seat, Wire
from tests.decks import own
from tests.rooms.backstage import HOUR, Backstage

HOOKS = "/v1/tenant/webhooks"
URL, OTHER_URL = "https://hooks.example/in", "https://other.example/"
ORDER = ("round.ended", "match.ended", "room.closed")


@pytest.fixture
def acme(wire: Wire) -> Owner:
    return Owner.of(wire)


def made(owner: Owner, url: str = URL, **body: Any) -> Json:
    answer = owner.call("POST", HOOKS, {"url": url, **body})
    assert 201 == answer.status, answer.text
    return answer.json


def wake(backstage: Backstage) -> None:
    """Let the alarms that are due ring, as the queue does, and those that they arm."""
    armed = backstage.alarm.armed
    while due := [alarm for alarm in armed if alarm[1] <= backstage.clock.now()]:
        armed[:] = [alarm for alarm in armed if alarm not in due]
        for tenant in ("acme", "other"):
            bodies = [events.wakeup(code, at, tenant) for code, at in due]
            assert {"batchItemFailures": []} == Wire.function("alarms", events.queue(*bodies))


def body_of(errand: Errand) -> str:
    return json.dumps({name: getattr(errand, name) for name in ("tenant", "endpoint", "event", "due_at")})


def deliver(backstage: Backstage, again: int = 1) -> None:
    """Let the queue of webhooks deliver all that is due, each message so many times."""
    waiting = backstage.post.errands
    due = [errand for errand in waiting if errand.due_at <= backstage.clock.now()]
    waiting[:] = [errand for errand in waiting if errand not in due]
    for _ in range(again):
        batch = events.queue(*map(body_of, due))
        if due:
            assert {"batchItemFailures": []} == Wire.function("deliveries", batch)


def settle(backstage: Backstage) -> None:
    wake(backstage)
    deliver(backstage)


def told(backstage: Backstage, secret: str | None = None, url: str = URL) -> list[Json]:
    """What reached a URL; verified if a secret is given."""
    sent = [(headers, body) for to, headers, body in backstage.post.sender.sent if to == url]
    if secret is not None:
        for headers, body in sent:
            # the clock of tests stands in the year 2027, and the library looks at the real one
            assert headers["webhook-signature"] == Webhook(secret).sign(
                headers["webhook-id"], _instant(headers["webhook-timestamp"]), body.decode()
            )
    return sorted((json.loads(body) for _, body in sent), key=lambda event: ORDER.index(event["type"]))


def _instant(seconds: str) -> datetime:
    return datetime.fromtimestamp(int(seconds), UTC)


def playing(owner: Owner) -> list[Seat]:
    host = owner.opens()
    seats = [host, *(owner.joins(host.code, name) for name in ("Bea", "Leo"))]
    deal(seats)
    return seats


def deal(seats: list[Seat]) -> None:
    seats[0].do("deal")
    for seat in seats:
        seat.do("seen")
    seats[0].do("start")


def accused(seats: list[Seat]) -> None:
    """The round ends with the right accusation, or the wrong one."""
    accuser, suspect, voter = seats
    accuser.do("accuse", suspect=suspect.player)
    voter.do("vote", guilty=True)


def test_a_webhook_is_made_with_a_secret_that_is_told_once(acme: Owner):
    hook = made(acme, events=["room.closed", "round.ended"])

    assert URL == hook["url"] and ["round.ended", "room.closed"] == hook["events"]
    assert hook["secret"].startswith("whsec_") and hook["id"].startswith("wh_")
    listed = acme.call("GET", HOOKS)
    assert {"webhooks": [{name: value for name, value in hook.items() if name != "secret"}]} == listed.json
    assert "whsec" not in listed.text


def test_without_events_it_is_told_of_all(acme: Owner):
    assert [*EVENT_TYPES] == made(acme)["events"]


@pytest.mark.parametrize(
    ("body", "faults"),
    [
        ({}, [("/url", "missing")]),
        ({"url": 1}, [("/url", "wrong_type")]),
        ({"url": "http://hooks.example/"}, [("/url", "url_not_allowed")]),
        ({"url": "https://169.254.169.254/latest"}, [("/url", "url_not_allowed")]),
        ({"url": "https://0x7f.1/"}, [("/url", "url_not_allowed")]),
        ({"url": "https://hooks.example/" + "a" * 500}, [("/url", "url_not_allowed")]),
        ({"url": "https://ana:x@hooks.example/"}, [("/url", "url_not_allowed")]),
        ({"url": URL, "events": []}, [("/events", "invalid_value")]),
        ({"url": URL, "events": ["vote.cast"]}, [("/events/0", "invalid_value")]),
        ({"url": URL, "secret": "mine"}, [("/secret", "unknown_field")]),
    ],
)
def test_what_cannot_be_called_or_told_is_refused_with_its_place(
    acme: Owner, body: Json, faults: list[tuple[str, str]]
):
    answer = acme.call("POST", HOOKS, body)

    assert 422 == answer.status and faults == answer.faults


def test_a_plan_has_so_many(wire: Wire):
    owner = Owner.of(wire, "acme", "free")
    most = owner.call("GET", "/v1/tenant").json["limits"]["webhooks"]
    hooks = [made(owner) for _ in range(most)]

    assert (409, "too_many_webhooks") == owner.call("POST", HOOKS, {"url": URL}).outcome
    assert 204 == owner.call("DELETE", f"{HOOKS}/{hooks[0]['id']}").status
    made(owner)


def test_a_plan_has_so_many_however_many_are_made_at_once(wire: Wire, monkeypatch: pytest.MonkeyPatch):
    owner = Owner.of(wire, "acme", "free")
    add = MemoryWebhooks.add

    def beside_another(store: MemoryWebhooks, endpoint: Endpoint) -> None:
        add(store, replace(endpoint, id="wh_" + "0" * 16))
        add(store, endpoint)

    monkeypatch.setattr(MemoryWebhooks, "add", beside_another)

    assert (409, "too_many_webhooks") == owner.call("POST", HOOKS, {"url": URL}).outcome
    assert 1 == len(owner.call("GET", HOOKS).json["webhooks"])


@pytest.mark.parametrize("key", ["", "pk"])
def test_only_the_secret_key_opens_any_of_it(wire: Wire, acme: Owner, key: str):
    hook = made(acme)["id"]
    headers = {"x_api_key": getattr(acme, key)} if key else {}

    for method, path in (
        ("GET", ""),
        ("POST", ""),
        ("DELETE", f"/{hook}"),
        ("POST", f"/{hook}/rotate"),
        ("GET", f"/{hook}/deliveries"),
        ("POST", f"/{hook}/deliveries/evt_0/replay"),
    ):
        assert (401, "secret_key_required") == wire.call(method, HOOKS + path, "{}", **headers).outcome


@pytest.mark.parametrize("id", ["wh_0123456789abcdef", "wh_", "x", "%23", "wh_0123456789ABCDEF"])
def test_what_is_nobodys_and_what_is_anothers_is_not_found(wire: Wire, acme: Owner, id: str):
    theirs = made(Owner.of(wire, "other"))["id"]

    for unknown in (id, theirs):
        for method, path in (
            ("DELETE", ""),
            ("POST", "/rotate"),
            ("GET", "/deliveries"),
            ("POST", "/deliveries/x/replay"),
        ):
            answer = acme.call(method, f"{HOOKS}/{unknown}{path}", "{}")
            assert (404, "webhook_not_found") == answer.outcome


def test_a_round_is_told_as_it_can_be_read(wire: Wire, backstage: Backstage, acme: Owner):
    hook = made(acme)
    ana, *rest = playing(acme)
    accused([ana, *rest])
    settle(backstage)

    (event,) = told(backstage, hook["secret"])
    (listed,) = wire.get(f"/v1/rooms/{ana.code}/rounds", token=ana.token).json["rounds"]
    assert "round.ended" == event["type"] and listed == event["data"]["round"]
    room = event["data"]["room"]
    assert (ana.code, "espia", {"id", "code", "game"}) == (room["code"], room["game"], set(room))
    assert event["timestamp"] == listed["ended_at"]


def test_a_match_is_told_with_its_standings_and_a_room_with_why_it_closed(backstage: Backstage, acme: Owner):
    hook = made(acme)
    seats = playing(acme)
    accused(seats)
    standings = seats[0].do("finish")["room"]["standings"]
    for seat in seats:
        seat.do("leave")
    settle(backstage)

    _, match, closing = told(backstage, hook["secret"])
    assert "match.ended" == match["type"] and standings == match["data"]["match"]["standings"]
    assert 1 == match["data"]["match"]["number"]
    assert ("room.closed", "left") == (closing["type"], closing["data"]["why"])


def test_a_room_that_everybody_forgot_is_told_when_it_closes(wire: Wire, backstage: Backstage, acme: Owner):
    made(acme)
    acme.opens()
    backstage.clock.pass_ms(LIFETIME_MS + 2 * HOUR)
    wire.function("sweep", events.schedule())
    settle(backstage)

    (closing,) = told(backstage)
    assert "expired" == closing["data"]["why"]


def test_a_room_whose_deck_is_kept_no_longer_is_told_when_it_closes_and_never_again(
    wire: Wire, backstage: Backstage, acme: Owner
):
    hook = made(acme)
    acme.call("PUT", "/v1/tenant/decks/mio", own.espia())
    acme.opens(deck="mio")
    acme.loses_its_decks()
    backstage.clock.pass_ms(LIFETIME_MS + 2 * HOUR)
    wire.function("sweep", events.schedule())
    settle(backstage)
    wire.function("sweep", events.schedule())
    settle(backstage)

    (closing,) = told(backstage, hook["secret"])
    assert ("room.closed", "expired") == (closing["type"], closing["data"]["why"])


def test_each_webhook_is_told_what_it_asked_for_and_signed_for_itself(backstage: Backstage, acme: Owner):
    rounds = made(acme, events=["round.ended"])
    closings = made(acme, OTHER_URL, events=["room.closed"])
    everything = made(acme, OTHER_URL)
    seats = playing(acme)
    accused(seats)
    for seat in seats:
        seat.do("leave")
    settle(backstage)

    assert ["round.ended"] == [event["type"] for event in told(backstage, rounds["secret"])]
    assert ["room.closed", "room.closed", "round.ended"] == sorted(
        e["type"] for e in told(backstage, url=OTHER_URL)
    )
    assert closings["secret"] != everything["secret"]


def test_nothing_of_another_tenants_rooms_is_told(wire: Wire, backstage: Backstage, acme: Owner):
    made(acme)
    accused(playing(Owner.of(wire, "other")))
    settle(backstage)

    assert [] == backstage.post.sender.sent


def test_what_is_kept_of_an_event_names_nobody(backstage: Backstage, acme: Owner):
    made(acme)
    seats = playing(acme)
    accused(seats)
    seats[0].do("finish")
    wake(backstage)

    kept = repr(backstage.memory.dispatches)
    assert seats[0].code in kept
    assert not [name for name in ("Ana", "Bea", "Leo") if name in kept]


def test_a_round_that_was_deleted_before_it_was_told_is_told_no_more(backstage: Backstage, acme: Owner):
    hook = made(acme)["id"]
    accused(playing(acme))
    wake(backstage)
    backstage.memory.rounds.clear()
    deliver(backstage)

    assert [] == backstage.post.sender.sent
    (delivery,) = acme.call("GET", f"{HOOKS}/{hook}/deliveries").json["deliveries"]
    assert ("failed", "deleted", None) == (delivery["status"], delivery["trouble"], delivery["answered"])


def test_messages_that_come_again_tell_it_once(backstage: Backstage, acme: Owner):
    made(acme)
    accused(playing(acme))
    wake(backstage)
    deliver(backstage, again=3)

    assert 1 == len(told(backstage))


def test_wakeups_that_come_again_tell_it_under_one_id(backstage: Backstage, acme: Owner):
    made(acme)
    accused(playing(acme))
    backstage.alarm.armed *= 3
    settle(backstage)

    assert 1 == len({headers["webhook-id"] for _, headers, _ in backstage.post.sender.sent})


def test_what_fails_comes_again_under_the_same_id_and_can_be_looked_at(backstage: Backstage, acme: Owner):
    hook = made(acme)["id"]
    backstage.post.sender.answers[URL] = Answer(500)
    accused(playing(acme))
    settle(backstage)
    (delivery,) = acme.call("GET", f"{HOOKS}/{hook}/deliveries?status=pending").json["deliveries"]
    assert (1, 500, None) == (delivery["attempts"], delivery["answered"], delivery["trouble"])
    assert delivery["next_at"] > delivery["tried_at"]

    del backstage.post.sender.answers[URL]
    backstage.clock.pass_ms(5_000 + 1_000)
    deliver(backstage)

    assert 2 == len({headers["webhook-timestamp"] for _, headers, _ in backstage.post.sender.sent})
    assert {delivery["event"]} == {headers["webhook-id"] for _, headers, _ in backstage.post.sender.sent}
    (delivery,) = acme.call("GET", f"{HOOKS}/{hook}/deliveries?status=delivered").json["deliveries"]
    assert (2, 204, None) == (delivery["attempts"], delivery["answered"], delivery["next_at"])


def test_what_was_given_up_can_be_replayed(backstage: Backstage, acme: Owner):
    hook = made(acme)["id"]
    backstage.post.sender.answers[URL] = Answer(503)
    accused(playing(acme))
    settle(backstage)
    for _ in range(6):
        backstage.clock.at = backstage.post.errands[0].due_at
        deliver(backstage)
    failed = acme.call("GET", f"{HOOKS}/{hook}/deliveries?status=failed").json["deliveries"]
    assert [(7, "failed")] == [(each["attempts"], each["status"]) for each in failed]

    del backstage.post.sender.answers[URL]
    again = acme.call("POST", f"{HOOKS}/{hook}/deliveries/{failed[0]['event']}/replay", "{}")
    assert (202, "pending") == (again.status, again.json["status"])
    deliver(backstage)

    assert 1 == len({headers["webhook-id"] for _, headers, _ in backstage.post.sender.sent})
    assert [] == acme.call("GET", f"{HOOKS}/{hook}/deliveries?status=failed").json["deliveries"]


def test_a_room_that_is_deleted_tells_nothing_not_even_while_that_is_done(
    backstage: Backstage, acme: Owner, monkeypatch: pytest.MonkeyPatch
):
    """The queues deliver what is in them before the rest of the room is gone."""
    hook = made(acme)["id"]
    room = acme.opens()
    drop = Announcer.drop

    def drop_late(*given: Any) -> None:
        settle(backstage)
        drop(*given)

    monkeypatch.setattr(Announcer, "drop", drop_late)
    assert 204 == acme.call("DELETE", f"/v1/tenant/rooms/{room.code}").status
    backstage.clock.pass_ms(LIFETIME_MS + HOUR)
    settle(backstage)

    assert [] == told(backstage)
    assert [] == acme.call("GET", f"{HOOKS}/{hook}/deliveries").json["deliveries"]


def test_whoever_sends_nothing_rotates_a_secret_with_the_usual_grace(backstage: Backstage, acme: Owner):
    hook = made(acme)["id"]

    rotated = acme.call("POST", f"{HOOKS}/{hook}/rotate")

    until = datetime.fromtimestamp(backstage.clock.now() // 1000 + 86_400, UTC)
    assert 200 == rotated.status
    assert until == datetime.fromisoformat(rotated.json["old_secret_until"]).replace(microsecond=0)


def signers(backstage: Backstage, owner: Owner, secrets: list[str]) -> list[str]:
    """Those of these secrets by which a receiver verifies what is sent now."""
    backstage.post.sender.sent.clear()
    accused(playing(owner))
    settle(backstage)
    ((_, headers, body),) = backstage.post.sender.sent
    given = headers["webhook-id"], _instant(headers["webhook-timestamp"]), body.decode()
    signatures = headers["webhook-signature"].split()
    assert len(signatures) == len(set(signatures))
    return [secret for secret in secrets if Webhook(secret).sign(*given) in signatures]


def test_a_secret_that_is_promised_to_sign_is_not_pushed_out_by_a_third(backstage: Backstage, acme: Owner):
    hook = made(acme)
    rotate = f"{HOOKS}/{hook['id']}/rotate"
    new = acme.call("POST", rotate, {"grace_seconds": 3600}).json["secret"]

    again = acme.call("POST", rotate, {"grace_seconds": 60})

    assert (409, "already_rotated") == again.outcome
    assert [hook["secret"], new] == signers(backstage, acme, [hook["secret"], new])
    backstage.clock.pass_ms(3_600_000)
    third = acme.call("POST", rotate, {"grace_seconds": 60})
    assert 200 == third.status
    secrets = [hook["secret"], new, third.json["secret"]]
    assert secrets[1:] == signers(backstage, acme, secrets)


def test_in_an_emergency_nothing_old_signs_however_lately_it_was_rotated(backstage: Backstage, acme: Owner):
    hook = made(acme)
    rotate = f"{HOOKS}/{hook['id']}/rotate"
    new = acme.call("POST", rotate, {"grace_seconds": 3600}).json["secret"]

    last = acme.call("POST", rotate, {"grace_seconds": 0})

    assert 200 == last.status
    secrets = [hook["secret"], new, last.json["secret"]]
    assert secrets[2:] == signers(backstage, acme, secrets)


@pytest.mark.parametrize("grace_s", [0, 60])
def test_of_two_who_rotate_a_secret_at_once_one_is_told_that_the_other_did(
    backstage: Backstage, acme: Owner, monkeypatch: pytest.MonkeyPatch, grace_s: int
):
    hook = made(acme)
    rotate = f"{HOOKS}/{hook['id']}/rotate"
    read, told = MemoryWebhooks.endpoint, []

    def read_early(store: MemoryWebhooks, id: str) -> Endpoint | None:
        standing = read(store, id)
        monkeypatch.undo()
        told.append(acme.call("POST", rotate, {"grace_seconds": 60}).json["secret"])
        return standing

    monkeypatch.setattr(MemoryWebhooks, "endpoint", read_early)
    slower = acme.call("POST", rotate, {"grace_seconds": grace_s})

    assert (409, "already_rotated") == slower.outcome
    assert [hook["secret"], *told] == signers(backstage, acme, [hook["secret"], *told])


def test_whoever_rotates_what_is_removed_at_that_moment_hears_that_it_is_gone(
    acme: Owner, monkeypatch: pytest.MonkeyPatch
):
    hook = made(acme)["id"]
    read = MemoryWebhooks.endpoint

    def read_early(store: MemoryWebhooks, id: str) -> Endpoint | None:
        standing = read(store, id)
        monkeypatch.undo()
        store.remove(id)
        return standing

    monkeypatch.setattr(MemoryWebhooks, "endpoint", read_early)

    assert (404, "webhook_not_found") == acme.call("POST", f"{HOOKS}/{hook}/rotate").outcome


def test_after_a_410_a_webhook_is_told_nothing_more(backstage: Backstage, acme: Owner):
    hook = made(acme)["id"]
    backstage.post.sender.answers[URL] = Answer(410)
    seats = playing(acme)
    accused(seats)
    settle(backstage)
    deal(seats)
    accused(seats)
    backstage.clock.pass_ms(BELIEVED_MS)
    settle(backstage)

    assert 1 == len(backstage.post.sender.sent)
    (listed,) = acme.call("GET", HOOKS).json["webhooks"]
    assert listed["disabled_at"] is not None
    (delivery,) = acme.call("GET", f"{HOOKS}/{hook}/deliveries?status=failed").json["deliveries"]
    replayed = acme.call("POST", f"{HOOKS}/{hook}/deliveries/{delivery['event']}/replay", "{}")
    assert (409, "webhook_disabled") == replayed.outcome


def test_a_removed_webhook_is_told_nothing_not_even_what_is_on_its_way(backstage: Backstage, acme: Owner):
    hook = made(acme)["id"]
    accused(playing(acme))
    wake(backstage)
    assert 204 == acme.call("DELETE", f"{HOOKS}/{hook}").status
    deliver(backstage)

    assert [] == backstage.post.sender.sent
    assert {"webhooks": []} == acme.call("GET", HOOKS).json


def test_after_a_rotation_both_secrets_sign_until_the_grace_is_over(backstage: Backstage, acme: Owner):
    hook = made(acme)
    rotated = acme.call("POST", f"{HOOKS}/{hook['id']}/rotate", {"grace_seconds": 60})
    assert 200 == rotated.status and hook["secret"] != rotated.json["secret"]
    seats = playing(acme)
    accused(seats)
    settle(backstage)
    backstage.clock.pass_ms(60_000)
    deal(seats)
    accused(seats)
    settle(backstage)

    during, after = (headers["webhook-signature"].split() for _, headers, _ in backstage.post.sender.sent)
    assert (2, 1) == (len(during), len(after))
    sent = [(headers, body.decode()) for _, headers, body in backstage.post.sender.sent]
    for secret, valid in ((rotated.json["secret"], (True, True)), (hook["secret"], (True, False))):
        signs = [
            Webhook(secret).sign(h["webhook-id"], _instant(h["webhook-timestamp"]), body) for h, body in sent
        ]
        assert valid == tuple(
            sign in h["webhook-signature"] for sign, (h, _) in zip(signs, sent, strict=True)
        )


def test_the_list_of_deliveries_is_read_page_by_page(
    backstage: Backstage, acme: Owner, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("chalicelib.api.webhooks.PAGE", 2)
    hook = made(acme)["id"]
    seats = playing(acme)
    for n in range(5):
        accused(seats)
        backstage.clock.pass_ms(1_000)
        if n < 4:
            deal(seats)
    settle(backstage)
    found: list[str] = []
    after = ""
    while after is not None:
        page = acme.call(
            "GET", f"{HOOKS}/{hook}/deliveries?status=delivered{after and f'&after={after}'}"
        ).json
        found += [each["at"] for each in page["deliveries"]]
        after = page["next"]

    assert 5 == len(set(found)) and sorted(found, reverse=True) == found


@pytest.mark.parametrize(
    "query", ["status=lost", "status=", "after=", "after=x", "after=ZXZ0XzA=", "after=%00", "after=é"]
)
def test_a_status_or_cursor_that_we_never_gave_is_refused(acme: Owner, query: str):
    hook = made(acme)["id"]

    answer = acme.call("GET", f"{HOOKS}/{hook}/deliveries?{query}")
    assert (422, "invalid_value") == answer.outcome
    assert [("/" + query.partition("=")[0], "invalid_value")] == answer.faults


def test_after_a_week_a_delivery_is_there_no_more(backstage: Backstage, acme: Owner):
    hook = made(acme)["id"]
    accused(playing(acme))
    settle(backstage)
    (delivery,) = acme.call("GET", f"{HOOKS}/{hook}/deliveries").json["deliveries"]
    backstage.clock.pass_ms(KEPT_S * 1000 + 1)

    replayed = acme.call("POST", f"{HOOKS}/{hook}/deliveries/{delivery['event']}/replay", "{}")
    assert (404, "delivery_not_found") == replayed.outcome
    assert [] == acme.call("GET", f"{HOOKS}/{hook}/deliveries").json["deliveries"]


@pytest.mark.parametrize("event", ["x", "evt_", "evt_" + "0" * 36, "%2e%2e"])
def test_an_event_that_never_was_cannot_be_replayed(acme: Owner, event: str):
    hook = made(acme)["id"]

    answer = acme.call("POST", f"{HOOKS}/{hook}/deliveries/{event}/replay", "{}")
    assert (404, "delivery_not_found") == answer.outcome


@pytest.mark.parametrize(
    "body", ["", "[]", '{"tenant": "acme"}', '{"tenant": "#", "endpoint": "x", "event": "y", "due_at": 1}']
)
def test_a_message_that_is_no_errand_fails_alone(backstage: Backstage, acme: Owner, body: str):
    made(acme)
    accused(playing(acme))
    wake(backstage)
    good = body_of(backstage.post.errands[0])

    failed = Wire.function("deliveries", events.queue(body, good))["batchItemFailures"]

    assert [{"itemIdentifier": "message-0"}] == failed
    assert 1 == len(told(backstage))


def test_no_line_of_the_log_tells_a_url_a_code_or_a_name(
    backstage: Backstage, acme: Owner, caplog: pytest.LogCaptureFixture
):
    secret = made(acme)["secret"]
    seats = playing(acme)
    accused(seats)
    with caplog.at_level("INFO"):
        settle(backstage)

    assert '"outcome": "delivered"' in caplog.text and '"status": 204' in caplog.text
    assert not [word for word in (URL, "hooks.example", seats[0].code, "Ana", secret) if word in caplog.text]
