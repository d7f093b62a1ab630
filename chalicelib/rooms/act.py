"""A seat does something."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from chalicelib.core.action import Action
from chalicelib.core.ids import PlayerId
from chalicelib.core.reason import Reason, Refused, Rejection
from chalicelib.core.ruleset import Ruleset
from chalicelib.core.text import tidy
from chalicelib.mechanics.lobby import AddBot
from chalicelib.mechanics.nickname import Nickname
from chalicelib.mechanics.seating import Leave
from chalicelib.rooms.change import Decision, change, noted, played
from chalicelib.rooms.errors import TokenRevoked
from chalicelib.rooms.house import House
from chalicelib.rooms.nickname import read_nickname
from chalicelib.rooms.pacing import paced
from chalicelib.rooms.readable import is_readable
from chalicelib.rooms.receipts import is_repeat, receipt_of_action, trimmed, with_bot_key, with_receipt
from chalicelib.rooms.room import Document, Room
from chalicelib.rooms.telling import Message
from chalicelib.rooms.tokens import Who

KEY = "idempotency_key"


@dataclass(frozen=True, slots=True)
class Acted:
    """The room after an action of `player`.

    `repeated` if it had been applied before; `is_answered` if the socket that asked was given its `answer`.
    """

    room: Room
    now: int
    player: PlayerId
    rejection: Rejection | None
    repeated: bool
    is_answered: bool


def act(
    house: House,
    code: str,
    who: Who,
    read: Callable[[Ruleset], Action],
    phase_seq: int | None = None,
    action_id: str | None = None,
    key: str | None = None,
    answer: Message | None = None,
) -> Acted:
    """Apply an action once for each `action_id` of a seat; `read` makes it by the rules of the room's game.

    An idempotency `key` is another such id; that under which a bot was added is known as long as its seat is.

    A refusal is a `rejection`. `answer` goes out with the views of a change that the action makes. Raises
    what `who`, `read` and `change` raise, `Reused`, `TooMany`, and `Refused` for a nickname or text that
    cannot be.

    An action without an id gets one for this call, so that a save whose answer was lost is known again after
    somebody else's save.
    """
    given = {what: id for what, id in (("action_id", action_id), (KEY, key)) if id is not None}
    ids = given or {"action_id": house.entropy.hexadecimal(16)}
    left: PlayerId | None = None
    asked: tuple[Room, PlayerId, int] | None = None

    def decide(room: Room, now: int) -> Decision:
        nonlocal left, asked
        try:
            player = who(room.document)
        except TokenRevoked:
            if left is None:
                raise
            return Decision(room, player=left, repeated=True)  # gone by this very call
        asked = (room, player, now)
        action = _checked(read(house.ruleset(room)))
        made = {what: receipt_of_action(player, id, action, phase_seq) for what, id in ids.items()}
        repeated = any([is_repeat(room.document, player, each, what) for what, each in made.items()])
        pace = room.document.pace if repeated else paced(room.document, player, now)
        after, rejection = played(house, room, None if repeated else action, player, now, phase_seq)
        if isinstance(action, Leave) and rejection is None:
            left = player
        to_remember = given or after is not room
        if to_remember and not repeated and rejection is None:
            kept = replace(_remembering(after.document, player, action, made), pace=pace)
            after = replace(after, document=kept)
        return Decision(after, rejection, player, repeated, None if repeated or rejection else answer)

    try:
        done = change(house, code, decide)
    except Exception:
        if asked is not None:
            noted(house, *asked)  # who asks for what cannot be is there all the same
        raise
    player = done.decision.player or PlayerId("")
    return Acted(
        done.room, done.now, player, done.decision.rejection, done.decision.repeated, done.is_answered
    )


def _remembering(document: Document, player: PlayerId, action: Action, made: Mapping[str, bytes]) -> Document:
    """The document that knows the action again by all its ids. A bot that it added is the newest player."""
    for what, each in made.items():
        if isinstance(action, AddBot) and what == KEY:
            document = with_bot_key(document, document.state.public.table.players[-1].id, each)
        else:
            document = with_receipt(document, player, each)
    return trimmed(document) if isinstance(action, AddBot) else document


def _checked(action: Action) -> Action:
    """The action if others can read what it says, the nickname that it gives as nicknames are kept."""
    if isinstance(action, AddBot) and action.nickname is not None:
        return replace(action, nickname=Nickname(read_nickname(action.nickname)))
    for name in action.typed:
        text = tidy(getattr(action, name) or "")
        if text and not is_readable(text):
            raise Refused(Rejection(Reason.INVALID_VALUE, name))
    return action
