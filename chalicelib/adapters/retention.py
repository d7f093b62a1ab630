"""How long everything is kept, and why: all that is ever written, by the form of its key.

Nothing is kept without a reason, and but for what a tenant keeps until it deletes it, everything has an
instant at which the store forgets it. DynamoDB takes up to a few days to do so; what is due is not shown.
"""

import re
from dataclasses import dataclass
from typing import Final

from chalicelib.adapters.dynamodb.buckets import KEPT_S as BUCKETS_KEPT_S
from chalicelib.adapters.dynamodb.connections import CONNECTIONS_KEPT_S
from chalicelib.adapters.dynamodb.register import ENTRIES_KEPT_S
from chalicelib.adapters.dynamodb.rooms import OPENINGS_KEPT_S, ROUNDS_KEPT_S
from chalicelib.adapters.dynamodb.usage import USAGE_KEPT_S
from chalicelib.adapters.keys import Key
from chalicelib.decks.own.shelf import KEPT_S as VERSIONS_KEPT_S
from chalicelib.rooms.chat import KEPT_S as MESSAGES_KEPT_S
from chalicelib.rooms.chat import KEY_KEPT_S
from chalicelib.rooms.room import KEPT_S as ROOMS_KEPT_S
from chalicelib.tenants.purging import RECEIPT_KEPT_S
from chalicelib.tenants.webhooks import KEPT_S as EVENTS_KEPT_S

LOGS_KEPT_S: Final = 30 * 24 * 60 * 60
"""As `.chalice/config.json` says for every function."""
FULL_BUCKET_S: Final = 10 * 60
"""No bucket of any plan takes longer to be full again."""


@dataclass(frozen=True, slots=True)
class Kept:
    """A kind of thing: the form of its key as `pk sk`, and how long after what it is kept (None: no end).

    `lives_on` is why some of it may outlive the purge of its tenant.
    """

    what: str
    form: str
    kept_s: int | None
    after: str
    why: str
    lives_on: str | None = None


_T, _R = "T#[a-z0-9-]+", "T#[a-z0-9-]+#R#[A-Z0-9]+"

KINDS: Final = (
    Kept("rooms", f"{_R} ROOM", ROOMS_KEPT_S, "its end", "its code is nobody else's yet"),
    Kept(
        "rounds",
        f"{_R} ROUND#.+",
        ROUNDS_KEPT_S,
        "the end of its room",
        "frontends show them, webhooks tell them",
    ),
    Kept(
        "messages", f"{_R} MSG#.+", MESSAGES_KEPT_S, "the end of its room", "what was said can be looked into"
    ),
    Kept("message_keys", f"{_R} SAID#.+", KEY_KEPT_S, "the message", "a repeated message is said once"),
    Kept(
        "opening_keys",
        f"{_T}#OPEN#.+ OPEN",
        OPENINGS_KEPT_S,
        "the request",
        "a repeated request makes one room",
        "digests of requests, found by nothing but the request itself",
    ),
    Kept(
        "sockets",
        "C#.+ CONN",
        CONNECTIONS_KEPT_S,
        "it was opened",
        "the gateway keeps none for longer",
        "those that belong to no room, or to one that had gone before",
    ),
    Kept(
        "register", f"{_T}#D#.+", ENTRIES_KEPT_S, "the end of the room", "so that all of a room can be found"
    ),
    Kept("usage", f"{_T}#U.*", USAGE_KEPT_S, "the day", "a year's bills can be looked into"),
    Kept(
        "buckets",
        f"{_T}#B#.+ BUCKET",
        BUCKETS_KEPT_S + FULL_BUCKET_S,
        "it was asked for",
        "limits",
        "counts by addresses that nobody can read out of them",
    ),
    Kept(
        "events",
        f"{_T}#W#.+",
        EVENTS_KEPT_S,
        "it happened",
        "they can be sent again",
        "those of webhooks that had been removed before; without names",
    ),
    Kept("webhooks", f"{_T} WEBHOOK#.+", None, "", "until the tenant removes it"),
    Kept("decks", f"{_T}#DECKS .+", None, "", "until the tenant deletes it"),
    Kept(
        "deck_versions",
        f"{_T}#DECK#.+",
        VERSIONS_KEPT_S,
        "it was replaced or deleted",
        "who plays with it goes on",
        "those of decks that had been deleted before",
    ),
    Kept("tenant", f"{_T} TENANT", None, "", "until the tenant is purged"),
    Kept(
        "receipt",
        f"{_T} TENANT",
        RECEIPT_KEPT_S,
        "the purge",
        "this receipt",
        "the record of the purge itself",
    ),
    Kept(
        "logs",
        "",
        LOGS_KEPT_S,
        "the request",
        "trouble can be looked into",
        "requests without anything personal",
    ),
)
"""All of them. The newest version of a deck is kept as long as the deck."""


def kind_of(key: Key) -> Kept:
    """What an item is; raises `ValueError` for a key that nobody has heard of."""
    for kind in KINDS:
        if kind.form and re.fullmatch(kind.form, f"{key.pk} {key.sk}"):
            return kind
    raise ValueError("no such kind")


def living_on(purged_at: int) -> list[tuple[Kept, int]]:
    """What may be left of a tenant after it was purged at that instant (epoch ms), and until when."""
    return [
        (kind, purged_at + kind.kept_s * 1000) for kind in KINDS if kind.lives_on and kind.kept_s is not None
    ]
