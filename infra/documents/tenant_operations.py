"""What a tenant asks about itself, with its secret key."""

from typing import Final

from chalicelib.api import erasing, webhooks
from chalicelib.api import tenant as api
from chalicelib.tenants.webhooks import STATUSES
from infra.documents import tenant_replies as told
from infra.documents.operation import Operation, Operations

PLACE: Final = {
    "id": "biblioteca",
    "name": "Biblioteca",
    "roles": ["Bibliotecaria", "Estudiante de oposiciones", "Lector de periódicos"],
    "picture": {"src": "om/1F4DA.svg"},
}
DECK: Final = {"game": "espia", "locale": "es", "title": "Mi barrio", "rating": "family", "cards": [PLACE]}
"""What a deck looks like; one to play with has more places, with more roles in each."""

TENANT: Final[Operations] = {
    ("GET", "/v1/tenant"): Operation(
        id="get_tenant",
        tag="tenant",
        who="secret",
        summary="The tenant, its plan and its limits",
        answers={200: told.Tenant},
    ),
    ("PATCH", "/v1/tenant"): Operation(
        id="change_tenant",
        tag="tenant",
        who="secret",
        summary="Say on which pages the publishable keys may be used",
        body=api.ChangeTenant,
        answers={200: told.Tenant},
        example={"origins": ["https://play.example"]},
    ),
    ("DELETE", "/v1/tenant"): Operation(
        id="purge_tenant",
        tag="tenant",
        who="secret",
        summary="Delete the tenant and all that is its own",
        description=(
            "At once its keys open nothing but this. Ask again after `Retry-After` as long as the answer is "
            "202; then there is the receipt, which says what lives on and until when."
        ),
        body=erasing.Purge,
        answers={200: told.Receipt, 202: told.Purging},
        headers={202: ("Retry-After",)},
        example={"confirm": "acme"},
    ),
    ("GET", "/v1/tenant/export"): Operation(
        id="export_tenant",
        tag="tenant",
        who="secret",
        summary="All that is kept of the tenant, a page after the other",
        answers={200: told.Export},
        query={"cursor": {"type": "string"}},
        problems=("invalid_value",),
    ),
    ("DELETE", "/v1/tenant/rooms/{code}"): Operation(
        id="delete_room",
        tag="tenant",
        who="secret",
        summary="One of the tenant's rooms is gone, with all that was said and played in it",
        answers={204: None},
        problems=("room_not_found",),
    ),
    ("DELETE", "/v1/tenant/rooms/{code}/players/{player}"): Operation(
        id="forget_player",
        tag="tenant",
        who="secret",
        summary="A player of one of the tenant's rooms is forgotten, however little is left of it",
        answers={204: None},
        problems=("room_not_found", "player_not_found"),
    ),
    ("GET", "/v1/tenant/keys"): Operation(
        id="list_keys",
        tag="tenant",
        who="secret",
        summary="Its keys, without what opens anything",
        answers={200: told.Keys},
    ),
    ("POST", "/v1/tenant/keys"): Operation(
        id="make_key",
        tag="tenant",
        who="secret",
        summary="Another key, which is told this once",
        body=api.MakeKey,
        answers={201: told.NewKey},
        problems=("too_many_keys",),
        example={"kind": "pk"},
    ),
    ("POST", "/v1/tenant/keys/{key_id}/rotate"): Operation(
        id="rotate_key",
        tag="tenant",
        who="secret",
        summary="A key in the place of another, which works for a while longer",
        body=api.RotateKey,
        is_body_optional=True,
        answers={201: told.NewKey},
        problems=("key_not_found", "already_rotated", "too_many_keys"),
        example={"grace_seconds": 3600},
    ),
    ("DELETE", "/v1/tenant/keys/{key_id}"): Operation(
        id="revoke_key",
        tag="tenant",
        who="secret",
        summary="End a key at once",
        answers={204: None},
        problems=("key_not_found", "last_secret_key"),
    ),
    ("GET", "/v1/tenant/usage"): Operation(
        id="get_usage",
        tag="tenant",
        who="secret",
        summary="What was used on each of some days, and in all",
        answers={200: told.UsageReport},
        query={name: {"type": "string", "format": "date"} for name in ("from", "to")},
        problems=("invalid_value",),
    ),
    ("GET", "/v1/tenant/decks"): Operation(
        id="list_own_decks",
        tag="own decks",
        who="secret",
        summary="The tenant's own decks",
        answers={200: told.OwnDecks},
    ),
    ("GET", "/v1/tenant/decks/{deck_id}"): Operation(
        id="export_deck",
        tag="own decks",
        who="secret",
        summary="A deck as it was sent, so that it can be sent again",
        description="Its version is the entity tag.",
        answers={200: "OwnDeck"},
        problems=("deck_not_found",),
        is_conditional=True,
    ),
    ("PUT", "/v1/tenant/decks/{deck_id}"): Operation(
        id="put_deck",
        tag="own decks",
        who="secret",
        summary="Make a deck, or put it in the place of the one before",
        description=(
            "It is judged as ours are. Errors refuse it, warnings do not; both stand in `report`. Rooms play "
            "with the version that was the newest when their round was dealt. The example "
            "shows the form alone and would be refused as too small: `espia` needs 20 places of nine roles, "
            "`impostor` twelve words in each of its categories, `shpion` twelve cards and six questions in "
            "each of its themes."
        ),
        body="OwnDeck",
        answers={200: told.Published, 201: told.Published},
        query={"dry_run": {"enum": ["0", "1"]}},
        problems=("invalid_deck", "unknown_game", "deck_limit_reached"),
        is_counted=True,
        headers={201: ("Location",)},
        example=DECK,
    ),
    ("DELETE", "/v1/tenant/decks/{deck_id}"): Operation(
        id="delete_deck",
        tag="own decks",
        who="secret",
        summary="Delete a deck; whoever plays with it goes on",
        answers={204: None},
        problems=("deck_not_found",),
    ),
    ("POST", "/v1/tenant/webhooks"): Operation(
        id="make_webhook",
        tag="webhooks",
        who="secret",
        summary="Have one of your servers told of what ends in your rooms",
        description="Its secret is told this once. Without `events` it is told of everything.",
        body=webhooks.MakeWebhook,
        answers={201: told.NewWebhook},
        problems=("too_many_webhooks",),
        example={"url": "https://play.example/hook", "events": ["round.ended"]},
    ),
    ("GET", "/v1/tenant/webhooks"): Operation(
        id="list_webhooks",
        tag="webhooks",
        who="secret",
        summary="All webhooks, without what signs",
        answers={200: told.Webhooks},
    ),
    ("DELETE", "/v1/tenant/webhooks/{webhook_id}"): Operation(
        id="remove_webhook",
        tag="webhooks",
        who="secret",
        summary="Tell a webhook nothing more, not even what is on its way",
        answers={204: None},
        problems=("webhook_not_found",),
    ),
    ("POST", "/v1/tenant/webhooks/{webhook_id}/rotate"): Operation(
        id="rotate_webhook",
        tag="webhooks",
        who="secret",
        summary="Another secret; what is sent during the grace is signed with both",
        body=webhooks.RotateSecret,
        is_body_optional=True,
        answers={200: told.RotatedWebhook},
        problems=("webhook_not_found", "already_rotated"),
        example={"grace_seconds": 3600},
    ),
    ("GET", "/v1/tenant/webhooks/{webhook_id}/deliveries"): Operation(
        id="list_deliveries",
        tag="webhooks",
        who="secret",
        summary="What was sent of the last week and what came of it, the newest first",
        answers={200: told.Deliveries},
        query={"status": {"enum": [*STATUSES]}, "after": {"type": "string"}},
        problems=("webhook_not_found", "invalid_value"),
    ),
    ("POST", "/v1/tenant/webhooks/{webhook_id}/deliveries/{event_id}/replay"): Operation(
        id="replay_delivery",
        tag="webhooks",
        who="secret",
        summary="Send an event again, under the id that it has",
        answers={202: told.Delivery},
        problems=("webhook_not_found", "delivery_not_found", "webhook_disabled"),
    ),
}
"""Its requests by their methods and paths."""
