"""Names of the plain values that travel everywhere."""

from typing import NewType

PlayerId = NewType("PlayerId", str)
"""A seat of a room, `p1`, `p2`, … in order of entry, never used twice."""

Millis = NewType("Millis", int)
"""An instant in epoch milliseconds of the room's game time."""


def seat_number(player: PlayerId) -> int:
    """The order of entry; lists of players are sorted by it, never by name (p10 comes after p9)."""
    return int(player[1:])
