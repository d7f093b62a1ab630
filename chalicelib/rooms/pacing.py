"""How fast a room is acted in: counted in the room itself, with the save that an action makes anyway."""

from dataclasses import replace

from chalicelib.core.ids import PlayerId
from chalicelib.rooms.errors import Limit, TooMany
from chalicelib.rooms.room import Document, Pace
from chalicelib.tenants.pace import Rate
from chalicelib.tenants.plans import plan


def paced(document: Document, player: PlayerId, now: int) -> Pace:
    """The pace after one action more of the seat, at that real instant; raises `TooMany`."""
    limits, pace, at = plan(document.plan), document.pace, now - document.created_at
    # how much of the room's is left tells of what others did, secretly perhaps: only the policy is told
    room = _spent("actions_per_room", limits.actions_per_room, pace.room, at, is_own=False)
    own = pace.seats.get(player, 0)
    seat = _spent("actions_per_seat", limits.actions_per_seat, own, at, is_own=True)
    if (room, seat) == (0, 0):
        return pace
    table = document.state.public.table
    seats = {p: full_at for p, full_at in pace.seats.items() if full_at > at and table.is_seated(p)}
    return replace(pace, room=room, seats={**seats, player: seat})


def _spent(name: str, rate: Rate | None, full_at: int, at: int, *, is_own: bool) -> int:
    if rate is None:
        return 0
    spent = rate.spent(full_at, at)
    if spent is None:
        raise TooMany(rate.wait_ms(full_at, at), Limit(name, rate, full_at - at if is_own else None))
    return spent
