"""Talking in a room: judged by the rules of that instant, kept apart, so that it never hinders play."""

import unicodedata
from dataclasses import dataclass
from typing import Final

from chalicelib.core.ids import seat_number
from chalicelib.core.reason import Reason, Refused, Rejection
from chalicelib.core.view import project
from chalicelib.rooms.change import PATIENCE_MS, hints, presence
from chalicelib.rooms.clearing import insisted, sweep_up
from chalicelib.rooms.errors import Limit, Reused, StoreBusy, TooMany
from chalicelib.rooms.house import House
from chalicelib.rooms.ports import Once
from chalicelib.rooms.readable import is_readable
from chalicelib.rooms.room import Room, Said
from chalicelib.rooms.telling import Message, forget, message_frame
from chalicelib.rooms.tokens import Who
from chalicelib.rooms.watch import Watched, watch
from chalicelib.tenants.pace import Rate

MOST_CHARACTERS: Final = 300
MOST_TYPED: Final = 2_000
"""Characters that are looked at, spaces to be trimmed included."""
BURST: Final = 5
WINDOW_MS: Final = 10_000
"""A seat may say so many things in so many (real) milliseconds."""
RATE: Final = Rate(BURST, WINDOW_MS // BURST)
"""The same, as it is told."""
KEY_KEPT_S: Final = 24 * 60 * 60
ID_KEPT_S: Final = 2 * 60
"""For so long a socket's message is taken for a repeat of one with the same id and text."""
KEPT_S: Final = 7 * 24 * 60 * 60
"""Messages outlive the room, as it stood when they were said, by so much: a room may live on for longer."""
MOST_A_WEEK: Final = 1_000_000
"""Where nothing was said for so long that messages may be gone, ids go on from the next such step."""
PAGE: Final = 100
"""Messages that are read at once."""


@dataclass(frozen=True, slots=True)
class Spoken:
    """What a seat said, and the room in which it did; what was said before by the same request `is_repeated`.

    `is_answered` if the socket that asked was given its `answer`.
    """

    room: Room
    said: Said
    is_repeated: bool
    is_answered: bool


@dataclass(frozen=True, slots=True)
class Page:
    """Messages in the order in which they were said, and the number after which the next page begins."""

    room: Room
    messages: list[Said]
    next: int


def say(
    house: House, code: str, who: Who, text: str, once: Once | None = None, answer: Message | None = None
) -> Spoken:
    """Say something to all at the table, in the phase that there is now; nothing of the room changes by it.

    Repeated under the same key of `once`, it is said once, and the first answer stands. `answer` goes out
    with the message. Raises `Refused` (no chat, not now, not that), `Reused`, `TooMany`, `StoreBusy`
    and what `watch` raises.
    """
    watched = _at_the_chat(house, code, who)
    text = read_message(text)
    refused = _refusal(house, watched, text)
    give_up_at = watched.now + PATIENCE_MS
    while True:
        now = house.clock.now()
        earlier = house.talk.earlier(watched.room, watched.player, once.key, now) if once else None
        if earlier is not None:
            if earlier.text != text:
                raise Reused("idempotency_key")
            return Spoken(watched.room, earlier, is_repeated=True, is_answered=False)
        if refused is not None:
            raise Refused(refused)
        said = _next(house, watched, text, now)
        if house.talk.add(watched.room, said, once, now):
            is_answered = _tell(house, watched.room, said, now, answer)
            return Spoken(watched.room, said, is_repeated=False, is_answered=is_answered)
        if now >= give_up_at:
            raise StoreBusy


def messages(house: House, code: str, who: Who, after: int | None) -> Page:
    """What everybody seated may read: the last messages, or those that follow a number; raises as `say`."""
    room = _at_the_chat(house, code, who).room
    found = house.talk.last(room, PAGE) if after is None else house.talk.after(room, after, PAGE)
    shown = [said.without(room.document.erased) for said in found]
    return Page(room, shown, shown[-1].number if shown else after or 0)


def read_message(typed: str) -> str:
    """The text as it is kept: in NFC, trimmed, line breaks and runs of blanks as one space; raises `Refused`.

    Refused are control and invisible characters, bidirectional overrides and towers of combining marks.
    """
    text = " ".join(unicodedata.normalize("NFC", typed[: MOST_TYPED + 1]).split())
    if len(typed) > MOST_TYPED or not 1 <= len(text) <= MOST_CHARACTERS:
        raise Refused(Rejection(Reason.INVALID_VALUE, "text", f"1–{MOST_CHARACTERS}"))
    if not is_readable(text):
        raise Refused(Rejection(Reason.INVALID_VALUE, "text"))
    return text


def _at_the_chat(house: House, code: str, who: Who) -> Watched:
    """The room, everything due settled, for a seat of a game in which people write."""
    watched = watch(house, code, who)
    if house.ruleset(watched.room).may_say is None:
        raise Refused(Rejection(Reason.CHAT_OFF))
    return watched


def _refusal(house: House, watched: Watched, text: str) -> Rejection | None:
    """Why the seat may not say that now, by its own view."""
    room, ruleset = watched.room, house.ruleset(watched.room)
    view = project(room.state, watched.player, presence(room, watched.now))
    read_only = ruleset.may_say(view) if ruleset.may_say else Reason.CHAT_OFF
    if read_only is not None:
        return Rejection(read_only)
    forbidden = ruleset.heard(view, house.deck(room), text)
    return Rejection(forbidden, "text") if forbidden is not None else None


def _next(house: House, watched: Watched, text: str, now: int) -> Said:
    """The message that follows the last one; raises `TooMany`."""
    public, player = watched.room.state.public, watched.player
    recent = house.talk.last(watched.room, BURST * len(public.table.seated))
    own = [said.at for said in recent if said.player == player and said.at > now - WINDOW_MS]
    if len(own) >= BURST:
        limit = Limit("messages_per_seat", RATE, own[-1] + WINDOW_MS - now)
        raise TooMany(own[-BURST] + WINDOW_MS - now, limit)
    number, at = (recent[-1].number, recent[-1].at) if recent else (0, 0)
    if now - at >= KEPT_S * 1000:  # later ones may be gone, and their numbers are not given twice
        age_ms = max(0, now - watched.room.document.created_at)  # clocks differ
        number = max(number, age_ms // (KEPT_S * 1000) * MOST_A_WEEK)
    return Said(number + 1, player, public.seat(player).nickname, text, max(now, at))


def _tell(house: House, room: Room, said: Said, now: int, answer: Message | None) -> bool:
    """Push the message to every socket of everybody seated; whether the `answer` went with it."""
    is_answered = False
    with hints("telling of a message"):
        # whoever says hello after this look reads what was said before
        current = insisted(lambda: house.store.load(room.code))
        if _is_taken_back(house, room, current, said):
            return False
        room = current or room
        frame = message_frame(house.presenter.message(room, said))
        listening = [c for c, at in room.connections.items() if room.state.public.table.is_seated(at.player)]
        listening.sort(key=lambda c: (seat_number(room.connections[c].player), c))
        gone = house.push.send([*((c, frame) for c in listening), *([answer] if answer else [])])
        is_answered = answer is not None
        forget(house, room, gone, now)
    return is_answered


def _is_taken_back(house: House, room: Room, current: Room | None, said: Said) -> bool:
    """Whether the room was deleted, or whoever spoke erased, while the message was kept: then it goes too."""
    document = room.document
    if current is None or current.document.id != document.id:
        sweep_up(house, room.code, document.id, document.created_at)
        return True
    if said.player in current.document.erased:
        erased = current.document.erased
        insisted(lambda: house.archive.erase(room.code, document.id, erased))
        return True
    return False
