"""Everything that is ever written has its end, and one place says when and why."""

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from chalicelib.adapters import keys
from chalicelib.adapters.keys import Key
from chalicelib.adapters.retention import FULL_BUCKET_S, KINDS, LOGS_KEPT_S, kind_of, living_on
from chalicelib.api.language import explain
from chalicelib.api.server import serve_with
from chalicelib.bootstrap import Server
from chalicelib.rooms.room import HOUR_MS, LIFETIME_MS
from chalicelib.tenants.plans import plans
from tests.api.evening import evening
from tests.api.owners import Owner
from tests.api.wire import Wire
from tests.contracts.stores import SERVERS, DynamoStore, Store
from tests.rooms.backstage import Backstage

DAY_MS = 24 * HOUR_MS
WITHOUT_END = {"tenant", "webhooks", "decks", "deck_versions"}
"""What a tenant keeps until it says otherwise; of a deck, that is its newest version."""


@pytest.fixture
def store(opened: Callable[[str], Store]) -> Store:
    return opened(SERVERS[0])


@pytest.fixture
def wire(store: DynamoStore, monkeypatch: pytest.MonkeyPatch) -> Iterator[Wire]:
    """The service on a table, with all else in the test's hands."""
    monkeypatch.setenv("AWS_DEFAULT_REGION", "eu-west-1")
    backstage = Backstage()
    outside = replace(
        backstage.server.outside,
        rooms=store.rooms,
        register=store.register,
        archive=store.archive,
        usage=store.usage,
        talk=store.talk,
        own_decks=store.shelf,
        connections=store.connections(),
        due_rooms=store.due_rooms().due_rooms,
        tenants=store.tenants(),
        buckets=store.buckets,
        post=lambda tenant: replace(backstage.post.of(tenant), store=store.webhooks(tenant)),
    )
    backstage.server = Server(backstage.settings, outside, explain)
    serve_with(backstage.server)
    yield Wire(backstage)
    serve_with(None)


def kept(store: DynamoStore) -> dict[Key, int | None]:
    """When each item ends, in epoch seconds."""
    return {
        Key(item["pk"]["S"], item["sk"]["S"]): int(item["expires_at"]["N"]) if "expires_at" in item else None
        for item in store.items()
    }


def test_all_that_an_evening_leaves_behind_ends_when_it_is_said(wire: Wire, store: DynamoStore):
    acme = Owner.of(wire, "acme", "free")
    seats = evening(wire, acme)
    for seat in seats:
        seat.post("leave")
    wire.open_socket()
    wire.backstage.clock.pass_ms(5 * DAY_MS)
    assert 200 == acme.call("GET", "/v1/tenant/usage").status
    now = wire.backstage.clock.now()

    found = kept(store)
    assert {kind.what for kind in KINDS if kind.form} - {"receipt"} == {kind_of(key).what for key in found}
    for key, ends_at in found.items():
        kind = kind_of(key)
        if ends_at is None:
            assert kind.what in WITHOUT_END
        else:
            assert kind.kept_s is not None
            assert ends_at <= (now + LIFETIME_MS + HOUR_MS) // 1000 + kind.kept_s, kind.what
    assert 1 == sum(kind_of(key).what == "deck_versions" for key, ends_at in found.items() if not ends_at)


def test_what_a_purge_leaves_behind_is_what_the_receipt_says(wire: Wire, store: DynamoStore):
    acme, other = Owner.of(wire, "acme", "free"), Owner.of(wire, "other")
    evening(wire, acme)
    other.opens("Luz")
    others = {key: ends for key, ends in kept(store).items() if key.pk.startswith(keys.tenant("other").pk)}
    told = [acme.call("DELETE", "/v1/tenant", {"confirm": "acme"})]
    wire.backstage.clock.pass_ms(20_000)
    told.append(acme.call("DELETE", "/v1/tenant", {"confirm": "acme"}))

    receipt = told[-1].json
    assert [202, 200] == [each.status for each in told]
    assert {
        "rooms": 1, "rounds": 2, "messages": 2, "decks": 1, "usage_days": 1, "webhooks": 1, "events": 3,
    } == receipt["deleted"]  # fmt: skip
    left = {key: ends for key, ends in kept(store).items() if key not in others}
    may_be = {each["what"] for each in receipt["lives_on"]}
    assert {"receipt" if key == keys.tenant("acme") else kind_of(key).what for key in left} <= may_be
    for key, ends_at in left.items():
        what = "receipt" if key == keys.tenant("acme") else kind_of(key).what
        (until,) = [until for kind, until in living_on(wire.backstage.clock.now()) if kind.what == what]
        assert ends_at is not None and ends_at <= until // 1000
    assert others.items() <= kept(store).items()


def test_no_bucket_of_a_plan_takes_longer_than_is_said():
    windows = [rate.window_ms for plan in plans().values() for rate in plan.rates().values()]

    assert max(windows) <= FULL_BUCKET_S * 1000


def test_logs_are_kept_as_long_as_is_said():
    config = json.loads(Path(".chalice/config.json").read_text("utf-8"))

    assert config["log_retention_in_days"] * DAY_MS == LOGS_KEPT_S * 1000


def test_a_key_that_nobody_has_heard_of_is_of_no_kind():
    with pytest.raises(ValueError):
        kind_of(Key("T#acme#X", "WHAT"))
