"""Tenants of which a save is made that nobody hears of."""

from collections.abc import Callable
from dataclasses import replace

from chalicelib.adapters.memory import Memory, MemoryTenants
from chalicelib.tenants.tenant import Tenant


class Unheard(MemoryTenants):
    """Loses the answer of one of its saves: somebody has saved over that before it is tried again."""

    def __init__(self, lost: int, over: Callable[[Tenant], Tenant]) -> None:
        super().__init__(Memory())
        self._lost, self._over, self.saves = lost, over, 0

    def save(self, tenant: Tenant) -> bool:
        self.saves += 1
        if self.saves != self._lost:
            return super().save(tenant)
        assert super().save(tenant)
        standing = self.get(tenant.id)
        assert standing is not None and super().save(self._over(standing))
        return False


def another_plan(tenant: Tenant) -> Tenant:
    return replace(tenant, plan="studio")


class Hasty(MemoryTenants):
    """Somebody else saves just before the first save."""

    def __init__(self, before: Callable[[], object]) -> None:
        super().__init__(Memory())
        self._before: Callable[[], object] | None = before

    def save(self, tenant: Tenant) -> bool:
        if self._before is not None:
            before, self._before = self._before, None
            before()
        return super().save(tenant)
