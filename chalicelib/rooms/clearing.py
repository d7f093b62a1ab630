"""Deleting what is kept of a room."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from typing import TypeVar

from chalicelib.rooms.errors import StoreBusy
from chalicelib.rooms.house import House

T = TypeVar("T")

TRIES = 3
"""Times that is done what nobody would ask for again."""


def clear(house: House, code: str, room_id: str, opened_at: int | None) -> Iterator[Mapping[str, int]]:
    """Delete it little by little, the room itself last; how many of what went with each step.

    Its entry in the register stays until all else is gone: by it whoever goes on finds what is left.
    `opened_at` (epoch ms) is when the room was made, if anybody knows. What was used in it stays counted.
    """
    _drop(house, code, room_id, opened_at)
    while deleted := house.archive.clear(code, room_id):
        yield deleted
    _drop(house, code, room_id, opened_at)  # what somebody was just delivering
    house.register.drop(code, room_id, opened_at)


def _drop(house: House, code: str, room_id: str, opened_at: int | None) -> None:
    for consumer in house.consumers:
        consumer.drop(code, room_id, opened_at)


def sweep_up(house: House, code: str, room_id: str, opened_at: int) -> None:
    """Delete what was still kept of a room while it was being deleted."""
    insisted(lambda: list(clear(house, code, room_id, opened_at)))


def insisted(do: Callable[[], T]) -> T:
    """Do what the store may have no time for (its client has waited already); raises `StoreBusy`."""
    for _ in range(TRIES - 1):
        with suppress(StoreBusy):
            return do()
    return do()
