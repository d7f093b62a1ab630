"""An evening in which all happens of which anything is kept, told or logged."""

import json

from tests.api import events
from tests.api.owners import Owner
from tests.api.wire import Seat, Wire
from tests.decks import own

NAMES = ("Zenobia", "Fulanita", "Menganita")
TEXT, CLUE = "quedamos en el portal", "pistaquenoespista"
KEYS = ("the-key-of-an-opening", "the-key-of-a-message")
URL = "https://hooks.acme.example/in"


def deliver(wire: Wire, tenant: str) -> None:
    """Whatever waits in the queues arrives."""
    for code, due_at in list(wire.backstage.alarm.armed):
        wire.function("alarms", events.queue(events.wakeup(code, due_at, tenant)))
    names = ("tenant", "endpoint", "event", "due_at")
    errands = [
        json.dumps({name: getattr(each, name) for name in names}) for each in wire.backstage.post.errands
    ]
    if errands:
        wire.function("deliveries", events.queue(*errands))


def evening(wire: Wire, owner: Owner) -> list[Seat]:
    """People, one bot, a chat, clues, a deck of the tenant's own, webhooks, keys, limits; two rounds."""
    assert 201 == owner.call("POST", "/v1/tenant/webhooks", {"url": URL}).status
    assert 201 == owner.call("POST", "/v1/tenant/keys", {"kind": "pk"}).status
    for title in ("Uno", "Dos"):
        deck = {**own.impostor(), "title": title}
        assert owner.call("PUT", "/v1/tenant/decks/mio", deck).status in (200, 201)
    body = {"game": "impostor", "nickname": NAMES[0], "deck": "mio"}
    host = wire.seat(wire.post("/v1/rooms", body, x_api_key=owner.pk, idempotency_key=KEYS[0]))
    seats = [host, *(owner.joins(host.code, name) for name in NAMES[1:])]
    for seat in seats:
        seat.connect()
    wire.post(f"/v1/rooms/{host.code}/messages", {"text": TEXT}, token=host.token, idempotency_key=KEYS[1])
    seats[1].says({"type": "say", "id": "1", "text": TEXT})
    wire.get("/v1/rooms/ZZZZZ", x_api_key=owner.pk)
    for _ in range(2):
        host.do("deal")
        for seat in seats:
            seat.do("seen")
        host.do("start")
        turn = host.view["round"]["turn"]
        next(seat for seat in seats if seat.player == turn).do("clue", text=CLUE)
        host.do("interrupt")
        deliver(wire, owner.id)
    host.do("finish")
    deliver(wire, owner.id)
    return seats
