"""All that is kept of a tenant, for the tenant to take away: a page after the other."""

import base64
import hashlib
import hmac
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import asdict
from typing import Any, Final

from chalice.app import Response
from pydantic_core import from_json, to_json

from chalicelib.api.erasing import days_of
from chalicelib.api.problems import Fault, problem
from chalicelib.api.request import Request
from chalicelib.api.routes import Routes, reply
from chalicelib.api.server import server
from chalicelib.api.usage import told
from chalicelib.core.deck import UnknownDeck
from chalicelib.decks.present import instant
from chalicelib.rooms.house import House
from chalicelib.rooms.room import Room
from chalicelib.tenants.tenant import Tenant
from chalicelib.tenants.usage import NOTHING

Json = dict[str, Any]
Place = tuple[str, ...]
"""Where something stands in its section: places are in order, so that one can go on after any of them."""
Section = Iterator[tuple[Place, Json | None]]

MOST_BYTES: Final = 512 * 1024
"""Of a page, but for what comes with its last item."""
MOST_MS: Final = 10_000
MESSAGES: Final = 100
"""Messages that are read at once."""
MAC_BYTES: Final = 16

routes = Routes(__name__)


@routes.get("/v1/tenant/export")
def export(request: Request) -> Response:
    """A page of it, and where the next one begins."""
    tenant, cursor, clock = request.tenant(), request.query("cursor"), server().outside.clock
    began_at, size, items = clock.now(), 0, list[Json]()
    for place, item in _all(tenant, _read(tenant, cursor) if cursor is not None else ()):
        if item is not None:
            items.append(item)
            size += len(to_json(item))
        if size >= MOST_BYTES or clock.now() >= began_at + MOST_MS:
            return reply({"items": items, "next": _written(tenant, place)})
    return reply({"items": items, "next": None})


def _all(tenant: Tenant, after: Place) -> Section:
    """What there is after a place, whose first part is a section."""
    for section in sorted(SECTIONS):
        if not after or section >= after[0]:
            inner = after[1:] if after and section == after[0] else ()
            for place, item in SECTIONS[section](tenant, inner):
                if place > inner:
                    yield (section, *place), item


def _tenant(tenant: Tenant, after: Place) -> Section:
    keys = [
        {
            "id": k.id,
            "kind": k.kind,
            "ends_with": k.ends_with,
            "created_at": instant(k.created_at),
            "ends_at": _instant(k.ends_at),
        }
        for k in tenant.keys
        if not k.is_lent
    ]
    yield (
        ("1",),
        {
            "kind": "tenant",
            "id": tenant.id,
            "plan": tenant.plan,
            "origins": list(tenant.origins),
            "created_at": instant(tenant.created_at),
            "keys": keys,
        },
    )


def _webhooks(tenant: Tenant, after: Place) -> Section:
    endpoints = server().outside.post(tenant.id).store.endpoints()
    for each in sorted(endpoints, key=lambda endpoint: endpoint.id):
        yield (
            (each.id,),
            {
                "kind": "webhook",
                "id": each.id,
                "url": each.url,
                "events": list(each.events),
                "created_at": instant(each.created_at),
                "disabled_at": _instant(each.disabled_at),
            },
        )


def _decks(tenant: Tenant, after: Place) -> Section:
    decks = server().decks(tenant.id)
    for summary in sorted(decks.own(), key=lambda summary: str(summary["id"])):
        if (summary["id"],) > after:
            with suppress(UnknownDeck):  # deleted since it was listed
                sent, version = decks.source(summary["id"])
                deck = {"kind": "deck", "id": summary["id"], "version": version, "deck": from_json(sent)}
                yield (summary["id"],), deck


def _usage(tenant: Tenant, after: Place) -> Section:
    book, days = server().outside.usage(tenant.id), days_of(tenant)
    totals = book.totals(days[0], days[-1])
    for day in days:
        if (day,) > after:
            used = totals[day] if day in totals else book.sum(day)
            yield (day,), {"kind": "usage", "date": day, **told(used)} if used != NOTHING else None


def _rooms(tenant: Tenant, after: Place) -> Section:
    """By the day on which they were opened, each with its rounds and messages."""
    house = server().house(tenant.id)
    for day in days_of(tenant):
        if day >= (after or ("",))[0]:
            for code, room_id in house.register.opened_on(day):
                place = (day, f"{code}#{room_id}")
                if place >= after[:2]:
                    yield from _room(house, place, code, room_id, after[2:] if place == after[:2] else ())
            yield (day, "~"), None


def _room(house: House, place: Place, code: str, room_id: str, after: Place) -> Section:
    """A room as everybody in it sees it, and what is kept of it; of a round that is on, nothing."""
    room = house.store.load(code)
    if room is not None and room.document.id != room_id:
        room = None
    erased = room.document.erased if room is not None else ()
    about = {"room": {"id": room_id, "code": code}}
    if room is not None:
        yield (*place, "1"), {"kind": "room", **_snapshot(house, room)}
    waiting = {record.id: record for record in room.waiting_rounds} if room is not None else {}
    kept = waiting | {record.id: record for record in house.archive.rounds(code, room_id)}
    for id in sorted(kept):
        record = kept[id].without(erased)
        yield (*place, "2", id), {"kind": "round", **about, **house.presenter.round(record)}
    number = int(after[1]) if after[:1] == ("3",) else 0
    while page := house.archive.messages(code, room_id, number, MESSAGES):
        for said in (each.without(erased) for each in page):
            number = said.number
            message = {"id": str(number), "player": said.player, "nickname": said.nickname, "text": said.text}
            gone = {"erased": True} if said.is_erased else {}
            yield (
                (*place, "3", f"{number:010}"),
                {"kind": "message", **about, **message, "at": instant(said.at), **gone},
            )


def _snapshot(house: House, room: Room) -> Json:
    table = room.state.public.table
    return {
        "id": room.document.id,
        "code": room.code,
        "game": room.game,
        "created_at": instant(room.document.created_at),
        "closes_at": instant(room.closes_at),
        "phase": room.state.phase,
        "locale": table.locale,
        "options": asdict(table.options),
        "deck": room.document.deck or house.ruleset(room).deck_id(table.options),
        "match": table.match,
        "rounds_played": table.rounds_played,
        "players": [
            {"id": p.id, "nickname": p.nickname, "kind": p.kind, "status": p.status, "score": p.score}
            for p in table.players
        ],
    }


SECTIONS: Final[Mapping[str, Callable[[Tenant, Place], Section]]] = {
    "1 tenant": _tenant,
    "2 webhooks": _webhooks,
    "3 decks": _decks,
    "4 usage": _usage,
    "5 rooms": _rooms,
}
"""In this order."""


def _instant(at: int | None) -> str | None:
    return None if at is None else instant(at)


def _written(tenant: Tenant, place: Place) -> str:
    """A place as whoever takes it to the next page gets it; it is of no use to another tenant."""
    raw = to_json(place)
    return base64.urlsafe_b64encode(_mac(tenant, raw) + raw).decode().rstrip("=")


def _read(tenant: Tenant, cursor: str) -> Place:
    """The place again; raises the problem of a cursor that this tenant was never given."""
    try:
        given = base64.urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4))
    except ValueError:
        given = b""
    mac, raw = given[:MAC_BYTES], given[MAC_BYTES:]
    if not hmac.compare_digest(mac, _mac(tenant, raw)):
        raise problem("invalid_value", Fault("/cursor", "unknown_cursor"))
    return tuple(from_json(raw))


def _mac(tenant: Tenant, raw: bytes) -> bytes:
    key = server().settings.token_secret.encode()
    return hmac.digest(key, b"export " + tenant.id.encode() + b" " + raw, hashlib.sha256)[:MAC_BYTES]
