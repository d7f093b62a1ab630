"""What tenants' own servers are told, as the webhooks of the OpenAPI document."""

from collections.abc import Mapping
from typing import Any, Final

from chalicelib.api.request import JSON
from chalicelib.tenants.webhooks import EventType
from infra.documents import tenant_replies
from infra.documents.schema import Json, Schemas, summary
from infra.documents.views import BOUND

TOLD: Final[Mapping[EventType, Any]] = {
    "round.ended": tenant_replies.RoundEnded,
    "match.ended": tenant_replies.MatchEnded,
    "room.closed": tenant_replies.RoomClosed,
}
"""What tenants' servers are told of each event."""
SIGNED: Final[Mapping[str, str]] = {
    "webhook-id": "The event; the same for every attempt.",
    "webhook-timestamp": "When this attempt was made, in seconds.",
    "webhook-signature": "`v1,` and the HMAC-SHA256 of `id.timestamp.body` in base64; several in a grace.",
}
"""The headers of Standard Webhooks."""


def webhooks(schemas: Schemas) -> Json:
    """Each event with the request that tells of it."""
    parameters = [
        {"name": name, "in": "header", "required": True, "description": said, "schema": {"type": "string"}}
        for name, said in SIGNED.items()
    ]
    return {
        type: {
            "post": {
                "summary": summary(body),
                "operationId": body.__name__,
                "tags": ["webhooks"],
                "security": [],
                "parameters": parameters,
                "requestBody": {"content": {JSON: {"schema": schemas.of(body, bound=BOUND)}}},
                "responses": {
                    "2XX": {"description": "You have it."},
                    "410": {"description": "You want nothing more: the webhook is disabled."},
                    "default": {"description": "It is tried again, later and later, for about a day."},
                },
            }
        }
        for type, body in TOLD.items()
    }
