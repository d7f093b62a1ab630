"""Taking a seat in a room by its code."""

from dataclasses import replace

from chalicelib.core.ids import PlayerId
from chalicelib.core.reason import Reason, Refused, Rejection
from chalicelib.mechanics.seating import Enter
from chalicelib.rooms.change import Decision, change, played
from chalicelib.rooms.house import House
from chalicelib.rooms.nickname import read_nickname
from chalicelib.rooms.open import Seated
from chalicelib.rooms.receipts import is_among, kept, receipt_of_entry, trimmed
from chalicelib.rooms.room import Room, SeatKey
from chalicelib.rooms.tokens import NONCE_BYTES, digest, seated


def join(house: House, code: str, nickname: str, key: str | None = None, request: str = "") -> Seated:
    """Sit down: as a player between rounds, as audience while one is on.

    A repeated `key` with the same request comes to the same seat and token. Raises `Refused` (nickname, room
    full), `Reused`, `TokenRevoked` (the seat was left since), and the troubles of `change`.
    """
    name = read_nickname(nickname)
    nonce = house.entropy.hexadecimal(NONCE_BYTES)
    made = None if key is None else receipt_of_entry(key, request)

    def decide(room: Room, now: int) -> Decision:
        taken = _seat_taken(room, nonce, made)
        if taken is not None:
            after, _ = played(house, room, None, None, now)
            return Decision(after, player=seated(room.document, taken), repeated=True)
        after, rejection = played(house, room, Enter(name), None, now)
        if rejection is not None:
            return Decision(after, rejection)
        player = after.state.public.table.players[-1].id
        token = house.tokens.mint(house.tenant, room.document.id, player, nonce)
        seat = SeatKey(nonce, digest(token), kept(made) if made else "")
        document = replace(after.document, seats={**after.document.seats, player: seat})
        return Decision(replace(after, document=trimmed(document)), player=player)

    done = change(house, code, decide)
    player, rejection = done.decision.player, done.decision.rejection
    if player is None or rejection is not None:
        raise Refused(rejection or Rejection(Reason.ROOM_CLOSED))
    seat = done.room.document.seats[player]
    token = house.tokens.mint(house.tenant, done.room.document.id, player, seat.nonce)
    return Seated(done.room, done.now, player, token, replayed=seat.nonce != nonce)


def _seat_taken(room: Room, nonce: str, made: bytes | None) -> PlayerId | None:
    """The seat that this very request took (its answer was lost), or an earlier one with its key.

    Raises `Reused` if that was another request.
    """
    for player, seat in room.document.seats.items():
        if seat.nonce == nonce or (made is not None and is_among(made, [seat.entry], "idempotency_key")):
            return player
    return None
