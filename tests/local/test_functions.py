"""How the functions of an app are run: side by side, and none in the way of another."""

import asyncio
import threading
from typing import Any

from infra.local.functions import BACKGROUND_THREADS, Functions


class App:
    """Nothing of it is used."""


def test_a_function_whose_calls_all_hang_keeps_no_other_waiting():
    released = threading.Event()

    def stuck(event: Any, context: Any) -> None:
        released.wait(10)

    async def calls() -> Any:
        functions = Functions(App())
        hanging = [
            asyncio.ensure_future(functions.alarm("deliveries", stuck, {}))
            for _ in range(BACKGROUND_THREADS + 1)
        ]
        answer = await asyncio.wait_for(functions.alarm("alarms", lambda event, _: event, {"n": 1}), 5)
        released.set()
        await asyncio.gather(*hanging)
        functions.close()
        return answer

    assert {"n": 1} == asyncio.run(calls())
