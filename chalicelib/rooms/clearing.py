"""Deleting what is kept of a room."""

from collections.abc import Iterator, Mapping

from chalicelib.rooms.house import House


def clear(house: House, code: str, room_id: str, opened_at: int | None) -> Iterator[Mapping[str, int]]:
    """Delete it little by little, the room itself last; how many of what went with each step.

    Its entry in the register stays until all else is gone: by it whoever goes on finds what is left.
    `opened_at` (epoch ms) is when the room was made, if anybody knows. What was used in it stays counted.
    """
    for consumer in house.consumers:
        consumer.drop(code, room_id, opened_at)
    while deleted := house.archive.clear(code, room_id):
        yield deleted
    house.register.drop(code, room_id, opened_at)


def sweep_up(house: House, code: str, room_id: str, opened_at: int) -> None:
    """Delete what was still kept of a room while it was being deleted."""
    for _ in clear(house, code, room_id, opened_at):
        pass
