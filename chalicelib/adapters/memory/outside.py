"""Push, alarm, clock and dice, in the hands of a test."""

import random
from collections.abc import Iterable
from dataclasses import dataclass, field


@dataclass(slots=True)
class RecordingPush:
    """Keeps what was sent; a test says which sockets are gone."""

    gone: set[str] = field(default_factory=set)
    sent: list[tuple[str, bytes]] = field(default_factory=list)
    closed: list[str] = field(default_factory=list)

    def send(self, messages: Iterable[tuple[str, bytes]]) -> list[str]:
        """Record what reaches somebody; the ids of those that are gone."""
        messages = list(messages)
        self.sent.extend(message for message in messages if message[0] not in self.gone)
        return list(dict.fromkeys(connection for connection, _ in messages if connection in self.gone))

    def close(self, connections: Iterable[str]) -> None:
        """Record it; closed sockets are gone."""
        closed = list(connections)
        self.closed.extend(closed)
        self.gone.update(closed)


@dataclass(slots=True)
class RecordingAlarm:
    """Keeps which rooms were to be woken when: (code, due_at)."""

    armed: list[tuple[str, int]] = field(default_factory=list)

    def arm(self, code: str, due_at: int, now: int) -> None:
        """Record it."""
        self.armed.append((code, due_at))


@dataclass(slots=True)
class HandClock:
    """A clock that stands still until the test sets it."""

    at: int = 1_800_000_000_000

    def now(self) -> int:
        """Epoch milliseconds."""
        return self.at

    def pass_ms(self, duration_ms: int) -> None:
        """Let time pass."""
        self.at += duration_ms


class SeededEntropy:
    """Dice that fall the same way for the same seed."""

    def __init__(self, seed: int = 0) -> None:
        """Start the sequence of a seed."""
        self._random = random.Random(seed)

    def again(self, seed: int) -> None:
        """Start the sequence of another seed."""
        self._random.seed(seed)

    def hexadecimal(self, n_bytes: int) -> str:
        """So many bytes in hexadecimal."""
        return self._random.randbytes(n_bytes).hex()

    def below(self, n: int) -> int:
        """A whole number from 0 to n − 1."""
        return self._random.randrange(n)
