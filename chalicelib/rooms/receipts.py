"""What was asked before under which id, so that a repeated request is applied once.

Of what a seat did, the last few are remembered. The key by which it was taken is known as long as its player
is listed, and so is a bot's; of who is not listed any more, as long as there are not too many of both.
"""

import hashlib
from base64 import b85decode, b85encode
from collections.abc import Container, Iterable, Mapping
from dataclasses import replace
from typing import TypeVar

from chalicelib.core.action import Action
from chalicelib.core.ids import PlayerId, seat_number
from chalicelib.rooms.errors import Reused
from chalicelib.rooms.room import Document

T = TypeVar("T")

KEPT, KEYS = 4, 16
"""So many of a seat's actions are remembered, and so many seats (or bots' keys) where some are not listed any
more: as many as the largest table has."""
_OF_ACTION, _OF_ENTRY, _OF_CONTENT = 5, 9, 3
"""How many bytes of a digest are kept: of an action's id, of a key that opens a seat, of what was asked.

Who finds another id with the digest of an action's does no more than be told that it was done. Who finds
another key with the digest of an entry's is given the seat.
"""


def receipt_of_action(player: PlayerId, action_id: str, action: Action, phase_seq: int | None) -> bytes:
    """The receipt of what a player does: eight bytes."""
    return _receipt(f"{player} {action_id}", _OF_ACTION, f"{phase_seq} {action!r}")


def receipt_of_entry(key: str, request: str) -> bytes:
    """The receipt of taking a seat: twelve bytes."""
    return _receipt(key, _OF_ENTRY, request)


def is_among(made: bytes, known: Iterable[str], what: str) -> bool:
    """Whether it was asked before; raises `Reused` if the id, which is a `what`, stood for something else.

    Of who is forgotten only ids are known: then whatever is asked under one is what was.
    """
    size, id = len(made), made[:-_OF_CONTENT]
    for each in known:
        raw = b85decode(each)
        for earlier in (raw[i : i + size] for i in range(0, len(raw), size)):
            if earlier[: len(id)] == id:
                if earlier not in (made, id):
                    raise Reused(what)
                return True
    return False


def is_repeat(document: Document, player: PlayerId, made: bytes, what: str = "action_id") -> bool:
    """Whether the seat did exactly this before; raises `Reused` if the id stood for something else."""
    seat = document.seats.get(player)
    return is_among(made, [*([seat.receipts] if seat else []), *document.bot_keys.values()], what)


def kept(made: bytes) -> str:
    """A receipt as it is stored."""
    return b85encode(made).decode()


def with_receipt(document: Document, player: PlayerId, made: bytes) -> Document:
    """Remember it; of what came before only the last few, and nothing of those who left."""
    table, seats = document.state.public.table, dict(document.seats)
    for other, seat in seats.items():
        if seat.receipts and not table.is_seated(other):
            seats[other] = seat._replace(receipts="")
    raw = b85decode(seats[player].receipts) + made
    seats[player] = seats[player]._replace(receipts=kept(raw[-KEPT * len(made) :]))
    return replace(document, seats=seats)


def with_bot_key(document: Document, bot: PlayerId, made: bytes) -> Document:
    """Remember under which key a bot was added, whether it stays or not."""
    return replace(document, bot_keys={**document.bot_keys, bot: kept(made)})


def trimmed(document: Document) -> Document:
    """The document without what opens and answers for the first who left and are not listed any more.

    With no more people and bots than the largest table has, all are remembered.
    """
    listed = {p.id for p in document.state.public.table.players}

    def first_gone(known: Iterable[PlayerId]) -> set[PlayerId]:
        all_known = sorted(known, key=seat_number)
        gone = [player for player in all_known if player not in listed]
        return set(gone[: max(0, len(all_known) - KEYS)])

    hand_seq = document.state.hand_seq
    state = replace(document.state, hand_seq=_without(hand_seq, first_gone(hand_seq)))
    forgotten = first_gone({*document.seats, *document.bot_keys})
    seats, bot_keys = _without(document.seats, forgotten), _without(document.bot_keys, forgotten)
    return replace(document, state=state, seats=seats, bot_keys=bot_keys)


def _without(by_player: Mapping[PlayerId, T], forgotten: Container[PlayerId]) -> dict[PlayerId, T]:
    return {player: each for player, each in by_player.items() if player not in forgotten}


def without_content(document: Document, player: PlayerId) -> Document:
    """Forget what a player did. A key by which a seat was taken stays known, but not with which nickname."""
    seats, bot_keys = dict(document.seats), dict(document.bot_keys)
    if player in seats:
        entry = _first(_OF_ENTRY, seats[player].entry)
        seats[player] = seats[player]._replace(receipts="", entry=entry)
    if player in bot_keys:
        bot_keys[player] = _first(_OF_ACTION, bot_keys[player])
    return replace(document, seats=seats, bot_keys=bot_keys)


def _first(n_bytes: int, stored: str) -> str:
    return kept(b85decode(stored)[:n_bytes])


def _receipt(id: str, n_bytes: int, content: str) -> bytes:
    return _digest(id, n_bytes) + _digest(content, _OF_CONTENT)


def _digest(content: str, size: int) -> bytes:
    return hashlib.blake2b(content.encode(), digest_size=size).digest()
