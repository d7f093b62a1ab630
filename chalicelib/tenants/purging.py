"""How a tenant ends: its keys open nothing but this, all that is kept of it is deleted, a receipt stays."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Final

from chalicelib.tenants.administration import change
from chalicelib.tenants.ports import TenantStore
from chalicelib.tenants.tenant import Tenant

GRACE_MS: Final = 20_000
"""For so long other processes may believe in the tenant, and add to what was deleted already."""
BUDGET_MS: Final = 15_000
"""So long it is deleted in one go."""
RECEIPT_KEPT_S: Final = 30 * 24 * 60 * 60


def purge(
    store: TenantStore, id: str, deleting: Iterable[Mapping[str, int]], clock: Callable[[], int]
) -> Tenant:
    """Delete for a while; the tenant as it is then, with `purged_at` if nothing is left and nothing can come.

    `deleting` deletes a little with each step, and says how many of what that was; it begins with the first
    step, not before. Doing it again goes on. Raises `TenantTrouble` and what `deleting` raises.
    """
    tenant = change(store, id, lambda found: _closing(found, clock()))
    if tenant.purged_at is not None:
        return tenant
    deleted, is_all, began_at = Counter[str](), False, clock()
    try:
        for some in deleting:
            deleted.update(some)
            if clock() >= began_at + BUDGET_MS:
                break
        else:
            is_all = began_at >= wait_until(tenant)
    finally:
        tenant = change(store, id, lambda found: _after(found, deleted, clock() if is_all else None))
    return tenant


def wait_until(tenant: Tenant) -> int:
    """The instant (epoch ms) from which on nothing can come any more to what is deleted of the tenant."""
    return (tenant.closing_at or 0) + GRACE_MS


def _closing(tenant: Tenant, now: int) -> Tenant:
    """The tenant, whose keys open nothing else from now on."""
    return tenant if tenant.closing_at is not None else replace(tenant, closing_at=now)


def _after(tenant: Tenant, deleted: Mapping[str, int], purged_at: int | None) -> Tenant:
    origins = tenant.origins if purged_at is None else ()
    in_all = Counter(tenant.deleted) + Counter(deleted)
    return replace(tenant, origins=origins, deleted={**in_all}, purged_at=purged_at)
