"""The webhooks of a tenant: where its own servers are told what ends in its rooms, and what came of it."""

import base64
from typing import Any, Final

from chalice.app import Response
from pydantic import Field

from chalicelib.api.messages import Message
from chalicelib.api.problems import Fault, problem
from chalicelib.api.request import Request
from chalicelib.api.routes import Routes, reply
from chalicelib.api.server import server
from chalicelib.decks.present import instant
from chalicelib.tenants.addresses import read_url
from chalicelib.tenants.administration import MOST_GRACE_S
from chalicelib.tenants.delivering import Post, replay
from chalicelib.tenants.plans import plan
from chalicelib.tenants.tenant import Tenant
from chalicelib.tenants.webhooks import (
    ENDPOINT_ID,
    EVENT_ID,
    EVENT_TYPES,
    KEPT_S,
    SECRET_BYTES,
    STATUSES,
    Dispatch,
    Endpoint,
    EventType,
    make_secret,
)

Json = dict[str, Any]

GRACE_S: Final = 24 * 60 * 60
PAGE: Final = 50

routes = Routes(__name__)


class MakeWebhook(Message):
    """Another URL to be told; without `events`, of everything that there is."""

    url: str
    events: list[EventType] = Field([*EVENT_TYPES], min_length=1, max_length=len(EVENT_TYPES))


class RotateSecret(Message):
    """Another secret in the place of the one before, which signs for a while longer."""

    grace_seconds: int = Field(GRACE_S, ge=0, le=MOST_GRACE_S)


@routes.post("/v1/tenant/webhooks")
def make(request: Request) -> Response:
    """Another endpoint, whose secret is told this once."""
    tenant, now = request.tenant(), server().outside.clock.now()
    wanted = MakeWebhook.model_validate(request.json())
    try:
        read_url(wanted.url, local=server().settings.webhooks_local)
    except ValueError:
        raise problem("invalid_value", Fault("/url", "url_not_allowed")) from None
    store = _post(tenant).store
    if len(store.endpoints()) >= plan(tenant.plan).webhooks:
        raise problem("too_many_webhooks")
    events = tuple(type for type in EVENT_TYPES if type in wanted.events)
    id = f"wh_{server().outside.entropy.hexadecimal(8)}"
    made = Endpoint(id, wanted.url, events, now, _secret())
    store.add(made)
    if len(store.endpoints()) > plan(tenant.plan).webhooks:  # others were made at the same moment
        store.remove(made.id)
        raise problem("too_many_webhooks")
    server().announcer(tenant.id).forget()
    return reply({**_endpoint(made), "secret": made.secret}, 201)


@routes.get("/v1/tenant/webhooks")
def look(request: Request) -> Response:
    """All endpoints, without what signs."""
    return reply({"webhooks": [_endpoint(each) for each in _post(request.tenant()).store.endpoints()]})


@routes.on("/v1/tenant/webhooks/{webhook_id}", "DELETE")
def remove(request: Request, webhook_id: str) -> Response:
    """Tell an endpoint nothing more, not even what is on its way."""
    tenant = request.tenant()
    _post(tenant).store.remove(_found(tenant, webhook_id).id)
    server().announcer(tenant.id).forget()
    return Response("", {}, 204)


@routes.post("/v1/tenant/webhooks/{webhook_id}/rotate")
def rotate(request: Request, webhook_id: str) -> Response:
    """Another secret; what is sent during the grace is signed with both. A third comes only without any."""
    tenant, now = request.tenant(), server().outside.clock.now()
    wanted = RotateSecret.model_validate(request.json(or_nothing=True))
    found = _found(tenant, webhook_id)
    if not found.may_rotate(wanted.grace_seconds, now):
        raise problem("already_rotated")
    rotated = found.rotated(_secret(), wanted.grace_seconds, now)
    if not _post(tenant).store.rotate(rotated, found.secret):
        _found(tenant, webhook_id)  # it may have been removed
        raise problem("already_rotated")
    until = instant(rotated.old_until)
    return reply({**_endpoint(rotated), "secret": rotated.secret, "old_secret_until": until})


@routes.get("/v1/tenant/webhooks/{webhook_id}/deliveries")
def sent(request: Request, webhook_id: str) -> Response:
    """What was sent of the last week and what came of it, the newest first."""
    tenant, now = request.tenant(), server().outside.clock.now()
    endpoint = _found(tenant, webhook_id)
    status, after = request.query("status"), request.query("after")
    chosen = next((each for each in STATUSES if each == status), None)
    if chosen != status:
        raise problem("invalid_value", Fault("/status", "invalid_value", ", ".join(STATUSES)))
    begin = None if after is None else _event(after)
    page = _post(tenant).store.page(endpoint.id, _since(now), begin, chosen, PAGE)
    next_page = page.next and base64.urlsafe_b64encode(page.next.encode()).decode()
    return reply({"deliveries": [_delivery(each) for each in page.dispatches], "next": next_page})


@routes.post("/v1/tenant/webhooks/{webhook_id}/deliveries/{event_id}/replay")
def send_again(request: Request, webhook_id: str, event_id: str) -> Response:
    """Send an event again, under the id that it has."""
    tenant, now = request.tenant(), server().outside.clock.now()
    endpoint, post = _found(tenant, webhook_id), _post(tenant)
    found = post.store.dispatch(endpoint.id, event_id) if EVENT_ID.fullmatch(event_id) else None
    if found is None or found.event.at < _since(now):
        raise problem("delivery_not_found")
    return reply(_delivery(replay(post, endpoint, found, now)), 202)


def _post(tenant: Tenant) -> Post:
    return server().outside.post(tenant.id)


def _secret() -> str:
    return make_secret(bytes.fromhex(server().outside.entropy.hexadecimal(SECRET_BYTES)))


def _since(now: int) -> int:
    """When what is still kept began; the store may take a while to delete the rest."""
    return now - KEPT_S * 1000


def _found(tenant: Tenant, id: str) -> Endpoint:
    found = _post(tenant).store.endpoint(id) if ENDPOINT_ID.fullmatch(id) else None
    if found is None:
        raise problem("webhook_not_found")
    return found


def _event(cursor: str) -> str:
    """After which event to read on; raises the problem of a cursor that we never gave."""
    try:
        event = base64.urlsafe_b64decode(cursor).decode()
    except ValueError:
        event = ""
    if EVENT_ID.fullmatch(event) is None:
        raise problem("invalid_value", Fault("/after", "invalid_value"))
    return event


def _endpoint(endpoint: Endpoint) -> Json:
    return {
        "id": endpoint.id,
        "url": endpoint.url,
        "events": list(endpoint.events),
        "created_at": instant(endpoint.created_at),
        "disabled_at": _instant(endpoint.disabled_at),
    }


def _delivery(dispatch: Dispatch) -> Json:
    event = dispatch.event
    return {
        "event": event.id,
        "type": event.type,
        "at": instant(event.at),
        "room": {"id": event.room_id, "code": event.code, "game": event.game},
        "status": dispatch.status,
        "attempts": dispatch.attempts,
        "tried_at": _instant(dispatch.tried_at),
        "answered": dispatch.answer.status,
        "trouble": dispatch.answer.trouble,
        "next_at": _instant(dispatch.next_at),
    }


def _instant(at: int | None) -> str | None:
    return None if at is None else instant(at)
