"""What the queue of webhooks wakes: each message is one attempt to tell a tenant's server of an event."""

from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, Final

from pydantic_core import to_json

from chalicelib.adapters.courier import read_errand
from chalicelib.api import logs
from chalicelib.api.server import server
from chalicelib.decks.present import instant
from chalicelib.rooms.errors import StoreBusy
from chalicelib.tenants.delivering import deliver
from chalicelib.tenants.webhooks import Event

Json = dict[str, Any]

ROUTE: Final = "webhooks"


def handle(event: Any) -> Json:
    """Make the attempts of a batch side by side; only those that we failed in are delivered again.

    An attempt has its end (`adapters.webhooks`), and so has the batch: nobody's slow server is waited for
    longer than that, whoever's message came along with its own.
    """
    records = event.to_dict()["Records"]
    with ThreadPoolExecutor(len(records)) as pool:
        failed = [
            record["messageId"]
            for record, ok in zip(records, pool.map(_attempt, records), strict=True)
            if not ok
        ]
    return {"batchItemFailures": [{"itemIdentifier": message} for message in failed]}


def _attempt(record: Json) -> bool:
    logs.begin()
    try:
        errand = read_errand(record["body"])
        post, clock = server().outside.post(errand.tenant), server().outside.clock
        tried = deliver(post, errand, partial(body, errand.tenant), clock.now)
    except StoreBusy:
        logs.line(request_id=record["messageId"], route=ROUTE, code="store_busy")
        return False
    except Exception as trouble:
        logs.bug(trouble, record["messageId"])
        return False
    if tried is not None:
        logs.line(
            request_id=record["messageId"],
            route=ROUTE,
            tenant=errand.tenant,
            room=tried.event.room_id,
            event=tried.event.id,
            outcome=tried.status,
            attempts=tried.attempts,
            status=tried.answer.status,
            trouble=tried.answer.trouble,
        )
    return True


def body(tenant: str, event: Event) -> bytes | None:
    """The JSON that tells of an event as things are now; None if what it is about was deleted."""
    told = _told(tenant, event)
    if told is None:
        return None
    data = {"room": {"id": event.room_id, "code": event.code, "game": event.game}, **told}
    return to_json({"type": event.type, "timestamp": instant(event.at), "data": data})


def _told(tenant: str, event: Event) -> Mapping[str, Any] | None:
    match event.type:
        case "round.ended":
            house = server().house(tenant)
            record = house.store.kept_round(event.code, event.room_id, event.facts["round"])
            if record is None:
                return None
            room = house.store.load(event.code)
            erased = room.document.erased if room and room.document.id == event.room_id else ()
            return {"round": house.presenter.round(record.without(erased))}
        case "match.ended":
            return {"match": {**event.facts, "ended_at": instant(event.facts["ended_at"])}}
        case "room.closed":
            return event.facts
