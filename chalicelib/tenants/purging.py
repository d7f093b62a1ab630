"""How a tenant ends: its keys open nothing but this, all that is kept of it is deleted, a receipt stays."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Final

from chalicelib.tenants.administration import TRIES, change
from chalicelib.tenants.ports import TenantStore
from chalicelib.tenants.tenant import Tenant

GRACE_MS: Final = 20_000
"""For so long other processes may believe in the tenant, and add to what was deleted already."""
BUDGET_MS: Final = 15_000
"""So long it is deleted in one go."""
TURN_MS: Final = 30_000
"""For so long nobody else deletes beside: longer than a request may take."""
REMEMBERED: Final = TRIES
"""So many turns that were counted: more than others count between two tries of a save."""
RECEIPT_KEPT_S: Final = 30 * 24 * 60 * 60


class _Taken(Exception):
    """Somebody else is at it, or nothing is left to do."""

    def __init__(self, tenant: Tenant) -> None:
        super().__init__()
        self.tenant = tenant


def purge(
    store: TenantStore, id: str, deleting: Iterable[Mapping[str, int]], clock: Callable[[], int], turn: str
) -> Tenant:
    """Delete for a while; the tenant as it is then, with `purged_at` if nothing is left and nothing can come.

    `deleting` deletes a little with each step, and says how many of what that was; it begins with the first
    step, not before. Doing it again goes on, but not while it is being done, or things were counted twice;
    `turn` is random and tells this call from others. Raises `TenantTrouble` and what `deleting` raises.
    """
    try:
        tenant = change(store, id, lambda found: _begun(found, clock(), turn))
    except _Taken as taken:
        return taken.tenant
    deleted, is_all, began_at = Counter[str](), False, clock()
    try:
        for some in deleting:
            deleted.update(some)
            if clock() >= began_at + BUDGET_MS:
                break
        else:
            is_all = began_at >= _nothing_comes_from(tenant)
    finally:
        purged_at = clock() if is_all else None
        tenant = change(store, id, lambda found: _after(found, turn, deleted, purged_at))
    return tenant


def again_at(tenant: Tenant) -> int:
    """The instant (epoch ms) from which on it is worth while to go on."""
    return max(_nothing_comes_from(tenant), tenant.purging_until or 0)


def _nothing_comes_from(tenant: Tenant) -> int:
    return (tenant.closing_at or 0) + GRACE_MS


def _begun(tenant: Tenant, now: int, turn: str) -> Tenant:
    """The tenant whose keys open nothing but this, and whose turn it is; raises `_Taken`."""
    if tenant.purging == turn:  # it was saved, though nobody heard of it before somebody saved over it
        return tenant
    if tenant.purged_at is not None or (tenant.purging_until or 0) > now:
        raise _Taken(tenant)
    closing_at = now if tenant.closing_at is None else tenant.closing_at
    return replace(tenant, closing_at=closing_at, purging=turn, purging_until=now + TURN_MS)


def _after(tenant: Tenant, turn: str, deleted: Mapping[str, int], purged_at: int | None) -> Tenant:
    """The tenant with what was deleted counted once; who took too long leaves the turn to whoever has it."""
    if turn in tenant.counted:
        return tenant
    counted = (*tenant.counted, turn)[-REMEMBERED:]
    tenant = replace(tenant, deleted={**(Counter(tenant.deleted) + Counter(deleted))}, counted=counted)
    if tenant.purging != turn:
        return tenant
    origins = tenant.origins if purged_at is None else ()
    return replace(tenant, origins=origins, purged_at=purged_at, purging=None, purging_until=None)
