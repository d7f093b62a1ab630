"""A tenant's own decks over the wire, and rooms that play with them."""

from typing import Any

from tests.api.owners import Owner
from tests.api.wire import Answer, Seat
from tests.decks.own import Json


def put(owner: Owner, deck: Json, id: str = "mio", query: str = "") -> Answer:
    return owner.call("PUT", f"/v1/tenant/decks/{id}{query}", deck)


def got(owner: Owner, id: str = "mio") -> Answer:
    return owner.call("GET", f"/v1/tenant/decks/{id}")


def deleted(owner: Owner, id: str = "mio") -> Answer:
    return owner.call("DELETE", f"/v1/tenant/decks/{id}")


def seen_by_players(owner: Owner, target: str = "/v1/decks/mio") -> Answer:
    return owner.wire.get(target, x_api_key=owner.pk)


def party(owner: Owner, game: str, size: int = 3, **body: Any) -> list[Seat]:
    host = owner.opens("Ana", game, deck="mio", **body)
    return [host, *(owner.joins(host.code, name) for name in ("Bea", "Eva", "Leo")[: size - 1])]


def dealt(seats: list[Seat]) -> list[Seat]:
    seats[0].do("deal")
    for seat in seats:
        seat.do("seen")
    return seats
