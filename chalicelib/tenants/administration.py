"""What is done to a tenant, by its operator or by itself: each change is made once, or says why not."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Final

from chalicelib.tenants.plans import plan, plans
from chalicelib.tenants.ports import TenantStore
from chalicelib.tenants.tenant import ORIGINS, TENANT_ID, Key, Kind, Tenant, bad_origins, make_key

MOST_ORIGINS: Final = 20
MOST_GRACE_S: Final = 30 * 24 * 60 * 60
LENT_MS: Final = 60 * 60 * 1000
"""So long, at most, the operator has a key of a tenant's."""
TRIES: Final = 10
"""Changes that others may make in between before one gives up."""


class TenantTrouble(Exception):
    """Why a change cannot be made: `code` says it, `accepted` what would be right.

    Of a list, `place` is which of its items it is about.
    """

    def __init__(self, code: str, accepted: str = "", place: int | None = None) -> None:
        """Keep them."""
        super().__init__(code)
        self.code, self.accepted, self.place = code, accepted, place


@dataclass(frozen=True, slots=True)
class NewKey:
    """A key that was made: this is the only time that its `text` is seen."""

    key: Key
    text: str


def create(store: TenantStore, id: str, plan_id: str, origins: Iterable[str], now: int) -> Tenant:
    """A new tenant without keys; raises `TenantTrouble`."""
    if TENANT_ID.fullmatch(id) is None:
        raise TenantTrouble("bad_tenant_id", TENANT_ID.pattern)
    tenant = Tenant(id, _plan(plan_id), now, _origins(origins))
    if store.get(id) is not None or not (store.save(tenant) or _is_made(store, tenant)):
        raise TenantTrouble("tenant_exists")
    return tenant


def set_plan(store: TenantStore, id: str, plan_id: str) -> Tenant:
    """Put a tenant on another plan; its rooms keep the one that they were opened under."""
    chosen = _plan(plan_id)
    return change(store, id, lambda tenant: replace(tenant, plan=chosen))


def set_origins(store: TenantStore, id: str, origins: Iterable[str]) -> Tenant:
    """Say on which pages the publishable keys may be used; raises `TenantTrouble`."""
    wanted = _origins(origins)
    return change(store, id, lambda tenant: replace(tenant, origins=wanted))


def add_key(store: TenantStore, id: str, kind: Kind, secret: str, now: int) -> NewKey:
    """Make a key of `SECRET_BYTES` random bytes in hexadecimal; raises `TenantTrouble`."""
    text = make_key(kind, id, secret)
    made = Key.of(text, kind, now)
    change(store, id, lambda tenant: tenant if _has(tenant, made) else _with_key(tenant, made, now))
    return NewKey(made, text)


def lend_key(store: TenantStore, id: str, secret: str, now: int) -> NewKey:
    """Make a secret key for the operator, which is no tenant's to count and ends soon by itself.

    Raises `TenantTrouble`.
    """
    text = make_key("sk", id, secret)
    made = replace(Key.of(text, "sk", now), ends_at=now + LENT_MS, is_lent=True)

    def lent(tenant: Tenant) -> Tenant:
        return tenant if _has(tenant, made) else replace(tenant, keys=(*_valid(tenant, now), made))

    change(store, id, lent)
    return NewKey(made, text)


def rotate_key(store: TenantStore, id: str, key_id: str, grace_s: int, secret: str, now: int) -> NewKey:
    """Make a key in the place of another, which ends after so many seconds; raises `TenantTrouble`.

    A key has one successor: whoever lost it rotates that one.
    """
    if not 0 <= grace_s <= MOST_GRACE_S:
        raise TenantTrouble("out_of_range", f"0–{MOST_GRACE_S}")
    made: list[NewKey] = []

    def rotated(tenant: Tenant) -> Tenant:
        if made and _has(tenant, made[0].key):
            return tenant
        old = _key(tenant, key_id, now)
        if old.ends_at is not None and not old.is_lent:
            raise TenantTrouble("already_rotated")
        ends_at = now + grace_s * 1000 if old.ends_at is None else min(old.ends_at, now + grace_s * 1000)
        text = make_key(old.kind, id, secret)
        new = Key.of(text, old.kind, now)
        made[:] = [NewKey(new, text)]
        ending = replace(old, ends_at=ends_at)
        keys = tuple(ending if key.id == key_id else key for key in tenant.keys)
        return _with_key(replace(tenant, keys=keys), new, now)

    change(store, id, rotated)
    return made[0]


def revoke_key(store: TenantStore, id: str, key_id: str, now: int) -> None:
    """End a key at once; raises `TenantTrouble`, also for the last secret key that does not end by itself."""
    ended: list[Key] = []

    def revoked(tenant: Tenant) -> Tenant:
        if ended and not _has(tenant, ended[0]):
            return tenant
        gone = _key(tenant, key_id, now)
        ended[:] = [gone]
        left = tuple(key for key in tenant.keys if key.id != gone.id)
        lasting = (key for key in left if key.kind == "sk" and key.ends_at is None)
        if gone.kind == "sk" and not gone.is_lent and not any(lasting):
            raise TenantTrouble("last_secret_key")
        return replace(tenant, keys=left)

    change(store, id, revoked)


def change(store: TenantStore, id: str, changed: Callable[[Tenant], Tenant]) -> Tenant:
    """The tenant as it was changed, once; raises `TenantTrouble` for an unknown one or too many at a time."""
    for _ in range(TRIES):
        tenant = store.get(id)
        if tenant is None:
            raise TenantTrouble("tenant_not_found")
        after = changed(tenant)
        if store.save(after):
            return replace(after, revision=after.revision + 1)
    raise TenantTrouble("store_busy")


def _is_made(store: TenantStore, tenant: Tenant) -> bool:
    """Whether a tenant is there by a save of which nobody heard."""
    standing = store.get(tenant.id)
    return standing is not None and standing.created_at == tenant.created_at


def _with_key(tenant: Tenant, made: Key, now: int) -> Tenant:
    """The tenant with one key more, and without those that have ended.

    Those that are ending do not count, or none could be replaced at the limit; there may be as many again.
    """
    keys = _valid(tenant, now)
    most = plan(tenant.plan).keys
    own = [key for key in keys if not key.is_lent]
    if len([key for key in own if key.ends_at is None]) >= most or len(own) >= 2 * most:
        raise TenantTrouble("too_many_keys", str(most))
    return replace(tenant, keys=(*keys, made))


def _has(tenant: Tenant, wanted: Key) -> bool:
    """Whether the key is there. What was saved may be so unheard, when others save over it at once."""
    return any(key.id == wanted.id for key in tenant.keys)


def _valid(tenant: Tenant, now: int) -> tuple[Key, ...]:
    return tuple(key for key in tenant.keys if key.is_valid(now))


def _key(tenant: Tenant, key_id: str, now: int) -> Key:
    for key in tenant.keys:
        if key.id == key_id and key.is_valid(now):
            return key
    raise TenantTrouble("key_not_found")


def _plan(id: str) -> str:
    if id not in plans():
        raise TenantTrouble("unknown_plan", ", ".join(plans()))
    return id


def _origins(origins: Iterable[str]) -> tuple[str, ...]:
    given = list(origins)
    for wrong in bad_origins(given):
        raise TenantTrouble("bad_origin", ORIGINS, given.index(wrong))
    wanted = tuple(dict.fromkeys(given))
    if len(wanted) > MOST_ORIGINS:
        raise TenantTrouble("bad_origin", f"≤ {MOST_ORIGINS}")
    return wanted
