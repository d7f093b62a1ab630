"""What one tenant's rush costs another: a tenant over its limits beside one that plays, on the local server.

`python -m infra.bench.neighbours [seconds]`: the two phases, the one tenant alone and both in one go, take
turns, so that whatever else the machine does falls on both alike.
"""

import asyncio
import secrets
import statistics
import sys
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, Final

import httpx

from chalicelib.tenants import administration
from chalicelib.tenants.tenant import SECRET_BYTES
from infra.local.child import running
from infra.tenants.stores import of_server

BAR: Final = 1.5
PHASE_S: Final = 4.0
PHASES: Final = 6
CALM_HZ: Final = 20
"""Requests a second of the tenant that plays: a look and an action in turn, by all its seats."""
RUSH_HZ: Final = 40
"""Those of the other, all by one seat, whose plan allows four actions a second once its burst is used up."""
SEATS: Final = 6
WARM_S: Final = 2.0


@dataclass(slots=True)
class Seat:
    """Somebody who may act."""

    url: str
    headers: dict[str, str]
    done: int = 0


@dataclass(slots=True)
class Measured:
    """How long requests took (s), and what was answered."""

    took_s: list[float] = field(default_factory=list)
    statuses: Counter[int] = field(default_factory=Counter)

    @property
    def p95_ms(self) -> float:
        """In ms."""
        return statistics.quantiles(self.took_s, n=20)[-1] * 1000


Ask = Callable[[int], Coroutine[Any, Any, httpx.Response]]


def report(phase_s: float = PHASE_S) -> list[str]:
    """The figures, a line each."""
    with running(OPEN_PLAN="unlimited", DATA="", CHAOS="", TIME_SCALE="1") as address:
        return asyncio.run(_both(address, phase_s))


async def _both(address: str, phase_s: float) -> list[str]:
    calm_alone, calm_beside, rush = Measured(), Measured(), Measured()
    async with httpx.AsyncClient(base_url=address, timeout=10) as client:
        calm, rushing = await _room(client, {}), await _room(client, await _key(address))
        await _drive(lambda n: _play(client, calm, n), CALM_HZ, WARM_S, Measured())
        while (await _act(client, rushing[0])).status_code == 200:
            pass
        for _ in range(PHASES // 2):
            await _drive(lambda n: _play(client, calm, n), CALM_HZ, phase_s, calm_alone)
            async with _beside(lambda n: _act(client, rushing[0]), RUSH_HZ, rush):
                await _drive(lambda n: _play(client, calm, n), CALM_HZ, phase_s, calm_beside)
    ratio = calm_beside.p95_ms / calm_alone.p95_ms
    return [
        f"one tenant alone: p95 {calm_alone.p95_ms:.1f} ms of {len(calm_alone.took_s)} requests",
        f"beside one that asks for {RUSH_HZ} actions a second where 4 are allowed ({dict(rush.statuses)}): "
        f"p95 {calm_beside.p95_ms:.1f} ms, {ratio:.2f} × (bar {BAR} ×); {dict(calm_beside.statuses)}",
    ]


async def _key(address: str) -> dict[str, str]:
    """The key of a new tenant on the smallest plan."""
    store, now = of_server(address), time.time_ns() // 1_000_000
    administration.create(store, "rush", "free", (), now)
    made = administration.add_key(store, "rush", "pk", secrets.token_hex(SECRET_BYTES), now)
    return {"X-Api-Key": made.text}


async def _room(client: httpx.AsyncClient, key: dict[str, str]) -> list[Seat]:
    """A lobby with all its seats."""
    opened = await client.post("/v1/rooms", json={"game": "espia", "nickname": "n1"}, headers=key)
    code = opened.raise_for_status().json()["view"]["room"]["code"]
    entered = [opened]
    for number in range(2, SEATS + 1):
        body = {"nickname": f"n{number}"}
        entered.append(await client.post(f"/v1/rooms/{code}/players", json=body, headers=key))
    tokens = [each.raise_for_status().json()["token"] for each in entered]
    return [Seat(f"/v1/rooms/{code}", {"Authorization": f"Bearer {token}"}) for token in tokens]


async def _act(client: httpx.AsyncClient, seat: Seat) -> httpx.Response:
    """An action that is saved."""
    seat.done += 1
    action = {"type": "tick", "action_id": str(seat.done)}
    return await client.post(f"{seat.url}/actions", json=action, headers=seat.headers)


async def _play(client: httpx.AsyncClient, seats: list[Seat], number: int) -> httpx.Response:
    """A look and an action in turn."""
    seat = seats[number % SEATS]
    return await (client.get(seat.url, headers=seat.headers) if number % 2 else _act(client, seat))


async def _drive(ask: Ask, rate_hz: float, for_s: float, measured: Measured) -> None:
    """Ask so often, whether answers come or not: nobody waits for another's."""

    async def one(number: int) -> None:
        began = time.perf_counter()
        answer = await ask(number)
        measured.took_s.append(time.perf_counter() - began)
        measured.statuses[answer.status_code] += 1

    began = time.perf_counter()
    async with asyncio.TaskGroup() as asking:
        for number in range(int(rate_hz * for_s)):
            await asyncio.sleep(max(0, began + number / rate_hz - time.perf_counter()))
            asking.create_task(one(number))


@asynccontextmanager
async def _beside(ask: Ask, rate_hz: float, measured: Measured) -> AsyncIterator[None]:
    """Ask so often while the block runs."""

    async def on_and_on() -> None:
        while True:
            await _drive(ask, rate_hz, 1.0, measured)

    asking = asyncio.create_task(on_and_on())
    try:
        yield
    finally:
        asking.cancel()
        await asyncio.wait([asking])


if __name__ == "__main__":
    print("\n".join(report(*map(float, sys.argv[1:]))))
