"""How late a deadline is told: many rooms that are due in the same second, each with a phone on a socket.

`python -m infra.bench.lateness [rooms] [--sweep]`: some of them are woken by the queue as it should be, some
by one that duplicates, delays and reorders, and with `--sweep` (a minute more) some whose message was lost.
"""

import argparse
import asyncio
import json
import math
import time
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final

from websockets.asyncio.client import ClientConnection, connect

from infra.local.child import running
from infra.phone import PATIENCE_S, Json, Service

QUEUE, WAYWARD, SWEEP = "by the queue", "by a wayward queue", "by the sweep"
CHAOS: Final[dict[str, Json]] = {
    QUEUE: {},
    WAYWARD: {"duplicate": 0.5, "reorder": 1, "late": 0.5, "late_seconds": 1, "seed": 1},
    SWEEP: {"drop": 1},
}
SETTING_UP: Final = 8
"""Rooms that are made ready at the same time."""
MARGIN: Final = 2.0
"""How many times as long as the first rooms the others may take."""
SHORTEST_S, LONGEST_S = 10, 600
"""The vote limits that a room may have."""
SWEPT_S: Final = 5 + 60 + 15
"""A lost message is made up for by then: it is missed after 5 s, and the next sweep is a minute away."""


@dataclass(frozen=True, slots=True)
class Told:
    """What one phone heard of its deadline: how late (ms, real time), and how often."""

    source: str
    late_ms: float
    times: int
    due_at: float


@dataclass(frozen=True, slots=True)
class Ready:
    """A room with an open ballot, and the seat that listens."""

    source: str
    code: str
    token: str
    ws_url: str
    due_at: float


@dataclass(slots=True)
class Watch:
    """One phone on its socket."""

    room: Ready
    socket: ClientConnection
    heard: list[float] = field(default_factory=list)

    async def listen(self) -> None:
        """Note when a view comes that shows the ballot closed."""
        async for text in self.socket:
            at = time.time()
            message: Json = json.loads(text)
            if message["type"] == "view" and message["view"]["room"]["phase"] == "questions":
                self.heard.append(at)


def measure(rooms: int, sources: Iterable[str]) -> list[Told]:
    """What the phones of so many rooms heard, a like number of them by each source."""
    with running(TIME_SCALE="1", DATA="", CHAOS="1") as address, Service(address) as service:
        groups = list(sources)
        ready: list[Ready] = []
        with ThreadPoolExecutor(SETTING_UP) as pool:
            began = time.monotonic()
            list(pool.map(lambda _: _opened(service, "", time.time() + LONGEST_S), range(SETTING_UP)))
            needed = MARGIN * (time.monotonic() - began) * rooms / SETTING_UP
            due_at = time.time() + min(needed, LONGEST_S / 2) + SHORTEST_S + 2
            for n, source in enumerate(groups):
                service.http.put("/_local/chaos", json=CHAOS[source]).raise_for_status()
                share = range(n, rooms, len(groups))
                ready += pool.map(lambda _, source=source: _opened(service, source, due_at), share)
        service.http.put("/_local/chaos", json=CHAOS[QUEUE]).raise_for_status()
        return asyncio.run(_heard(ready, SWEPT_S if SWEEP in groups else PATIENCE_S))


def _opened(service: Service, source: str, due_at: float) -> Ready:
    """A room in which a ballot runs out at about that instant."""
    seconds = math.floor(due_at - time.time())
    if not SHORTEST_S <= seconds <= LONGEST_S:
        raise RuntimeError("this machine is too slow for so many rooms")
    host = service.open_room("Ana", options={"vote_seconds": seconds})
    phones = [host, service.join(host.code, "Bea"), service.join(host.code, "Eva")]
    host.post("deal")
    for phone in phones:
        phone.post("seen")
    host.post("start")
    # The limit is in whole seconds: the rest of the way is waited out, so that all are due together.
    time.sleep(max(0.0, due_at - seconds - time.time()))
    timer = host.post("accuse", suspect=phones[1].player)["round"]["timer"]
    return Ready(
        source, host.code, host.token, host.ws_url, datetime.fromisoformat(timer["deadline"]).timestamp()
    )


async def _heard(rooms: list[Ready], patience_s: float) -> list[Told]:
    watches = [await _watch(room) for room in rooms]
    async with asyncio.TaskGroup() as listening:
        for watch in watches:
            listening.create_task(watch.listen())
        ends = max(room.due_at for room in rooms) + patience_s
        while time.time() < ends and not all(watch.heard for watch in watches):
            await asyncio.sleep(0.1)
        await asyncio.sleep(2)  # What is told twice is told by then.
        for watch in watches:
            await watch.socket.close()
    return [_told(watch) for watch in watches]


async def _watch(room: Ready) -> Watch:
    socket = await connect(room.ws_url, open_timeout=PATIENCE_S, close_timeout=1, max_queue=None, proxy=None)
    await socket.send(json.dumps({"type": "hello", "room": room.code, "token": room.token}))
    while json.loads(await socket.recv())["type"] != "welcome":
        pass
    return Watch(room, socket)


def _told(watch: Watch) -> Told:
    first = watch.heard[0] if watch.heard else math.inf
    return Told(watch.room.source, (first - watch.room.due_at) * 1000, len(watch.heard), watch.room.due_at)


def lines(told: list[Told]) -> list[str]:
    """Lines for people."""
    spread = max(t.due_at for t in told) - min(t.due_at for t in told)
    early = sum(t.late_ms < 0 for t in told)
    amiss = sum(t.times != 1 for t in told)
    shown = [
        f"lateness: {len(told)} rooms due within {spread:.1f} s; "
        f"told early {early}, not exactly once {amiss}   (bar 0)"
    ]
    for source in dict.fromkeys(t.source for t in told):
        late = sorted(t.late_ms for t in told if t.source == source)
        parts = "  ".join(f"p{p} {percentile(late, p):6.0f}" for p in (50, 95, 99))
        shown.append(f"  {source:<22}{len(late):4} rooms: {parts}  max {late[-1]:6.0f} ms")
    return shown


def percentile(ordered: list[float], p: int) -> float:
    """The least value that so many per cent do not exceed."""
    return ordered[max(0, math.ceil(len(ordered) * p / 100) - 1)]


def report() -> list[str]:
    """Lines for people, of few rooms."""
    return lines(measure(24, (QUEUE, WAYWARD)))


def main() -> None:
    """Measure as the command line says."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rooms", nargs="?", type=int, default=24)
    parser.add_argument("--sweep", action="store_true")
    wanted: Any = parser.parse_args()
    sources = (QUEUE, WAYWARD, SWEEP) if wanted.sweep else (QUEUE, WAYWARD)
    print("\n".join(lines(measure(wanted.rooms, sources))))


if __name__ == "__main__":
    main()
