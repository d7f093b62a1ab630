"""Why an action is refused: stable codes that clients switch on."""

from dataclasses import dataclass
from enum import Enum, StrEnum
from typing import Self


class Kind(Enum):
    """What sort of refusal it is, whatever carries it to the client."""

    FORBIDDEN = "not yours to do"
    NOT_NOW = "not now"
    INVALID = "no such value"
    CLOSED = "over for good"


class Refusal(StrEnum):
    """Base of the closed lists of codes: the shared one below, and one for each game's own."""

    kind: Kind
    passing: bool

    def __new__(cls, code: str, kind: Kind, passing: bool = False) -> Self:
        """Add a code; `passing` marks what the host is told in `blocked`: not possible *yet*."""
        member = str.__new__(cls, code)
        member._value_ = code
        member.kind = kind
        member.passing = passing
        return member


class Reason(Refusal):
    """The refusals that every game shares."""

    WRONG_PHASE = "wrong_phase", Kind.NOT_NOW
    STALE_PHASE = "stale_phase", Kind.NOT_NOW
    HOST_ONLY = "host_only", Kind.FORBIDDEN
    AUDIENCE_ONLY_WATCHES = "audience_only_watches", Kind.FORBIDDEN
    NOT_IN_ROUND = "not_in_round", Kind.FORBIDDEN
    NOT_YOUR_TURN = "not_your_turn", Kind.NOT_NOW
    NOT_ASKER = "not_asker", Kind.NOT_NOW
    CANNOT_ASK_BACK = "cannot_ask_back", Kind.NOT_NOW
    CANNOT_CHOOSE_SELF = "cannot_choose_self", Kind.INVALID
    ACCUSED_CANNOT_VOTE = "accused_cannot_vote", Kind.FORBIDDEN
    SPY_ONLY = "spy_only", Kind.FORBIDDEN
    ALREADY_ACCUSED = "already_accused", Kind.NOT_NOW
    ALREADY_VOTED = "already_voted", Kind.NOT_NOW
    ROOM_FULL = "room_full", Kind.NOT_NOW, True
    ROOM_CLOSED = "room_closed", Kind.CLOSED
    INVALID_NICKNAME = "invalid_nickname", Kind.INVALID
    NICKNAME_TAKEN = "nickname_taken", Kind.NOT_NOW
    NOT_ENOUGH_PLAYERS = "not_enough_players", Kind.NOT_NOW, True
    NOT_ALL_SEEN = "not_all_seen", Kind.NOT_NOW, True
    BOTS_NOT_AVAILABLE = "bots_not_available", Kind.NOT_NOW
    CHAT_OFF = "chat_off", Kind.NOT_NOW
    CHAT_READ_ONLY = "chat_read_only", Kind.FORBIDDEN
    HOST_PRESENT = "host_present", Kind.NOT_NOW
    ALREADY_HOST = "already_host", Kind.NOT_NOW
    HUMANS_ONLY = "humans_only", Kind.INVALID
    UNKNOWN_PLAYER = "unknown_player", Kind.INVALID
    UNKNOWN_CARD = "unknown_card", Kind.INVALID
    UNKNOWN_DECK = "unknown_deck", Kind.INVALID
    INVALID_VALUE = "invalid_value", Kind.INVALID
    INVALID_OPTIONS = "invalid_options", Kind.INVALID


@dataclass(frozen=True, slots=True)
class Rejection:
    """A refused action: the code, the field at fault if one is, and what would have been accepted."""

    reason: Refusal
    field: str | None = None
    detail: str | None = None


class Refused(Exception):
    """Raised where only a handler can judge: free text, and the values of `configure`."""

    def __init__(self, rejection: Rejection) -> None:
        """Carry the refusal out of the handler; `play` turns it into an outcome."""
        super().__init__(rejection.reason)
        self.rejection = rejection
