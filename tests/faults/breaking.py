"""Ports that break: before or after any one of its calls a process dies, or has no answer from outside."""

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from chalicelib.rooms.errors import StoreBusy
from chalicelib.rooms.house import House

HINTS = frozenset({"push", "close", "arm", "disconnect", "forget", "touch"})
"""Calls that come after the save or change nothing that counts: no trouble with them fails a request."""


class Died(BaseException):
    """The process is gone in the middle of its work; nothing of it catches this."""


def no_answer(call: str) -> Exception:
    """The trouble that there can be with a call; not even what is never to raise is trusted."""
    return ConnectionError() if call in ("push", "close", "arm") else StoreBusy()


def died(call: str) -> BaseException:
    """The end of the process."""
    return Died()


@dataclass(frozen=True, slots=True)
class Break:
    """The n-th call of a kind goes wrong: it was not made, or it was made and not heard of."""

    call: str
    number: int
    is_after: bool
    trouble: Callable[[str], BaseException] = field(default=died, compare=False)

    def __str__(self) -> str:
        moment = "after" if self.is_after else "before"
        return f"{self.trouble.__name__} {moment} {self.call} {self.number}"


class Calls:
    """The calls of one process, counted by kind, one of which may break."""

    def __init__(self, breaking: Break | None = None) -> None:
        self.made: Counter[str] = Counter()
        self._breaking = breaking

    def make(self, call: str, do: Callable[[], Any]) -> Any:
        """Make a call, unless it breaks."""
        self.made[call] += 1
        breaking = self._breaking
        breaks = breaking is not None and (breaking.call, breaking.number) == (call, self.made[call])
        if breaking is not None and breaks and not breaking.is_after:
            raise breaking.trouble(call)
        answer = do()
        if breaking is not None and breaks:
            raise breaking.trouble(call)
        return answer

    def all(self) -> list[tuple[str, int]]:
        """Every call that was made, by kind and number."""
        return [(call, number) for call, most in self.made.items() for number in range(1, most + 1)]


class Breaking:
    """A port whose calls go through `calls`; `names` are what they are counted as."""

    def __init__(self, port: Any, calls: Calls, **names: str) -> None:
        self._port, self._calls, self._names = port, calls, names

    def __getattr__(self, method: str) -> Any:
        call, real = self._names.get(method, method), getattr(self._port, method)
        return lambda *args: self._calls.make(call, partial(real, *args))


class BreakingPush:
    """Each message and each closing is a call of its own: some have gone out when the next one breaks."""

    def __init__(self, push: Any, calls: Calls) -> None:
        self._push, self._calls = push, calls

    def send(self, messages: Iterable[tuple[str, bytes]]) -> list[str]:
        return [gone for m in messages for gone in self._calls.make("push", partial(self._push.send, [m]))]

    def close(self, connections: Iterable[str]) -> None:
        for connection in connections:
            self._calls.make("close", partial(self._push.close, [connection]))


def broken(house: House, calls: Calls) -> House:
    """The same house, all of whose calls to the outside go through `calls`."""
    return replace(
        house,
        store=Breaking(house.store, calls),
        register=Breaking(house.register, calls),
        archive=Breaking(house.archive, calls),
        talk=Breaking(house.talk, calls),
        connections=Breaking(house.connections, calls),
        push=BreakingPush(house.push, calls),
        alarm=Breaking(house.alarm, calls),
        consumers=tuple(Breaking(consumer, calls) for consumer in house.consumers),
    )
