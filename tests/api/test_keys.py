"""Keys: what each opens, on which pages, for how long, and what they never tell."""

import pytest

from chalicelib.tenants import administration
from chalicelib.tenants.administration import LENT_MS
from chalicelib.tenants.directory import BELIEVED_MS
from chalicelib.tenants.tenant import Tenant
from tests.api.owners import Owner
from tests.api.wire import Wire
from tests.rooms.backstage import Backstage

PAGE = "https://acme.example"
ROOM = {"game": "espia", "nickname": "Ana"}


@pytest.fixture
def acme(wire: Wire) -> Owner:
    return Owner.of(wire, "acme", "studio", PAGE)


@pytest.fixture
def other(wire: Wire) -> Owner:
    return Owner.of(wire, "other")


@pytest.mark.parametrize("kind", ["pk", "sk"])
def test_a_key_opens_rooms_of_its_tenant(wire: Wire, acme: Owner, kind: str):
    opened = wire.post("/v1/rooms", ROOM, x_api_key=getattr(acme, kind))

    assert 201 == opened.status
    assert opened.json["token"].startswith("pt_acme.p1.")


def test_rooms_of_one_tenant_are_not_there_for_another(wire: Wire, acme: Owner, other: Owner):
    seat = acme.opens()

    for key in (other.pk, other.sk):
        assert (404, "room_not_found") == wire.get(f"/v1/rooms/{seat.code}", x_api_key=key).outcome
        joined = wire.post(f"/v1/rooms/{seat.code}/players", {"nickname": "Bea"}, x_api_key=key)
        assert (404, "room_not_found") == joined.outcome
    assert (404, "room_not_found") == wire.get(f"/v1/rooms/{seat.code}").outcome
    assert 200 == wire.get(f"/v1/rooms/{seat.code}", x_api_key=acme.pk).status


def test_a_publishable_key_works_on_the_pages_of_its_tenant_and_without_a_page(wire: Wire, acme: Owner):
    assert 201 == wire.post("/v1/rooms", ROOM, x_api_key=acme.pk, origin=PAGE).status
    assert 201 == wire.post("/v1/rooms", ROOM, x_api_key=acme.pk).status


@pytest.mark.parametrize(
    "origin", ["https://evil.example", "http://acme.example", "https://acme.example:8443", "null", ""]
)
def test_a_leaked_publishable_key_makes_no_rooms_on_other_pages(wire: Wire, acme: Owner, origin: str):
    code = acme.opens().code

    for refused in (
        wire.post("/v1/rooms", ROOM, x_api_key=acme.pk, origin=origin),
        wire.post(f"/v1/rooms/{code}/players", {"nickname": "Bea"}, x_api_key=acme.pk, origin=origin),
        wire.get(f"/v1/rooms/{code}", x_api_key=acme.pk, origin=origin),
    ):
        assert (403, "origin_not_allowed") == refused.outcome
        assert "*" == refused.headers["access-control-allow-origin"]


def test_a_secret_key_is_refused_wherever_a_browser_sends_it(wire: Wire, acme: Owner):
    assert (403, "secret_key_in_browser") == wire.post(
        "/v1/rooms", ROOM, x_api_key=acme.sk, origin=PAGE
    ).outcome
    assert (403, "secret_key_in_browser") == acme.call("GET", "/v1/tenant", origin=PAGE).outcome
    for site in ("same-origin", "none", "cross-site"):
        assert (403, "secret_key_in_browser") == acme.call("GET", "/v1/tenant", sec_fetch_site=site).outcome


@pytest.mark.parametrize(
    "method, target",
    [
        ("GET", "/v1/tenant"),
        ("PATCH", "/v1/tenant"),
        ("GET", "/v1/tenant/keys"),
        ("POST", "/v1/tenant/keys"),
        ("POST", "/v1/tenant/keys/key_1/rotate"),
        ("DELETE", "/v1/tenant/keys/key_1"),
    ],
)
def test_the_administration_is_for_the_secret_key_alone(wire: Wire, acme: Owner, method: str, target: str):
    json = {"content_type": "application/json"}

    assert (401, "secret_key_required") == wire.call(method, target, "{", **json).outcome
    assert (401, "secret_key_required") == wire.call(method, target, "{", x_api_key=acme.pk, **json).outcome
    for wrong in ("sk_acme." + "0" * 64, "sk_nobody." + "0" * 64, "sk_acme.", "x", acme.sk + "0"):
        assert (401, "invalid_api_key") == wire.call(method, target, "{", x_api_key=wrong, **json).outcome


def test_a_tenant_sees_its_plan_and_its_limits(acme: Owner):
    seen = acme.call("GET", "/v1/tenant").json

    assert ("acme", "studio", [PAGE]) == (seen["id"], seen["plan"], seen["origins"])
    assert {"burst": 20, "window_ms": 200_000} == seen["limits"]["failed_codes_per_address"]
    assert 20 == seen["limits"]["decks"]


def test_a_tenant_says_which_pages_are_its_own(wire: Wire, acme: Owner):
    changed = acme.call("PATCH", "/v1/tenant", {"origins": ["https://new.example"]})

    assert (200, ["https://new.example"]) == (changed.status, changed.json["origins"])
    assert 403 == wire.post("/v1/rooms", ROOM, x_api_key=acme.pk, origin=PAGE).status
    assert 201 == wire.post("/v1/rooms", ROOM, x_api_key=acme.pk, origin="https://new.example").status


@pytest.mark.parametrize(
    "origins, wrong",
    [
        (["*"], 0),
        (["https://acme.example/"], 0),
        (["acme.example"], 0),
        (["https://a.example", ""], 1),
        (["https://a.example", "https://a.example", "https://a.example:443"], 2),
        (["http://a.example:80", "https://a.example"], 0),
    ],
)
def test_origins_that_no_browser_sends_are_told_apart(acme: Owner, origins: list[str], wrong: int):
    refused = acme.call("PATCH", "/v1/tenant", {"origins": origins})

    assert (422, "invalid_value") == refused.outcome
    (fault,) = refused.json["errors"]
    assert f"/origins/{wrong}" == fault["pointer"]
    assert "(https://acme.example, " in fault["detail"]


def test_there_is_an_end_to_origins(acme: Owner):
    refused = acme.call("PATCH", "/v1/tenant", {"origins": [f"https://a{n}.example" for n in range(21)]})

    assert (422, "/origins") == (refused.status, refused.json["errors"][0]["pointer"])


def test_a_made_key_is_shown_once_and_works_at_once(wire: Wire, acme: Owner):
    made = acme.call("POST", "/v1/tenant/keys", {"kind": "pk"})
    listed = acme.call("GET", "/v1/tenant/keys")

    assert (201, "pk") == (made.status, made.json["kind"])
    assert 201 == wire.post("/v1/rooms", ROOM, x_api_key=made.json["key"]).status
    assert [made.json["id"]] == [key["id"] for key in listed.json["keys"]][2:]
    assert made.json["key"] not in listed.text
    assert "digest" not in listed.text


def test_an_old_key_works_during_its_grace_and_not_after(wire: Wire, acme: Owner, backstage: Backstage):
    old = acme.call("POST", "/v1/tenant/keys", {"kind": "pk"}).json
    new = acme.call("POST", f"/v1/tenant/keys/{old['id']}/rotate", {"grace_seconds": 60}).json

    backstage.clock.pass_ms(59_999)
    assert 201 == wire.post("/v1/rooms", ROOM, x_api_key=old["key"]).status
    assert 201 == wire.post("/v1/rooms", ROOM, x_api_key=new["key"]).status
    backstage.clock.pass_ms(1)
    assert (401, "invalid_api_key") == wire.post("/v1/rooms", ROOM, x_api_key=old["key"]).outcome
    assert 201 == wire.post("/v1/rooms", ROOM, x_api_key=new["key"]).status


def test_a_key_that_is_rotated_twice_has_one_successor(acme: Owner):
    old = acme.call("POST", "/v1/tenant/keys", {"kind": "pk"}).json
    new = acme.call("POST", f"/v1/tenant/keys/{old['id']}/rotate", {"grace_seconds": 60})

    again = acme.call("POST", f"/v1/tenant/keys/{old['id']}/rotate", {"grace_seconds": 60})

    assert (201, (409, "already_rotated")) == (new.status, again.outcome)
    listed = [key["id"] for key in acme.call("GET", "/v1/tenant/keys").json["keys"]]
    assert [old["id"], new.json["id"]] == listed[2:]


def test_a_key_that_two_rotate_at_once_has_one_successor(
    acme: Owner, backstage: Backstage, monkeypatch: pytest.MonkeyPatch
):
    old = acme.call("POST", "/v1/tenant/keys", {"kind": "pk"}).json
    store = backstage.server.outside.tenants
    save = store.save

    def save_later(tenant: Tenant) -> bool:
        monkeypatch.undo()
        administration.rotate_key(store, "acme", old["id"], 60, "0" * 64, backstage.clock.now())
        return save(tenant)

    monkeypatch.setattr(store, "save", save_later)
    slower = acme.call("POST", f"/v1/tenant/keys/{old['id']}/rotate", {"grace_seconds": 60})

    standing = store.get("acme")
    assert (409, "already_rotated") == slower.outcome
    assert standing and 4 == len(standing.keys)


def test_a_successor_that_was_lost_is_rotated_itself(wire: Wire, acme: Owner, backstage: Backstage):
    old = acme.call("POST", "/v1/tenant/keys", {"kind": "pk"}).json
    lost = acme.call("POST", f"/v1/tenant/keys/{old['id']}/rotate", {"grace_seconds": 60}).json
    found = acme.call("POST", f"/v1/tenant/keys/{lost['id']}/rotate", {"grace_seconds": 0})

    assert 201 == found.status
    assert 201 == wire.post("/v1/rooms", ROOM, x_api_key=old["key"]).status
    backstage.clock.pass_ms(60_000)
    assert (401, "invalid_api_key") == wire.post("/v1/rooms", ROOM, x_api_key=old["key"]).outcome
    assert 201 == wire.post("/v1/rooms", ROOM, x_api_key=found.json["key"]).status


def test_a_rotation_never_lengthens_the_life_of_a_key_that_is_lent(acme: Owner, backstage: Backstage):
    store = backstage.server.outside.tenants
    lent = administration.lend_key(store, "acme", "0" * 64, backstage.clock.now())
    backstage.clock.pass_ms(LENT_MS - 60_000)

    rotated = acme.call("POST", f"/v1/tenant/keys/{lent.key.id}/rotate", {"grace_seconds": 3600})

    assert 201 == rotated.status
    backstage.clock.pass_ms(60_000)
    assert (401, "invalid_api_key") == acme.call("GET", "/v1/tenant", x_api_key=lent.text).outcome


def test_whoever_sends_nothing_rotates_a_key_with_the_usual_grace(acme: Owner, backstage: Backstage):
    old = acme.call("POST", "/v1/tenant/keys", {"kind": "sk"}).json

    assert 201 == acme.call("POST", f"/v1/tenant/keys/{old['id']}/rotate").status

    backstage.clock.pass_ms(86_400_000 - 1)
    assert 200 == acme.call("GET", "/v1/tenant", x_api_key=old["key"]).status
    backstage.clock.pass_ms(1)
    assert 401 == acme.call("GET", "/v1/tenant", x_api_key=old["key"]).status


def test_keys_are_told_apart_by_how_they_end(acme: Owner):
    made = acme.call("POST", "/v1/tenant/keys", {"kind": "pk"}).json

    listed = acme.call("GET", "/v1/tenant/keys").json["keys"]

    assert [acme.pk[-4:], acme.sk[-4:], made["key"][-4:]] == [key["ends_with"] for key in listed]
    assert made["key"][-4:] == made["ends_with"]


def test_a_revoked_key_opens_nothing_here_at_once(wire: Wire, acme: Owner):
    made = acme.call("POST", "/v1/tenant/keys", {"kind": "sk"}).json

    assert 204 == acme.call("DELETE", f"/v1/tenant/keys/{made['id']}").status

    assert (401, "invalid_api_key") == acme.call("GET", "/v1/tenant", x_api_key=made["key"]).outcome
    assert (404, "key_not_found") == acme.call("DELETE", f"/v1/tenant/keys/{made['id']}").outcome


def test_a_key_revoked_elsewhere_opens_nothing_after_a_few_seconds(acme: Owner, backstage: Backstage):
    made = acme.call("POST", "/v1/tenant/keys", {"kind": "sk"}).json
    assert 200 == acme.call("GET", "/v1/tenant", x_api_key=made["key"]).status
    elsewhere = Backstage(memory=backstage.memory, clock=backstage.clock)
    administration.revoke_key(elsewhere.server.outside.tenants, "acme", made["id"], backstage.clock.now())
    backstage.clock.pass_ms(BELIEVED_MS)

    assert (401, "invalid_api_key") == acme.call("GET", "/v1/tenant", x_api_key=made["key"]).outcome


def test_nobody_locks_themselves_out(acme: Owner):
    (mine,) = [key["id"] for key in acme.call("GET", "/v1/tenant/keys").json["keys"] if key["kind"] == "sk"]

    assert (409, "last_secret_key") == acme.call("DELETE", f"/v1/tenant/keys/{mine}").outcome
    rotated = acme.call("POST", f"/v1/tenant/keys/{mine}/rotate", {"grace_seconds": 60})
    assert 204 == acme.call("DELETE", f"/v1/tenant/keys/{mine}", x_api_key=rotated.json["key"]).status


def test_there_is_an_end_to_keys(acme: Owner):
    for _ in range(18):
        assert 201 == acme.call("POST", "/v1/tenant/keys", {"kind": "pk"}).status

    assert (409, "too_many_keys") == acme.call("POST", "/v1/tenant/keys", {"kind": "pk"}).outcome


def test_keys_can_be_replaced_at_the_limit_and_there_is_an_end_to_that_too(acme: Owner):
    for _ in range(18):
        newest = acme.call("POST", "/v1/tenant/keys", {"kind": "pk"}).json

    for _ in range(20):
        rotated = acme.call("POST", f"/v1/tenant/keys/{newest['id']}/rotate", {"grace_seconds": 3600})
        assert 201 == rotated.status
        newest = rotated.json

    refused = acme.call("POST", f"/v1/tenant/keys/{newest['id']}/rotate", {"grace_seconds": 3600})
    assert (409, "too_many_keys") == refused.outcome
    assert (409, "too_many_keys") == acme.call("POST", "/v1/tenant/keys", {"kind": "pk"}).outcome


@pytest.mark.parametrize(
    "body", [{}, {"kind": "xk"}, {"kind": "pk", "more": 1}, {"kind": None}, {"kind": ["pk"]}]
)
def test_what_is_no_wish_for_a_key_is_refused(acme: Owner, body: object):
    assert 422 == acme.call("POST", "/v1/tenant/keys", body).status


@pytest.mark.parametrize("grace", [-1, 30 * 86_400 + 1, "60", 1.5, None])
def test_a_grace_has_its_bounds(acme: Owner, grace: object):
    made = acme.call("POST", "/v1/tenant/keys", {"kind": "pk"}).json

    refused = acme.call("POST", f"/v1/tenant/keys/{made['id']}/rotate", {"grace_seconds": grace})

    assert (422, "/grace_seconds") == (refused.status, refused.json["errors"][0]["pointer"])
