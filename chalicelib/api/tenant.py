"""What a tenant administers of itself with its secret key: its origins and its keys."""

from typing import Any

from chalice.app import Response
from pydantic import Field

from chalicelib.api.messages import Message
from chalicelib.api.request import Request
from chalicelib.api.routes import Routes, reply
from chalicelib.api.server import server
from chalicelib.decks.present import instant
from chalicelib.tenants import administration
from chalicelib.tenants.administration import MOST_GRACE_S, NewKey
from chalicelib.tenants.plans import Plan, plan
from chalicelib.tenants.ports import TenantStore
from chalicelib.tenants.tenant import SECRET_BYTES, Key, Kind, Tenant

Json = dict[str, Any]

DAY_S = 24 * 60 * 60

routes = Routes(__name__)


class ChangeTenant(Message):
    """What a tenant may change of itself."""

    origins: list[str]


class MakeKey(Message):
    """Another key."""

    kind: Kind


class RotateKey(Message):
    """A key in the place of another, which works for a while longer."""

    grace_seconds: int = Field(DAY_S, ge=0, le=MOST_GRACE_S)


@routes.get("/v1/tenant")
def look(request: Request) -> Response:
    """The tenant, its plan and its limits."""
    return reply(_tenant(request.tenant()))


@routes.on("/v1/tenant", "PATCH")
def change(request: Request) -> Response:
    """Say on which pages the publishable keys may be used."""
    tenant = request.tenant()
    wanted = ChangeTenant.model_validate(request.json())
    changed = administration.set_origins(_store(), tenant.id, wanted.origins)
    server().tenants.forget(tenant.id)
    return reply(_tenant(changed))


@routes.get("/v1/tenant/keys")
def keys(request: Request) -> Response:
    """Its keys, without what opens anything; one that is lent to the operator is none of its own."""
    tenant, now = request.tenant(), server().outside.clock.now()
    return reply({"keys": [_key(key) for key in tenant.keys if key.is_valid(now) and not key.is_lent]})


@routes.post("/v1/tenant/keys")
def make_key(request: Request) -> Response:
    """Another key, which is told this once."""
    tenant = request.tenant()
    wanted = MakeKey.model_validate(request.json())
    made = administration.add_key(_store(), tenant.id, wanted.kind, _secret(), server().outside.clock.now())
    server().tenants.forget(tenant.id)
    return reply(_made(made), 201)


@routes.post("/v1/tenant/keys/{key_id}/rotate")
def rotate_key(request: Request, key_id: str) -> Response:
    """A new key of the same kind; the old one ends after the grace."""
    tenant, now = request.tenant(), server().outside.clock.now()
    wanted = RotateKey.model_validate(request.json(or_nothing=True))
    made = administration.rotate_key(_store(), tenant.id, key_id, wanted.grace_seconds, _secret(), now)
    server().tenants.forget(tenant.id)
    return reply(_made(made), 201)


@routes.on("/v1/tenant/keys/{key_id}", "DELETE")
def revoke_key(request: Request, key_id: str) -> Response:
    """End a key at once."""
    tenant = request.tenant()
    administration.revoke_key(_store(), tenant.id, key_id, server().outside.clock.now())
    server().tenants.forget(tenant.id)
    return Response("", {}, 204)


def _store() -> TenantStore:
    return server().outside.tenants


def _secret() -> str:
    return server().outside.entropy.hexadecimal(SECRET_BYTES)


def _tenant(tenant: Tenant) -> Json:
    return {
        "id": tenant.id,
        "plan": tenant.plan,
        "origins": list(tenant.origins),
        "created_at": instant(tenant.created_at),
        "limits": _limits(plan(tenant.plan)),
    }


def _limits(plan: Plan) -> Json:
    """The limits of a plan; a rate as so many at once, and how long an empty bucket takes to fill."""
    rates = {name: {"burst": r.burst, "window_ms": r.window_ms} for name, r in plan.rates().items()}
    return {**plan.counts(), **rates}


def _key(key: Key) -> Json:
    return {
        "id": key.id,
        "kind": key.kind,
        "ends_with": key.ends_with,
        "created_at": instant(key.created_at),
        "ends_at": None if key.ends_at is None else instant(key.ends_at),
    }


def _made(made: NewKey) -> Json:
    return {**_key(made.key), "key": made.text}
