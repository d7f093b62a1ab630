"""The round's clock, which can stand, and the time limit of one ballot or guess, which can not."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from chalicelib.core.ids import Millis
from chalicelib.core.timer import Due

SECOND = 1_000
MINUTE = 60 * SECOND

Decision: TypeAlias = Literal["clue", "vote", "point", "guess"]


@dataclass(frozen=True, slots=True)
class Clock:
    """Running towards a deadline, or paused with what is left, to the millisecond; or none."""

    state: Literal["running", "paused", "none"] = "none"
    deadline: Millis | None = None
    remaining_ms: int | None = None

    def pause(self, now: Millis) -> "Clock":
        """Stand still with exactly what is left."""
        if self.state != "running" or self.deadline is None:
            return self
        return Clock("paused", remaining_ms=self.deadline - now)

    def resume(self, now: Millis) -> "Clock":
        """Go on from where it stood."""
        if self.state != "paused" or self.remaining_ms is None:
            return self
        return running(now, self.remaining_ms)


NO_CLOCK = Clock()


def running(now: Millis, duration_ms: int) -> Clock:
    """A clock that starts now."""
    return Clock("running", deadline=Millis(now + duration_ms))


@dataclass(frozen=True, slots=True)
class Timer:
    """How long one decision may take."""

    for_: Decision
    deadline: Millis

    def due(self, phase_seq: int) -> Due:
        """What happens by itself when it runs out."""
        return Due(f"{phase_seq}/{self.for_}", self.deadline)


def time_limit(for_: Decision, now: Millis, seconds: int | None) -> Timer | None:
    """A timer that starts now; None for no limit."""
    return None if seconds is None else Timer(for_, Millis(now + seconds * SECOND))


def clock_due(clock: Clock, phase_seq: int) -> Due | None:
    """The end of a running clock."""
    return None if clock.deadline is None else Due(f"{phase_seq}/clock", clock.deadline)


def timer_due(timer: Timer | None, phase_seq: int) -> Due | None:
    """The end of a timer, if one is set."""
    return None if timer is None else timer.due(phase_seq)
