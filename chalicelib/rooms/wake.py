"""The server looks at a room by itself: a deadline has passed, or something that ended waits to be told."""

from dataclasses import replace

from chalicelib.rooms.change import Decision, change, deadline_at, due_at, played
from chalicelib.rooms.clearing import insisted, sweep_up
from chalicelib.rooms.errors import RoomNotFound, StoreBusy
from chalicelib.rooms.house import House
from chalicelib.rooms.room import Delivery, Room, RoundRecord


def wake(
    house: House, code: str, alarm_due_at: int | None, source: str = "queue", *, again: bool = False
) -> int | None:
    """Settle what is due and deliver the outbox; how late that was (ms), None if nothing waited for it.

    Raises what kept it from delivering something, so that it is woken again for that.

    Repeated, early and outdated wake-ups change nothing. One that came early for the very deadline that still
    stands (the queue's longest delay is shorter) is sent on its way again. So is one that has come before
    (`again`): what it saved then may not have been heard of, and no alarm armed for what comes next.
    """
    room = house.store.load(code)
    now = house.clock.now()
    if room is None or room.due_at is None:
        return None
    if room.due_at > now:
        if room.due_at == alarm_due_at or (again and room.alarm_at is not None):
            house.alarm.arm(code, room.due_at, now)
        return None
    late_ms = None if room.alarm_at is None else now - room.alarm_at
    delivered: list[Delivery] = []
    trouble: Exception | None = None
    for delivery in room.outbox:
        try:
            _deliver(house, room, delivery)
            delivered.append(delivery)
        except Exception as failed:  # what cannot be told yet holds up neither the rest of it nor the game
            trouble = failed

    def decide(room: Room, now: int) -> Decision:
        after, _ = played(house, room, None, None, now)
        # what was changed meanwhile (a player was erased) is delivered once more, as it is now
        waiting = tuple(delivery for delivery in after.outbox if delivery not in delivered)
        if waiting != after.outbox:
            after = replace(after, outbox=waiting)
            after = replace(after, due_at=due_at(house, after))
        return Decision(after)

    try:
        left = change(house, code, decide, even_over=True, source=source).room
    except (RoomNotFound, StoreBusy) as kept_from:
        if room.outbox and _is_gone(house, room):
            sweep_up(house, code, room.document.id, room.document.created_at)
        if isinstance(kept_from, RoomNotFound):
            return None
        raise
    if trouble is not None:
        if alarm_due_at is not None and alarm_due_at > now and alarm_due_at == deadline_at(house, left):
            house.alarm.arm(code, alarm_due_at, now)  # this was the alarm for it, a moment early
        raise trouble  # the queue comes again for that; the game's next deadline has an alarm of its own
    if room.outbox and left.outbox and left.alarm_at is not None:
        # since there was something to deliver before, too, nobody saw news in it: this is the only alarm
        house.alarm.arm(code, left.alarm_at, now)
    return late_ms


def _is_gone(house: House, room: Room) -> bool:
    """Whether the room was deleted: who comes again would not know of it, nor of what was kept meanwhile."""
    found = insisted(lambda: house.store.load(room.code))
    return found is None or found.document.id != room.document.id


def _deliver(house: House, room: Room, delivery: Delivery) -> None:
    """Keep what is to be kept, then tell everybody: whoever is told of a round can read it."""
    if isinstance(delivery.event, RoundRecord):
        house.store.keep_round(room, delivery.event)
        if room.document.erased:
            # it may have been kept with a nickname in it just before that was erased
            house.archive.erase(room.code, room.document.id, room.document.erased)
    troubles = list[Exception]()
    for consumer in (house.register, *house.consumers):
        try:
            consumer.deliver(room, delivery)
        except Exception as trouble:  # the others hear of it all the same, and of each thing more than once
            troubles.append(trouble)
    if troubles:
        raise troubles[0]
