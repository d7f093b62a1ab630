"""What a tenant is answered about itself, and what its own servers are told."""

from typing import Annotated, Any, Generic, Literal, TypedDict

from chalicelib.mechanics.table import Standing
from chalicelib.tenants.tenant import Kind as KeyKind
from chalicelib.tenants.webhooks import EventType, Status, Trouble
from infra.documents.replies import (
    Also,
    AnyRound,
    Code,
    Count,
    DeckSummary,
    FaultCode,
    Finding,
    GameId,
    Instant,
    Number,
)

EXPORTED = ("tenant", "webhook", "deck", "usage", "room", "round", "message")
ExportItem = Annotated[
    dict[str, Any],
    Also(required=["kind"], properties={"kind": {"enum": [*EXPORTED]}}),
]


class RateLimit(TypedDict):
    """So many at once, and in how long an empty bucket fills again."""

    burst: Number
    window_ms: Number


class Tenant(TypedDict):
    """A tenant as it sees itself."""

    id: str
    plan: str
    origins: list[str]
    created_at: Instant
    limits: dict[str, RateLimit | int]


class Key(TypedDict):
    """What is kept of a key: never the key itself, but its last four characters (`ends_with`)."""

    id: str
    kind: KeyKind
    ends_with: str
    created_at: Instant
    ends_at: Instant | None


class Keys(TypedDict):
    """The keys that are valid."""

    keys: list[Key]


class NewKey(Key):
    """A key that was made: this is the only time that it is told."""

    key: str


class Deleted(TypedDict):
    """How much was deleted of each kind."""

    rooms: Count
    rounds: Count
    messages: Count
    decks: Count
    usage_days: Count
    webhooks: Count
    events: Count


class Purging(TypedDict):
    """Not all is deleted yet: ask again."""

    done: Literal[False]
    deleted: Deleted


class LivesOn(TypedDict):
    """Something that outlives the purge, and why."""

    what: str
    until: Instant
    why: str


class Receipt(TypedDict):
    """All is deleted."""

    done: Literal[True]
    tenant: str
    purged_at: Instant
    deleted: Deleted
    lives_on: list[LivesOn]


class Export(TypedDict):
    """A page of all that is kept of the tenant: each thing with its kind."""

    items: list[ExportItem]
    next: str | None


class Usage(TypedDict):
    """What was used: rounds that counted, minutes that people played them, actions, and views pushed."""

    rounds: Count
    player_minutes: Annotated[float, Also(minimum=0)]
    actions: Count
    pushes: Count


class DayOfUsage(Usage):
    """What was used on one day (UTC)."""

    date: Annotated[str, Also(format="date")]


class UsageReport(TypedDict):
    """What was used on each day, and in all."""

    days: list[DayOfUsage]
    total: Usage


class OwnDecks(TypedDict):
    """The tenant's own decks."""

    decks: list[DeckSummary]


class Published(TypedDict, Generic[FaultCode]):
    """A deck as it may be played with from now on, and what was found in it."""

    deck: DeckSummary
    report: list[Finding[FaultCode]]


class Webhook(TypedDict):
    """Where one of your servers is told of what ends in your rooms."""

    id: str
    url: str
    events: list[EventType]
    created_at: Instant
    disabled_at: Instant | None


class Webhooks(TypedDict):
    """All of them, without what signs."""

    webhooks: list[Webhook]


class NewWebhook(Webhook):
    """A webhook that was made: this is the only time that its secret is told."""

    secret: str


class RotatedWebhook(NewWebhook):
    """A webhook with another secret. Until the old one ends, what is sent is signed with both."""

    old_secret_until: Instant


class EventRoom(TypedDict):
    """The room in which it happened."""

    id: str
    code: Code
    game: GameId


class Delivery(TypedDict):
    """An event on its way to a webhook, and what came of it."""

    event: str
    type: EventType
    at: Instant
    room: EventRoom
    status: Status
    attempts: Count
    tried_at: Instant | None
    answered: int | None
    trouble: Trouble | None
    next_at: Instant | None


class Deliveries(TypedDict):
    """What was sent of the last week, the newest first."""

    deliveries: list[Delivery]
    next: str | None


class RoundTold(TypedDict, Generic[AnyRound]):
    """A round has ended: what `GET /v1/rooms/{code}/rounds` says of it."""

    room: EventRoom
    round: AnyRound


class MatchEnd(TypedDict):
    """The end of a match."""

    number: Number
    ended_at: Instant
    standings: list[Standing]


class MatchTold(TypedDict):
    """A match has ended: who came out where."""

    room: EventRoom
    match: MatchEnd


class ClosedTold(TypedDict):
    """A room has closed: everybody has `left`, or it has `expired`, nobody having done anything for a day.

    One that you delete tells nothing.
    """

    room: EventRoom
    why: Literal["left", "expired"]


class RoundEnded(TypedDict, Generic[AnyRound]):
    """Sent when a round has ended."""

    type: Literal["round.ended"]
    timestamp: Instant
    data: RoundTold[AnyRound]


class MatchEnded(TypedDict):
    """Sent when a match has ended."""

    type: Literal["match.ended"]
    timestamp: Instant
    data: MatchTold


class RoomClosed(TypedDict):
    """Sent when a room has closed."""

    type: Literal["room.closed"]
    timestamp: Instant
    data: ClosedTold
