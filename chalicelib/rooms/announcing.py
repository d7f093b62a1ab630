"""What a tenant's own servers are told of a room: an event for whatever was delivered, without names."""

from typing import Any, Final

from chalicelib.rooms.ports import Clock
from chalicelib.rooms.room import Closing, Delivery, MatchRecord, Room, RoundRecord
from chalicelib.tenants.ports import Courier, WebhookStore
from chalicelib.tenants.webhooks import Dispatch, Endpoint, Event, EventType, event_id

BELIEVED_MS: Final = 15_000
"""So late, at most, every process of the service knows of a new endpoint."""


class Announcer:
    """The consumer that sends a tenant's webhooks on their way."""

    def __init__(self, tenant: str, store: WebhookStore, courier: Courier, clock: Clock) -> None:
        """Nothing is read yet."""
        self._tenant, self._store, self._courier, self._clock = tenant, store, courier, clock
        self._known: list[Endpoint] = []
        self._known_until = 0

    def deliver(self, room: Room, delivery: Delivery) -> None:
        """Keep the event for each endpoint that wants it, and have it sent; again, that changes nothing.

        A room that is deleted tells nothing of it.
        """
        if isinstance(delivery.event, Closing) and delivery.event.why == "deleted":
            return
        now = self._clock.now()
        if self._known_until <= now:
            self._known, self._known_until = self._store.endpoints(), now + BELIEVED_MS
        type, facts = _told(delivery.event)
        interested = [endpoint for endpoint in self._known if endpoint.wants(type)]
        if not interested:
            return
        id = event_id(self._tenant, room.document.id, delivery.id, delivery.at)
        event = Event(id, type, delivery.at, room.document.id, room.code, room.game, facts)
        for endpoint in interested:
            self._store.keep(Dispatch(endpoint.id, event, next_at=event.at))
            self._courier.send(endpoint.id, event.id, event.at, now)

    def drop(self, code: str, room_id: str, opened_at: int | None) -> None:
        """Delete what was to be told of a room."""
        self._store.drop(room_id, opened_at or 0)

    def forget(self) -> None:
        """The endpoints were changed: look at them again."""
        self._known_until = 0


def _told(event: RoundRecord | MatchRecord | Closing) -> tuple[EventType, dict[str, Any]]:
    match event:
        case RoundRecord():
            return "round.ended", {"round": event.id}
        case MatchRecord():
            return "match.ended", {
                "number": event.match,
                "ended_at": event.ended_at,
                "standings": [standing._asdict() for standing in event.standings],
            }
        case Closing():
            return "room.closed", {"why": event.why}
