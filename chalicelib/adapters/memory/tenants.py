"""The records of all tenants."""

from dataclasses import replace

from chalicelib.adapters import keys
from chalicelib.adapters.memory.kept import Memory
from chalicelib.tenants.tenant import Tenant


class MemoryTenants:
    """The records of all tenants."""

    def __init__(self, memory: Memory) -> None:
        """Keep them in a memory."""
        self._memory = memory

    def get(self, id: str) -> Tenant | None:
        """The tenant, or None."""
        return self._memory.tenants.get(keys.tenant(id))

    def save(self, tenant: Tenant) -> bool:
        """Store it as the revision after its own; False if it was changed meanwhile."""
        key = keys.tenant(tenant.id)
        with self._memory.lock:
            standing = self._memory.tenants.get(key)
            if (standing.revision if standing else 0) != tenant.revision:
                return False
            self._memory.tenants[key] = replace(tenant, revision=tenant.revision + 1)
        return True
