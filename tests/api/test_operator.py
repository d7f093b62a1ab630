"""The operator fetches what is a tenant's, or has it deleted, in the tenant's own name."""

import json
from typing import Any

import httpx
import pytest

from chalicelib.tenants import administration
from chalicelib.tenants.ports import TenantStore
from chalicelib.tenants.tenant import Key
from infra.tenants import leaving
from infra.tenants.leaving import Unanswered, export, purge
from tests.api.owners import Owner
from tests.api.wire import Wire
from tests.rooms.backstage import Backstage

URL = "https://api.example"


@pytest.fixture
def acme(wire: Wire) -> Owner:
    return Owner.of(wire)


@pytest.fixture
def store(wire: Wire, backstage: Backstage, monkeypatch: pytest.MonkeyPatch) -> TenantStore:
    """The tenants of the service, which is called in this process; waiting is letting its clock go on."""

    def answer(request: httpx.Request) -> httpx.Response:
        headers = {"x_api_key": request.headers["x-api-key"], "content_type": "application/json"}
        body, target = request.content.decode() or None, request.url.raw_path.decode()
        found = wire.call(request.method, target, body, **headers)
        return httpx.Response(found.status, headers=found.headers, text=found.text, request=request)

    def client(**given: Any) -> httpx.Client:
        return httpx.Client(transport=httpx.MockTransport(answer), **given)

    monkeypatch.setattr(leaving, "_client", client)
    monkeypatch.setattr(leaving, "_now", backstage.clock.now)
    monkeypatch.setattr("time.sleep", lambda seconds: backstage.clock.pass_ms(int(seconds * 1000)))
    return backstage.server.outside.tenants


def keys_of(store: TenantStore) -> tuple[Key, ...]:
    found = store.get("acme")
    assert found is not None
    return found.keys


def test_everything_is_written_out_a_line_for_each_thing(
    acme: Owner, store: TenantStore, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.setattr("chalicelib.api.exporting.MOST_BYTES", 1)
    acme.opens("Юля")
    keys = keys_of(store)

    export(store, URL, "acme")

    told = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert ["tenant", "room"] == [item["kind"] for item in told]
    assert "Юля" == told[1]["players"][0]["nickname"]
    assert keys == keys_of(store), "a key was left behind"


def test_a_purge_ends_with_the_receipt(acme: Owner, store: TenantStore, capsys: pytest.CaptureFixture[str]):
    acme.opens("Ana")

    purge(store, URL, "acme")

    receipt = json.loads(capsys.readouterr().out)
    assert ("acme", 1) == (receipt["tenant"], receipt["deleted"]["rooms"])
    purge(store, URL, "acme")
    assert receipt == json.loads(capsys.readouterr().out)


def test_a_tenant_with_all_the_keys_of_its_plan_is_exported_and_purged_too(
    wire: Wire, store: TenantStore, capsys: pytest.CaptureFixture[str]
):
    full = Owner.of(wire, "full", "free")
    while full.call("POST", "/v1/tenant/keys", {"kind": "pk"}).status == 201:
        pass
    own = [key["id"] for key in full.call("GET", "/v1/tenant/keys").json["keys"]]

    export(store, URL, "full")

    assert own == [key["id"] for key in json.loads(capsys.readouterr().out)["keys"]]
    purge(store, URL, "full")
    assert "full" == json.loads(capsys.readouterr().out)["tenant"]


def test_a_key_of_a_command_that_was_broken_off_ends_by_itself(
    acme: Owner, store: TenantStore, backstage: Backstage
):
    lent = administration.lend_key(store, "acme", "0" * 64, backstage.clock.now())
    backstage.clock.pass_ms(1_000)
    assert 200 == acme.call("GET", "/v1/tenant", x_api_key=lent.text).status
    assert 2 == len(acme.call("GET", "/v1/tenant/keys").json["keys"])

    backstage.clock.pass_ms(60 * 60 * 1000)

    assert 401 == acme.call("GET", "/v1/tenant", x_api_key=lent.text).status


def test_what_the_service_refuses_is_told(acme: Owner, store: TenantStore):
    purge(store, URL, "acme")

    with pytest.raises(Unanswered, match="tenant_closing"):
        export(store, URL, "acme")
