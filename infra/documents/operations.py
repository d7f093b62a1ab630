"""Every request that the service answers.

One is described here, or in `tenant_operations`, once its route is registered; a test compares the two.
"""

from collections.abc import Mapping
from typing import Final

from chalicelib.api.messages import JoinRoom, OpenRoom, Post
from infra.documents import examples, replies
from infra.documents.operation import Operation, Operations
from infra.documents.problems import REFUSALS
from infra.documents.tenant_operations import TENANT

ROOMS: Final[Operations] = {
    ("GET", "/v1/health"): Operation(
        id="health",
        tag="service",
        who="anybody",
        summary="Whether the service answers",
        description="With `deep=1` its table, queue and decks are looked at, at most every five seconds.",
        answers={200: replies.Health},
        query={"deep": {"type": "string"}},
        problems=("unhealthy",),
    ),
    ("GET", "/v1/openapi.json"): Operation(
        id="openapi",
        tag="service",
        who="anybody",
        summary="This document",
        answers={200: {"type": "object"}},
        is_conditional=True,
    ),
    ("GET", "/v1/asyncapi.json"): Operation(
        id="asyncapi",
        tag="service",
        who="anybody",
        summary="What is said over sockets",
        answers={200: {"type": "object"}},
        is_conditional=True,
    ),
    ("GET", "/docs"): Operation(
        id="docs",
        tag="service",
        who="anybody",
        summary="How to build a frontend, for people",
        answers={200: "text/html"},
        is_conditional=True,
    ),
    ("GET", "/docs/problems"): Operation(
        id="problems",
        tag="service",
        who="anybody",
        summary="Every problem code with its cause and cure, for people",
        answers={200: "text/html"},
        is_conditional=True,
    ),
    ("GET", "/v1/games"): Operation(
        id="list_games",
        tag="catalogue",
        who="anybody",
        summary="The games, with the JSON Schema of their options",
        answers={200: replies.Games},
        is_conditional=True,
    ),
    ("GET", "/v1/decks"): Operation(
        id="list_decks",
        tag="catalogue",
        who="shelf",
        summary="The decks, of one game or language if asked for",
        description="With a key, the tenant's own ones too, marked `own`.",
        answers={200: replies.Decks},
        query={"game": {"type": "string"}, "locale": {"type": "string"}},
        is_conditional=True,
    ),
    ("GET", "/v1/decks/{deck_id}"): Operation(
        id="get_deck",
        tag="catalogue",
        who="shelf",
        summary="A deck as a player may see it",
        description=(
            "Names and pictures; never roles, hints or answers. It changes with its `version` only. With a "
            "key, a deck of the tenant's own, too, in any version that is still kept."
        ),
        answers={200: replies.Deck},
        query={"version": {"type": "string"}},
        problems=("deck_not_found",),
        is_conditional=True,
    ),
    ("GET", "/v1/credits"): Operation(
        id="get_credits",
        tag="catalogue",
        who="anybody",
        summary="Whom the pictures are owed to",
        answers={200: replies.Credits},
        is_conditional=True,
    ),
    ("POST", "/v1/rooms"): Operation(
        id="open_room",
        tag="rooms",
        who="key",
        summary="Make a room and sit down in it",
        description="Whoever makes it is its host. The token is given this once: it is the seat.",
        body=OpenRoom,
        answers={201: replies.Seated},
        problems=(
            *("unknown_game", "invalid_options", "invalid_nickname", "bots_not_available", "room_full"),
            *("unknown_deck", "idempotency_key_reused", "token_revoked"),
        ),
        headers={201: ("Location",)},
        is_idempotent=True,
        is_counted=True,
        example=examples.MAKING,
    ),
    ("POST", "/v1/rooms/{code}/players"): Operation(
        id="join_room",
        tag="rooms",
        who="key",
        summary="Take a seat in somebody's room",
        description=(
            "While a round is on one joins as audience, and plays from the next deal on. The code may be "
            "typed in any case, with spaces and hyphens."
        ),
        body=JoinRoom,
        answers={201: replies.Seated},
        problems=(
            *("room_not_found", "room_closed", "room_full", "nickname_taken", "invalid_nickname"),
            *("idempotency_key_reused", "token_revoked"),
        ),
        headers={201: ("Location",)},
        is_idempotent=True,
        is_counted=True,
        example=examples.JOINING,
    ),
    ("GET", "/v1/rooms/{code}"): Operation(
        id="get_room",
        tag="rooms",
        who="door",
        summary="A seat's view; without a token, what somebody at the door may know",
        description="Poll it with `If-None-Match`: the ETag changes with the view, not as time passes.",
        answers={200: {"anyOf": ["View", replies.Summary]}},
        is_conditional=True,
    ),
    ("POST", "/v1/rooms/{code}/actions"): Operation(
        id="act",
        tag="rooms",
        who="seat",
        summary="A seat does something",
        description=(
            "What `actions` in the view lists is accepted, what it does not list is refused. An "
            "`Idempotency-Key` stands for `action_id`; that of `add_bot` is known as long as its seat is."
        ),
        body="Action",
        answers={200: replies.Acted},
        problems=(*REFUSALS, "unknown_action", "action_id_reused", "idempotency_key_reused"),
        is_idempotent=True,
        example={"type": "deal", "phase_seq": 1},
    ),
    ("DELETE", "/v1/rooms/{code}/players/{player}"): Operation(
        id="forget_me",
        tag="rooms",
        who="seat",
        summary="Whoever holds the token of a seat leaves and is forgotten",
        description=(
            "Their nickname becomes the id of the seat, wherever it stands, and what they said is gone; "
            "their results stay. It works after leaving, too, and in a room that is over."
        ),
        answers={204: None},
        problems=("player_not_found",),
    ),
    ("GET", "/v1/rooms/{code}/rounds"): Operation(
        id="list_rounds",
        tag="rooms",
        who="seat",
        summary="Every finished round, everything revealed",
        answers={200: replies.Rounds},
    ),
    ("POST", "/v1/rooms/{code}/messages"): Operation(
        id="say",
        tag="chat",
        who="seat",
        summary="A seat says something to all",
        body=Post,
        answers={201: replies.Said},
        problems=("chat_off", "chat_read_only", "message_contains_word", "idempotency_key_reused"),
        is_idempotent=True,
        example={"text": "¡Hola!"},
    ),
    ("GET", "/v1/rooms/{code}/messages"): Operation(
        id="list_messages",
        tag="chat",
        who="seat",
        summary="What was said: the last hundred messages, or those after one that you have",
        answers={200: replies.Messages},
        query={"after": {"type": "string", "pattern": "^[0-9]{1,9}$"}},
        problems=("chat_off", "invalid_value"),
    ),
}
"""What everybody asks who is no tenant, or whose tenant does not matter."""

OPERATIONS: Final[Operations] = {**ROOMS, **TENANT}
"""Every request that the service answers."""

QUERIES: Final[Mapping[str, str]] = {
    "cursor": "The `next` of an earlier answer: what follows that.",
    "status": "Only what came to that.",
    "version": "A version of a deck of one's own; the newest by default.",
    "from": "The first day, as `YYYY-MM-DD`; by default the thirtieth before `to`.",
    "to": "The last day, as `YYYY-MM-DD` (UTC); today by default. At most 93 days.",
    "dry_run": "`1`: say what there is to say, and keep nothing.",
    "deep": "`1`: look behind the service, too.",
    "game": "Only decks of this game.",
    "locale": "Only decks in this language.",
    "after": "The `next` of an earlier answer: what follows that.",
}
"""What the parameters of addresses mean."""
PATHS: Final[Mapping[str, str]] = {
    "code": "The five characters by which people find the room.",
    "deck_id": "The id of a deck.",
    "player": "The id of a seat: `p1`, `p2`, …",
    "webhook_id": "The id of a webhook, as it is listed.",
    "event_id": "The id of an event, as its deliveries and the header `webhook-id` name it.",
    "key_id": "The id of a key, as it is listed.",
}
"""What the parts of paths mean."""
