"""Who is told of a change: exactly the seats whose view has grown, and those whose seat is gone."""

import json
from collections.abc import Iterable, Mapping
from typing import Any

from chalicelib.core.ids import PlayerId, seat_number
from chalicelib.core.legal import AnyState
from chalicelib.core.view import version
from chalicelib.mechanics.seating import CLOSED
from chalicelib.rooms.house import House
from chalicelib.rooms.room import Connected, Room

Message = tuple[str, bytes]


def tell(
    house: House,
    before: Room,
    after: Room,
    now: int,
    answer: Message | None = None,
    by: PlayerId | None = None,
) -> None:
    """Push the new view to every socket of every seat whose version grew; say goodbye to those who are gone.

    The order is that of the seats, whatever happened. `answer` goes to the socket that asked for the change,
    after its view (also if that shows that the seat was left) and before any goodbye. `by` is the seat that
    made the change, if it is known.
    """
    table = after.state.public.table
    gone_seats = [c for c in _by_seat(after.connections) if not table.is_seated(after.connections[c].player)]
    told = hearing(before.state, after.state, after.connections)
    if answer is not None and answer[0] in gone_seats:
        told.append(answer[0])
    grown = dict.fromkeys(after.connections[c].player for c in told)
    views = house.presenter.views(after, grown, now) if grown else {}
    house.telemetry.viewed(map(len, views.values()))
    events = _events(before, after)
    messages = [(c, view_message(views[after.connections[c].player], events)) for c in told]
    if answer is not None:
        messages.append(answer)
    for connection in gone_seats:
        why = _why_gone(before, after, after.connections[connection].player, by)
        messages.append((connection, b'{"type":"bye","code":"' + why + b'"}'))
    gone = house.push.send(messages) if messages else []
    house.push.close(gone_seats)
    forget(house, after, {*gone, *gone_seats}, now)


def hearing(before: AnyState, after: AnyState, connections: Mapping[str, Connected]) -> list[str]:
    """The sockets that get the new view of their seat, by seats."""
    grown = {p.id for p in after.public.table.seated if version(after, p.id) > version(before, p.id)}
    return [c for c in _by_seat(connections) if connections[c].player in grown]


def view_message(view: bytes, events: bytes = b"[]") -> bytes:
    """A pushed view, from bytes that are JSON already."""
    return b'{"type":"view","view":' + view + b',"events":' + events + b"}"


def message_frame(message: Mapping[str, Any]) -> bytes:
    """A pushed message of the chat."""
    return json.dumps({"type": "message", **message}, ensure_ascii=False).encode()


def forget(house: House, room: Room, connections: Iterable[str], now: int) -> None:
    """Sockets that are gone: a hint less, never a seat less. Their seats were there a moment ago.

    That is noted first: a host whose socket is forgotten and nothing noted would count as long away.
    """
    gone = sorted(set(connections) & set(room.connections))
    if not gone:
        return
    for player in sorted({room.connections[c].player for c in gone}, key=seat_number):
        house.store.touch(room.code, player, now)
    for connection in gone:
        house.connections.forget(connection)
    house.store.disconnect(room.code, gone)


def _by_seat(connections: Mapping[str, Connected]) -> list[str]:
    return sorted(connections, key=lambda c: (seat_number(connections[c].player), c))


def _why_gone(before: Room, after: Room, player: PlayerId, by: PlayerId | None) -> bytes:
    """The code of a goodbye: whoever had a seat until somebody else's action did not give it up."""
    if after.state.phase == CLOSED:
        return b"room_closed"
    is_removed = by not in (None, player) and before.state.public.table.is_seated(player)
    return b"removed" if is_removed else b"left"


def _events(before: Room, after: Room) -> bytes:
    """Public hints for animation."""
    if before.state.phase_seq == after.state.phase_seq:
        return b"[]"
    return b'[{"type":"phase","phase":"' + after.state.phase.encode() + b'"}]'
