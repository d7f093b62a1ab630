"""What wakes the server by itself: messages of the alarm queue, and the sweep for those that were lost."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

from chalicelib.adapters.alarms import read_wakeup
from chalicelib.api import logs
from chalicelib.api.server import server
from chalicelib.rooms.errors import StoreBusy
from chalicelib.rooms.wake import wake

Json = dict[str, Any]

WORKERS = 8
"""Rooms of one batch that are settled side by side; most of that time is waiting for the store."""
SWEPT = 1_000
"""Rooms that one sweep puts back on the queue; what is left is found a minute later."""


def ring(event: Any) -> Json:
    """Settle the rooms of a batch; only those that failed are delivered again."""
    records = event.to_dict()["Records"]
    with ThreadPoolExecutor(WORKERS) as pool:
        failed = [
            record["messageId"]
            for record, ok in zip(records, pool.map(_wake, records), strict=True)
            if not ok
        ]
    return {"batchItemFailures": [{"itemIdentifier": message} for message in failed]}


def _wake(record: Json) -> bool:
    logs.begin()
    try:
        wakeup = read_wakeup(record["body"])
        again = int(record["attributes"]["ApproximateReceiveCount"]) > 1
        house = server().house(wakeup.tenant)
        late_ms = wake(house, wakeup.code, wakeup.due_at, wakeup.source, again=again)
    except StoreBusy:
        logs.line(request_id=record["messageId"], route="alarms", code="store_busy")
        return False
    except Exception as trouble:
        logs.bug(trouble, record["messageId"])
        return False
    logs.line(request_id=record["messageId"], route="alarms", source=wakeup.source, late_ms=late_ms)
    return True


def sweep(event: Any) -> None:
    """Put overdue rooms on the queue whose alarm was lost."""
    logs.begin()
    now = server().outside.clock.now()
    swept = 0
    for room in server().outside.due_rooms(now, SWEPT):
        server().house(room.tenant).alarm.arm(room.code, room.due_at, now)
        swept += 1
    logs.line(route="sweep", swept=swept)
