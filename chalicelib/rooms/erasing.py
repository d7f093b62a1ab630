"""What is taken out because somebody asks for it: a player, or a whole room.

The room itself is changed first: from then on nothing is shown of what goes, whoever looks, and whoever was
just adding to it takes that back. Then whatever is kept besides is rewritten or deleted. All of it may be
repeated; what broke off half-way has to be.
"""

from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace

from chalicelib.core.deck import UnknownDeck
from chalicelib.core.ids import PlayerId, seat_number
from chalicelib.core.legal import AnyState
from chalicelib.mechanics.seating import CLOSED, Leave, forgotten
from chalicelib.rooms.change import Decision, change, hints, played
from chalicelib.rooms.clearing import clear
from chalicelib.rooms.errors import NoSuchPlayer, NotYours, RoomNotFound
from chalicelib.rooms.house import House
from chalicelib.rooms.receipts import without_content
from chalicelib.rooms.room import Closing, Delivery, Room, RoundRecord
from chalicelib.rooms.telling import forget, hearing
from chalicelib.rooms.tokens import Who
from chalicelib.rooms.wake import wake
from chalicelib.tenants.usage import Usage


def erase_player(house: House, code: str, player: PlayerId, who: Who | None = None) -> None:
    """Forget who a player was and what they said; they leave, and their results stay without a name.

    `who` is the seat that asks for it; None is the tenant, who may also name a room of which only rounds and
    messages are left. A word that they guessed stays in the reveal of that round, as a move.

    Raises `NotYours`, `NoSuchPlayer`, `RoomNotFound`, `StoreBusy` and what `who` raises.
    """

    def decide(room: Room, now: int) -> Decision:
        if who is not None and who(room.document) != player:
            raise NotYours
        table = room.state.public.table
        if seat_number(player) > table.entered:
            raise NoSuchPlayer
        leaves = table.is_seated(player) and room.closes_at > now
        after, _ = played(house, room, Leave() if leaves else None, player, now)
        return Decision(_without(room, after, player, house.ruleset(room).unsaid))

    try:
        done = change(house, code, decide, even_over=True)
    except RoomNotFound:
        left = house.archive.room_ids(code)
        if who is not None or not left:
            raise
        for room_id in left:
            house.archive.erase(code, room_id, [player])
        return
    _hang_up(house, done.room, [player])
    house.archive.erase(code, done.room.document.id, done.room.document.erased)


def delete_room(
    house: House, code: str, room_id: str | None = None, opened_at: int | None = None
) -> Iterator[Mapping[str, int]]:
    """Delete a room and all that is kept of it, little by little; how many of what went with each step.

    Given its id, no other that has had the same code; `opened_at` (epoch ms) is about when it was opened, if
    anybody knows. What was used in it is delivered first, and stays. Raises `RoomNotFound` and `StoreBusy`.
    """
    room = house.store.load(code)
    kept = {*house.archive.room_ids(code), *([room.document.id] if room else [])}
    if room_id is not None:
        kept &= {room_id}
    elif not kept:
        raise RoomNotFound
    for each in sorted(kept):
        if room is None or room.document.id != each:
            yield from clear(house, code, each, opened_at)
        else:
            with suppress(UnknownDeck):  # one of ours is missing in what was deployed: it goes all the same
                _end(house, room)
                wake(house, code, None)
            yield from clear(house, code, each, room.document.created_at)


def delete_rooms(house: House, day: str, noon: int) -> Iterator[Mapping[str, int]]:
    """Delete all rooms that were opened on a day, little by little; asked again, it goes on.

    `day` is a date in UTC (`YYYY-MM-DD`), `noon` an instant of it (epoch ms). Raises `StoreBusy`.
    """
    for code, room_id in list(house.register.opened_on(day)):
        with suppress(RoomNotFound):  # somebody else deletes it
            yield from delete_room(house, code, room_id, noon)
        house.register.drop(code, room_id, noon)  # which may be of a room that never came to be


def _end(house: House, room: Room) -> None:
    """The room is over from now on, and everybody in it hears so."""

    def decide(found: Room, now: int) -> Decision:
        if found.document.id != room.document.id or found.state.phase == CLOSED:
            return Decision(found)
        over = replace(found, closes_at=min(found.closes_at, now))
        after = played(house, over, None, None, now)[0]
        return Decision(replace(after, outbox=tuple(map(_deleted, after.outbox))))

    after = change(house, room.code, decide, even_over=True).room
    _hang_up(house, after, [p.id for p in after.state.public.table.players])


def _deleted(delivery: Delivery) -> Delivery:
    """What is delivered of the end of a room that is deleted: it was used, and nobody is told."""
    event = delivery.event
    return replace(delivery, event=replace(event, why="deleted")) if isinstance(event, Closing) else delivery


def _hang_up(house: House, room: Room, players: Collection[PlayerId]) -> None:
    """Close the sockets that are still open after everybody was told, which may have broken off."""
    now = house.store.load(room.code)
    if now is not None and now.document.id == room.document.id:
        left = [c for c, connected in now.connections.items() if connected.player in players]
        with hints("closing sockets"):
            house.push.close(left)
        forget(house, now, left, house.clock.now())


def _without(
    before: Room, room: Room, player: PlayerId, unsaid: Callable[[AnyState, PlayerId], AnyState]
) -> Room:
    """The room (as it was `before` the request) without anything that tells who the player was."""
    if player in room.document.erased:
        return room
    document = without_content(room.document, player)
    state = forgotten(document.state, player, unsaid)
    heard, counted = (len(hearing(before.state, each, room.connections)) for each in (state, document.state))
    usage = document.usage + Usage(pushes=heard - counted)
    erased_seats = document.erased_seats | 1 << seat_number(player)
    return replace(
        room,
        document=replace(document, state=state, erased_seats=erased_seats, usage=usage),
        outbox=tuple(_unnamed(delivery, player) for delivery in room.outbox),
    )


def _unnamed(delivery: Delivery, player: PlayerId) -> Delivery:
    event = delivery.event
    return replace(delivery, event=event.without([player])) if isinstance(event, RoundRecord) else delivery
