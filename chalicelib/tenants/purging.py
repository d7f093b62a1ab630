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
TURN_MS: Final = 30_000
"""For so long nobody else deletes beside: longer than a request may take."""
RECEIPT_KEPT_S: Final = 30 * 24 * 60 * 60


def purge(
    store: TenantStore, id: str, deleting: Iterable[Mapping[str, int]], clock: Callable[[], int]
) -> Tenant:
    """Delete for a while; the tenant as it is then, with `purged_at` if nothing is left and nothing can come.

    `deleting` deletes a little with each step, and says how many of what that was; it begins with the first
    step, not before. Doing it again goes on, but not while it is being done, or things were counted twice.
    Raises `TenantTrouble` and what `deleting` raises.
    """
    is_mine = False

    def begun(found: Tenant) -> Tenant:
        nonlocal is_mine
        now = clock()
        is_mine = found.purged_at is None and (found.purging_until or 0) <= now
        return replace(_closing(found, now), purging_until=now + TURN_MS) if is_mine else found

    tenant = change(store, id, begun)
    if not is_mine:
        return tenant
    deleted, is_all, began_at = Counter[str](), False, clock()
    try:
        for some in deleting:
            deleted.update(some)
            if clock() >= began_at + BUDGET_MS:
                break
        else:
            is_all = began_at >= _nothing_comes_from(tenant)
    finally:
        tenant = change(store, id, lambda found: _after(found, deleted, clock() if is_all else None))
    return tenant


def again_at(tenant: Tenant) -> int:
    """The instant (epoch ms) from which on it is worth while to go on."""
    return max(_nothing_comes_from(tenant), tenant.purging_until or 0)


def _nothing_comes_from(tenant: Tenant) -> int:
    return (tenant.closing_at or 0) + GRACE_MS


def _closing(tenant: Tenant, now: int) -> Tenant:
    """The tenant, whose keys open nothing else from now on."""
    return tenant if tenant.closing_at is not None else replace(tenant, closing_at=now)


def _after(tenant: Tenant, deleted: Mapping[str, int], purged_at: int | None) -> Tenant:
    origins = tenant.origins if purged_at is None else ()
    in_all = Counter(tenant.deleted) + Counter(deleted)
    return replace(tenant, origins=origins, deleted={**in_all}, purged_at=purged_at, purging_until=None)
