"""How fast somebody may go on: token buckets, each kept as one number (the generic cell rate algorithm)."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Rate:
    """So many at once, and one more after each interval."""

    burst: int
    interval_ms: int

    @property
    def window_ms(self) -> int:
        """How long an empty bucket takes to be full again."""
        return self.burst * self.interval_ms

    def spent(self, full_at: int, now: int) -> int | None:
        """When the bucket is full again if one is taken now; None if there is none to take.

        `full_at` is when it is full as it stands: any instant that has passed means that it is full now.
        """
        later = max(full_at, now) + self.interval_ms
        return later if later <= now + self.window_ms else None

    def left(self, full_at: int, now: int) -> int:
        """How many can be taken now."""
        return max(0, self.window_ms - max(0, full_at - now)) // self.interval_ms

    def wait_ms(self, full_at: int, now: int) -> int:
        """How long until one can be taken."""
        return max(0, full_at + self.interval_ms - self.window_ms - now)
