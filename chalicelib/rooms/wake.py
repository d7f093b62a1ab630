"""The server looks at a room by itself: a deadline has passed, or a finished round waits to be kept."""

from dataclasses import replace

from chalicelib.rooms.change import Decision, change, due_at, played
from chalicelib.rooms.errors import RoomNotFound
from chalicelib.rooms.house import House
from chalicelib.rooms.room import Room


def wake(house: House, code: str, alarm_due_at: int | None, source: str = "queue") -> int | None:
    """Settle what is due and deliver the outbox; how late that was (ms), or None if nothing was due.

    Repeated, early and outdated wake-ups change nothing. One that came early for the very deadline that still
    stands (the queue's longest delay is shorter) is sent on its way again.
    """
    room = house.store.load(code)
    now = house.clock.now()
    if room is None or room.due_at is None:
        return None
    if room.due_at > now:
        if room.due_at == alarm_due_at:
            house.alarm.arm(code, room.due_at, now)
        return None
    late_ms = now - room.due_at
    delivered = {record.id for record in room.outbox}
    for record in room.outbox:
        house.store.keep_round(room, record)

    def decide(room: Room, now: int) -> Decision:
        after, _ = played(house, room, None, None, now)
        waiting = tuple(record for record in after.outbox if record.id not in delivered)
        if waiting != after.outbox:
            after = replace(after, outbox=waiting)
            after = replace(after, due_at=due_at(house, after))
        return Decision(after)

    try:
        change(house, code, decide, even_over=True, source=source)
    except RoomNotFound:
        return None
    return late_ms
