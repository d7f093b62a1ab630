"""Webhooks over the wire: the whole service as a process, and servers that behave well and badly."""

import secrets
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import pytest
from standardwebhooks import Webhook

from chalicelib.tenants import administration
from infra.local.child import running
from infra.phone import Json, Service
from infra.tenants.stores import of_server
from tests.adapters.receiver import OK, Receiver, Request, answering, receiving, status
from tests.api.owners import KINDS
from tests.e2e.party import Party
from tests.local.conftest import wait_for

HOOKS = "/v1/tenant/webhooks"
SOON_S = 15
"""The first retry comes after five to six seconds."""


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with running(TIME_SCALE="60", DATA="", CHAOS="1") as found:
        yield found


@dataclass(frozen=True)
class Tenant:
    """A tenant of its own for each test, with its two ways into the service."""

    play: Service
    administer: Service

    def hook(self, receiver: Receiver, path: str = "/", **body: Any) -> Json:
        answer = self.administer.http.post(HOOKS, json={"url": f"http://{receiver.address}{path}", **body})
        assert 201 == answer.status_code, answer.text
        made: Json = answer.json()
        return made

    def round(self) -> Party:
        """A party whose first round has just ended."""
        party = Party(self.play, 3, minutes=10, vote_seconds=None).play()
        party.do(party.host, "interrupt")
        return party

    def deliveries(self, hook: Json, status: str = "") -> list[Json]:
        query = {"status": status} if status else {}
        found: list[Json] = self.administer.http.get(f"{HOOKS}/{hook['id']}/deliveries", params=query).json()[
            "deliveries"
        ]
        return found

    def wait_for(self, hook: Json, status: str, seconds: float = SOON_S) -> Json:
        """The one delivery of a hook, once it stands so."""
        (found,) = wait_for(lambda: self.deliveries(hook, status), seconds)
        return dict(found)


@pytest.fixture
def tenant(address: str) -> Iterator[Tenant]:
    store, now = of_server(address), time.time_ns() // 1_000_000
    id = f"t{secrets.token_hex(6)}"
    administration.create(store, id, "local", (), now)
    pk, sk = (administration.add_key(store, id, kind, secrets.token_hex(32), now).text for kind in KINDS)
    with Service(address, pk) as play, Service(address, sk) as administer:
        yield Tenant(play, administer)


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with receiving() as found:
        yield found


def verified(hook: Json, request: Request) -> Json:
    """What a request tells, if it is signed as it should be."""
    told: Json = Webhook(hook["secret"]).verify(request.body, request.headers)
    return told


def failing(times: int, answer: bytes = status(500)) -> Callable[[socket.socket], None]:
    """Fail so often, then answer well."""
    answers = [answer] * times

    def behave(wire: socket.socket) -> None:
        wire.sendall(answers.pop() if answers else OK)

    return behave


def test_a_round_that_has_ended_is_told_signed_and_as_it_can_be_read(tenant: Tenant, receiver: Receiver):
    hook = tenant.hook(receiver, "/hooks?for=us")
    party = tenant.round()
    wait_for(lambda: receiver.requests, SOON_S)

    (request,) = receiver.requests
    told = verified(hook, request)
    assert (
        "POST /hooks?for=us HTTP/1.1" == request.line
        and "application/json" == request.headers["content-type"]
    )
    assert party.host.request("GET", "/rounds").json()["rounds"] == [told["data"]["round"]]
    assert ("round.ended", party.code) == (told["type"], told["data"]["room"]["code"])
    assert request.headers["webhook-id"] == tenant.wait_for(hook, "delivered")["event"]


def test_a_match_and_the_end_of_the_room_are_told_too(tenant: Tenant, receiver: Receiver):
    hook = tenant.hook(receiver)
    party = tenant.round()
    party.do(party.host, "finish")
    for phone in party:
        phone.post("leave")
    wait_for(lambda: 3 == len(receiver.requests), SOON_S)

    told = {event["type"]: event["data"] for event in (verified(hook, each) for each in receiver.requests)}
    assert {"p1", "p2", "p3"} == {each["player"] for each in told["match.ended"]["match"]["standings"]}
    assert "left" == told["room.closed"]["why"]


def test_an_endpoint_that_fails_gets_it_again_some_seconds_later(tenant: Tenant, receiver: Receiver):
    receiver.behave = failing(1)
    hook = tenant.hook(receiver, events=["round.ended"])
    tenant.round()
    delivered = tenant.wait_for(hook, "delivered")

    first, second = receiver.requests
    assert 2 == delivered["attempts"] and first.headers["webhook-id"] == second.headers["webhook-id"]
    assert 4 <= int(second.headers["webhook-timestamp"]) - int(first.headers["webhook-timestamp"]) <= 9
    assert verified(hook, first) == verified(hook, second)


def test_what_cannot_be_reached_waits_for_its_next_attempt_and_says_why(tenant: Tenant):
    with receiving() as gone:
        hook = tenant.hook(gone, events=["round.ended"])
    tenant.round()
    waiting = wait_for(
        lambda: [each for each in tenant.deliveries(hook, "pending") if each["attempts"]], SOON_S
    )

    assert ("unreachable", None) == (waiting[0]["trouble"], waiting[0]["answered"])
    assert waiting[0]["next_at"] > waiting[0]["tried_at"]


def test_an_endpoint_that_says_gone_is_told_nothing_more(tenant: Tenant, receiver: Receiver):
    receiver.behave = answering(status(410))
    hook = tenant.hook(receiver, events=["round.ended"])
    party = tenant.round()
    tenant.wait_for(hook, "failed")
    (listed,) = tenant.administer.http.get(HOOKS).json()["webhooks"]
    assert listed["disabled_at"] is not None

    party.deal()
    party.do(party.host, "interrupt")
    failed = wait_for(lambda: [each for each in tenant.deliveries(hook) if each["trouble"]] or None, SOON_S)
    assert "endpoint_disabled" == failed[0]["trouble"] and 1 == len(receiver.requests)


def test_a_redirect_is_a_failure_and_is_not_followed(tenant: Tenant, receiver: Receiver):
    with receiving() as inside:
        receiver.behave = answering(status(302, f"Location: http://{inside.address}/"))
        hook = tenant.hook(receiver, events=["round.ended"])
        tenant.round()
        tried = wait_for(lambda: [each for each in tenant.deliveries(hook) if each["attempts"]], SOON_S)

        assert (302, "pending") == (tried[0]["answered"], tried[0]["status"])
        assert [] == inside.requests


def test_a_slow_endpoint_holds_up_nobody_else(tenant: Tenant, receiver: Receiver):
    def never(wire: socket.socket) -> None:
        with suppress(OSError):
            wire.recv(1)

    with receiving(never) as slow:
        stuck = tenant.hook(slow, events=["round.ended"])
        hook = tenant.hook(receiver, events=["round.ended"])
        began = time.monotonic()
        tenant.round()
        wait_for(lambda: receiver.requests, SOON_S)
        assert time.monotonic() - began < 8

        wait_for(lambda: [each for each in tenant.deliveries(stuck) if each["trouble"]], SOON_S + 5)
        assert "timeout" == tenant.deliveries(stuck)[0]["trouble"]
        assert "delivered" == tenant.deliveries(hook)[0]["status"]


def test_two_endpoints_are_told_each_under_its_own_secret(tenant: Tenant, receiver: Receiver):
    hooks = {path: tenant.hook(receiver, path, events=["round.ended"]) for path in ("/a", "/b")}
    tenant.round()
    wait_for(lambda: 2 == len(receiver.requests), SOON_S)

    for request in receiver.requests:
        verified(hooks[request.line.split()[1]], request)


def test_a_replay_sends_the_same_event_again(tenant: Tenant, receiver: Receiver):
    hook = tenant.hook(receiver, events=["round.ended"])
    tenant.round()
    event = tenant.wait_for(hook, "delivered")["event"]

    again = tenant.administer.http.post(f"{HOOKS}/{hook['id']}/deliveries/{event}/replay")
    assert (202, "pending") == (again.status_code, again.json()["status"])
    wait_for(lambda: 2 == len(receiver.requests), SOON_S)
    assert {event} == {request.headers["webhook-id"] for request in receiver.requests}


def test_during_the_grace_of_a_rotation_both_secrets_verify(tenant: Tenant, receiver: Receiver):
    hook = tenant.hook(receiver, events=["round.ended"])
    rotated = tenant.administer.http.post(f"{HOOKS}/{hook['id']}/rotate", json={"grace_seconds": 600}).json()
    tenant.round()
    wait_for(lambda: receiver.requests, SOON_S)

    (request,) = receiver.requests
    assert verified(hook, request) == verified(rotated, request)


def test_whatever_the_queue_does_each_event_arrives(address: str, tenant: Tenant, receiver: Receiver):
    wayward = {"duplicate": 0.5, "reorder": 1, "late": 0.5, "late_seconds": 1, "seed": 7}
    tenant.play.http.put("/_local/chaos", json=wayward)
    try:
        hook = tenant.hook(receiver, events=["round.ended"])
        parties = [tenant.round() for _ in range(4)]
        wait_for(lambda: 4 == len(tenant.deliveries(hook, "delivered")), 2 * SOON_S)
    finally:
        tenant.play.http.put("/_local/chaos", json={})

    told = {request.headers["webhook-id"]: verified(hook, request) for request in receiver.requests}
    assert {party.code for party in parties} == {event["data"]["room"]["code"] for event in told.values()}
    assert 4 == len(told)
