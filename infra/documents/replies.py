"""What the service answers and sends where no type of the rules says it, by the names of the documents."""

from typing import Annotated, Any, Generic, Literal, NotRequired, TypedDict, TypeVar

from chalicelib.core.deck import CardId
from chalicelib.core.finding import Severity
from chalicelib.core.ids import PlayerId
from chalicelib.decks.model import Rating
from chalicelib.games.registry import RULESETS
from chalicelib.mechanics.clock import Decision
from chalicelib.mechanics.table import Standing, Status
from chalicelib.rooms.code import ALPHABET, LENGTH

PLAYER_ID = {
    "type": "string",
    "pattern": "^p[1-9][0-9]?$",
    "description": "A seat of the room, in order of entry; never given to anybody else.",
}
CARD_ID = {"type": "string", "description": "A card of the deck."}


class Also(dict[str, Any]):
    """Keywords of JSON Schema that a type is shown with, beside its own."""

    __hash__ = object.__hash__  # type: ignore[assignment]


Code = Annotated[str, Also(pattern=f"^[{ALPHABET}]{{{LENGTH}}}$")]
Count = Annotated[int, Also(minimum=0)]
Number = Annotated[int, Also(minimum=1)]
Instant = Annotated[str, Also(format="date-time")]
Nickname = Annotated[str, Also(minLength=1)]
GameId = Annotated[str, Also(enum=[*RULESETS])]
AnyPhase = Annotated[str, Also(enum=[*dict.fromkeys(p.name for r in RULESETS.values() for p in r.phases)])]
Token = Annotated[str, Also(pattern=r"^pt_[a-z0-9-]{1,40}\.p[1-9][0-9]?\.[A-Za-z0-9_-]{43}$")]

Farewell = Literal[
    "left",
    "removed",
    "room_closed",
    "too_many_connections",
    "invalid_token",
    "token_revoked",
    "room_not_found",
]

AnyView = TypeVar("AnyView")
AnyRound = TypeVar("AnyRound")
ProblemCode = TypeVar("ProblemCode")
FaultCode = TypeVar("FaultCode")
Game = TypeVar("Game")
Phase = TypeVar("Phase")
Locale = TypeVar("Locale")
Options = TypeVar("Options")
Round = TypeVar("Round")
Result = TypeVar("Result")
Me = TypeVar("Me")
ActionType = TypeVar("ActionType")
Offer = TypeVar("Offer")
NotYet = TypeVar("NotYet")


class Image(TypedDict):
    """A picture and whom to thank for it; its licence asks you to show that."""

    url: str
    author: str
    licence: str
    source: str


class CardFace(TypedDict):
    """A card as its holder sees it."""

    id: CardId
    name: str
    image: Image | None


class WordFace(TypedDict):
    """A word as its holder sees it, in both languages."""

    id: CardId
    es: str
    en: str
    image: Image | None


class Question(TypedDict):
    """A ready-made question."""

    id: str
    text: str


class AnswerOption(TypedDict):
    """Something that may be answered to a ready-made question."""

    id: Literal["yes", "no", "partly", "unknown"]
    text: str


class Theme(TypedDict):
    """The theme of a round: what may be asked ready-made, and answered to it."""

    id: str
    title: str
    questions: list[Question]
    options: list[AnswerOption]


class Clock(TypedDict):
    """The round's clock; it stands during a ballot."""

    state: Literal["running", "paused", "none"]
    remaining_ms: Count | None
    deadline: Instant | None


class Timer(TypedDict):
    """The time limit of one ballot, guess or clue."""

    for_: Decision
    remaining_ms: Count
    deadline: Instant


class Player(TypedDict):
    """A seat and who sits on it."""

    id: PlayerId
    nickname: str
    kind: Literal["human", "bot"]
    status: Status
    connected: bool
    score: int
    seen: bool


class DeckPin(TypedDict):
    """The deck that the room plays with."""

    id: str
    version: str


class Room(TypedDict, Generic[Game, Locale, Phase, Options]):
    """The room as everybody in it sees it."""

    code: Code
    join_url: str
    game: Game
    locale: Locale
    phase: Phase
    host: PlayerId | None
    options: Options
    deck: DeckPin
    match: Number
    rounds_played: Count
    rounds_total: Count | None
    max_players: Count
    players: list[Player]
    standings: list[Standing] | None


class Blocked(TypedDict, Generic[ActionType, NotYet]):
    """Something that is the host's to do, but not possible yet, and why."""

    type: ActionType
    code: NotYet
    detail: str


class View(TypedDict, Generic[Game, Locale, Phase, Options, Round, Result, Me, Offer, ActionType, NotYet]):
    """All that one seat may know."""

    version: Number
    phase_seq: Number
    server_time: Instant
    time_scale: Number
    room: Room[Game, Locale, Phase, Options]
    round: Round
    me: Me
    actions: list[Offer]
    blocked: list[Blocked[ActionType, NotYet]]
    candidates: NotRequired[list[CardId]]
    result: Result


class FinishedRound(TypedDict, Generic[Result]):
    """A finished round, everything revealed."""

    match: Number
    number: Number
    ended_at: Instant
    nicknames: dict[PlayerId, str]
    result: Result


class Said(TypedDict):
    """A message of the chat. Show its text as text, never as HTML."""

    id: str
    player: PlayerId
    nickname: str
    text: str
    at: Instant
    erased: NotRequired[Literal[True]]


class Messages(TypedDict):
    """Messages of the chat, oldest first."""

    messages: list[Said]
    next: str


class Seats(TypedDict):
    """How many sit at the table, and how many may."""

    seated: Count
    max: Count


class Summary(TypedDict):
    """What somebody at the door may know of a room."""

    code: Code
    game: GameId
    phase: AnyPhase
    players: Seats
    joinable: bool
    joins_as: Literal["player", "audience"]


class Health(TypedDict):
    """The service answers."""

    status: Literal["pass"]
    checks: NotRequired[dict[str, Literal["pass"]]]


class PlayerRange(TypedDict):
    """For how many players a game is."""

    min: Count
    max: Count


class GameInfo(TypedDict):
    """A game of the lobby screen."""

    id: GameId
    family: str
    title: str
    players: PlayerRange
    options: dict[str, Any]
    locales: list[str]
    bots: bool
    chat: bool


class Games(TypedDict):
    """What can be played."""

    games: list[GameInfo]
    ws_url: str


class ThemeSummary(TypedDict):
    """A theme or category of a deck."""

    id: str
    title: str
    count: Count


class DeckSummary(TypedDict):
    """A deck to choose."""

    id: str
    version: str
    game: GameId
    title: str
    locales: list[str]
    count: Count
    rating: Rating
    themes: list[ThemeSummary]
    own: NotRequired[Literal[True]]
    bots: NotRequired[bool]


class Decks(TypedDict):
    """The decks there are."""

    decks: list[DeckSummary]


class QuestionWithOptions(Question):
    """A ready-made question and what may be answered to it."""

    options: list[AnswerOption]


class DeckTheme(ThemeSummary):
    """A theme or category of a deck with its picture, and its ready-made questions if it has such."""

    image: Image
    questions: NotRequired[list[QuestionWithOptions]]


class Entry(TypedDict):
    """A card of a deck as anybody may see it: no role, no hint, no answer."""

    id: CardId
    name: str
    image: Image
    en: NotRequired[str]
    category: NotRequired[str]
    theme: NotRequired[str]
    origin: NotRequired[Literal["ours", "foreign"] | None]


class Deck(TypedDict):
    """A deck as anybody may see it."""

    id: str
    version: str
    game: GameId
    title: str
    locales: list[str]
    count: Count
    rating: Rating
    themes: list[DeckTheme]
    entries: list[Entry]
    own: NotRequired[Literal[True]]


class Collection(TypedDict):
    """Where pictures come from, and what their makers ask to be said."""

    name: str
    url: str
    licence: str
    note: str


class Licence(TypedDict):
    """A licence of pictures."""

    id: str
    name: str
    url: str


class Credits(TypedDict):
    """Whom the pictures are owed to."""

    collections: list[Collection]
    licences: list[Licence]
    authors: list[str]
    pictures: list[Image]


class TextLimits(TypedDict):
    """Free text is wanted: how much of it, and whether it may be left out."""

    max_length: Count
    max_words: NotRequired[Count | None]
    required: NotRequired[bool]
    nullable: NotRequired[Literal[False]]


class Seated(TypedDict, Generic[AnyView]):
    """The answer to whoever got a seat. Keep the token: it is the seat."""

    player: PlayerId
    token: Token
    ws_url: str
    view: AnyView


class Acted(TypedDict, Generic[AnyView]):
    """The room as it is after the action."""

    view: AnyView


class Rounds(TypedDict, Generic[AnyRound]):
    """The finished rounds, oldest first."""

    rounds: list[AnyRound]


class Fault(TypedDict, Generic[FaultCode]):
    """What is wrong with one member of a request."""

    pointer: str
    code: FaultCode
    detail: str


class Finding(TypedDict, Generic[FaultCode]):
    """Something that was found in a deck: an error refuses it, a warning does not."""

    severity: Severity
    code: FaultCode
    card: str | None
    detail: str


class Problem(TypedDict, Generic[ProblemCode, FaultCode]):
    """Why something failed (RFC 9457). Switch on `code`, show `detail`."""

    type: Annotated[str, Also(pattern="^urn:tapadillo:problem:[a-z_]+$")]
    title: str
    status: Annotated[int, Also(minimum=400, maximum=599)]
    detail: str
    code: ProblemCode
    retryable: bool
    errors: NotRequired[list[Fault[FaultCode]]]
    report: NotRequired[list[Finding[FaultCode]]]
    retry_after_seconds: NotRequired[Number]
    request_id: NotRequired[str]


class Welcome(TypedDict, Generic[AnyView]):
    """The answer to `hello`. Open a new socket before the service ends this one."""

    type: Literal["welcome"]
    view: AnyView
    reconnect_before: Instant


class PhaseEvent(TypedDict):
    """The game came to another phase."""

    type: Literal["phase"]
    phase: AnyPhase


class ViewPushed(TypedDict, Generic[AnyView]):
    """What the seat may know has changed. Apply it only if its `version` is newer than what you show."""

    type: Literal["view"]
    view: AnyView
    events: list[PhaseEvent]


class Ack(TypedDict):
    """Done. Your new view, or your message, came before this."""

    type: Literal["ack"]
    id: str


class Refused(TypedDict, Generic[ProblemCode, FaultCode]):
    """Not done, and why; the `id` is that of your message, if it could be read."""

    type: Literal["refused"]
    id: str | None
    problem: Problem[ProblemCode, FaultCode]


class MessagePushed(Said):
    """Somebody said something; the same for all."""

    type: Literal["message"]


class Pong(TypedDict):
    """The version of your view as it is now. If it is newer than what you show, say hello again."""

    type: Literal["pong"]
    version: Number


class Bye(TypedDict):
    """The service closes the socket."""

    type: Literal["bye"]
    code: Farewell
