"""What is deleted because somebody asks for it: players, rooms, and a tenant with all that is its own."""

import re
from collections.abc import Iterator, Mapping
from datetime import UTC, date, datetime, timedelta
from typing import Any, Final

from chalice.app import Response

from chalicelib.adapters.keys import noon_of
from chalicelib.adapters.retention import living_on
from chalicelib.api.limits import guesses
from chalicelib.api.messages import Message
from chalicelib.api.problems import Fault, problem
from chalicelib.api.request import Request
from chalicelib.api.rooms import room_code
from chalicelib.api.routes import Routes, reply
from chalicelib.api.server import server
from chalicelib.core.ids import PlayerId
from chalicelib.decks.present import instant
from chalicelib.rooms.erasing import delete_room, delete_rooms, erase_player
from chalicelib.rooms.errors import StoreBusy
from chalicelib.rooms.tokens import holder
from chalicelib.tenants.purging import BUDGET_MS, again_at, purge
from chalicelib.tenants.tenant import Tenant

Json = dict[str, Any]

COUNTED: Final = ("rooms", "rounds", "messages", "decks", "usage_days", "webhooks", "events")
"""What a receipt tells the numbers of."""
MOST_DAYS: Final = 400
"""Nothing is kept for longer after it happened."""
BEFORE_DAYS: Final = 32
"""A tenant without a key may have had rooms before it was given a record."""

_PLAYER: Final = re.compile(r"p[1-9][0-9]?", re.ASCII)

routes = Routes(__name__)


class Purge(Message):
    """The wish to have everything deleted; `confirm` is the id of the tenant."""

    confirm: str


@routes.on("/v1/rooms/{code}/players/{player}", "DELETE")
def forget_me(request: Request, code: str, player: str) -> Response:
    """Whoever holds the token of a seat is forgotten."""
    house, token = request.seat()
    with guesses(house.tenant, request.address):
        erase_player(house, room_code(code), _player(player), holder(token))
    return Response("", {}, 204)


@routes.on("/v1/tenant/rooms/{code}/players/{player}", "DELETE")
def forget_player(request: Request, code: str, player: str) -> Response:
    """A player of one of the tenant's rooms is forgotten, even if there is little left of the room."""
    erase_player(server().house(request.tenant().id), room_code(code), _player(player))
    return Response("", {}, 204)


@routes.on("/v1/tenant/rooms/{code}", "DELETE")
def remove_room(request: Request, code: str) -> Response:
    """One of the tenant's rooms is gone, with all that was said and played in it."""
    house = server().house(request.tenant().id)
    give_up_at = house.clock.now() + BUDGET_MS
    for _ in delete_room(house, room_code(code)):
        if house.clock.now() >= give_up_at:
            raise StoreBusy
    return Response("", {}, 204)


@routes.on("/v1/tenant", "DELETE")
def remove_everything(request: Request) -> Response:
    """All that is the tenant's is deleted; asked again and again, until there is a receipt."""
    tenant = request.tenant(even_closing=True)
    if Purge.model_validate(request.json()).confirm != tenant.id:
        raise problem("invalid_value", Fault("/confirm", "invalid_value", tenant.id))
    outside, clock = server().outside, server().outside.clock.now
    turn = outside.entropy.hexadecimal(8)
    after = purge(outside.tenants, tenant.id, _everything(tenant), clock, turn)
    server().tenants.forget(tenant.id)
    deleted = {kind: after.deleted.get(kind, 0) for kind in COUNTED}
    if after.purged_at is None:
        wait_s = max(1, -(-(again_at(after) - clock()) // 1000))
        return reply({"done": False, "deleted": deleted}, 202, {"Retry-After": str(wait_s)})
    return reply({"done": True, **_receipt(after, after.purged_at, deleted)})


def _receipt(tenant: Tenant, purged_at: int, deleted: Json) -> Json:
    """What became of everything."""
    return {
        "tenant": tenant.id,
        "purged_at": instant(purged_at),
        "deleted": deleted,
        "lives_on": [
            {"what": kind.what, "until": instant(until), "why": kind.lives_on}
            for kind, until in living_on(purged_at)
        ],
    }


def _everything(tenant: Tenant) -> Iterator[Mapping[str, int]]:
    """Delete all that is the tenant's, little by little; how many of what went with each step.

    Webhooks go first, so that nobody is told of what follows, and usage last, since it grows by it. What
    finds nothing is no step: whoever stops after a step has come further.
    """
    house, usage = server().house(tenant.id), server().outside.usage(tenant.id)
    webhooks, shelf = server().outside.post(tenant.id).store, server().outside.own_decks(tenant.id)
    for endpoint in webhooks.endpoints():
        while events := webhooks.clear(endpoint.id):
            yield {"events": events}
        webhooks.remove(endpoint.id)
        yield {"webhooks": 1}
    server().announcer(tenant.id).forget()
    days = days_of(tenant)
    for day in days:
        yield from delete_rooms(house, day, noon_of(day))
    for summary in shelf.summaries():
        shelf.clear(summary["id"])
        yield {"decks": 1}
    for day in days:
        if usage.clear(day):
            yield {"usage_days": 1}


def days_of(tenant: Tenant) -> list[str]:
    """The days (`YYYY-MM-DD`, UTC) on which anything may have happened that is still kept of the tenant."""
    today = _day(server().outside.clock.now())
    first = max(_day(tenant.created_at) - timedelta(BEFORE_DAYS), today - timedelta(MOST_DAYS))
    return [(first + timedelta(n)).isoformat() for n in range((today - first).days + 1)]


def _day(at: int) -> date:
    return datetime.fromtimestamp(at // 1000, UTC).date()


def _player(typed: str) -> PlayerId:
    """The player of the path; raises the problem of what can be none."""
    if _PLAYER.fullmatch(typed) is None:
        raise problem("player_not_found")
    return PlayerId(typed)
