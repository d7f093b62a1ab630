"""The token buckets of a tenant."""

from chalicelib.adapters import keys
from chalicelib.adapters.memory.kept import Memory
from chalicelib.tenants.pace import Rate
from chalicelib.tenants.ports import Level


class MemoryBuckets:
    """The token buckets of one tenant."""

    def __init__(self, memory: Memory, tenant: str) -> None:
        """Keep them in a memory that other tenants may share."""
        self._memory, self._tenant = memory, tenant

    def take(self, name: str, rate: Rate, now: int) -> Level:
        """Take one from the bucket of that name, if there is one."""
        key = keys.bucket(self._tenant, name)
        with self._memory.lock:
            full_at = self._memory.buckets.get(key, 0)
            spent = rate.spent(full_at, now)
            if spent is not None:
                self._memory.buckets[key] = spent
        return Level.of(rate, full_at if spent is None else spent, now, is_taken=spent is not None)

    def give_back(self, name: str, rate: Rate) -> None:
        """Put one back that was taken."""
        key = keys.bucket(self._tenant, name)
        with self._memory.lock:
            if key in self._memory.buckets:
                self._memory.buckets[key] -= rate.interval_ms
