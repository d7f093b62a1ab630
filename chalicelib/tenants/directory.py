"""The tenants as a running server knows them: what it has read of one is believed for a few seconds."""

from collections import OrderedDict
from typing import Final

from chalicelib.tenants.ports import TenantStore
from chalicelib.tenants.tenant import Key, Tenant, tenant_of_key

BELIEVED_MS: Final = 10_000
"""So late, at most, every process of the service knows that a key was revoked."""
DOUBTED_MS: Final = 1_000
"""A key that is not in a record so old is looked for once more: it may be new."""
KNOWN: Final = 1_024
"""Tenants that are remembered, those that do not exist included."""


class Directory:
    """Looks tenants up, and remembers for a while what was found; `open` is the one that needs no key."""

    def __init__(self, store: TenantStore, open: Tenant | None = None) -> None:
        """Nothing is read yet."""
        self._store = store
        self._open = open
        self._known: OrderedDict[str, tuple[int, Tenant | None]] = OrderedDict()

    def open(self, now: int) -> Tenant | None:
        """The tenant of requests without a key, where the service has one."""
        return self._open and self.find(self._open.id, now)

    def find(self, id: str, now: int, believed_ms: int = BELIEVED_MS) -> Tenant | None:
        """The tenant as it was read at most so long ago; None if there is none."""
        read_at, tenant = self._known.get(id, (0, None))
        if now - read_at >= believed_ms:
            tenant = self._store.get(id)
            if tenant is None and self._open is not None and id == self._open.id:
                tenant = self._open
            self._known[id] = (now, tenant)
            self._known.move_to_end(id)
            while len(self._known) > KNOWN:
                self._known.popitem(last=False)
        return tenant

    def by_key(self, text: str, now: int) -> tuple[Tenant, Key] | None:
        """The tenant and which of its keys this is; None whether it never was, has ended or was revoked."""
        id = tenant_of_key(text)
        if id is None:
            return None
        for believed_ms in (BELIEVED_MS, DOUBTED_MS):
            tenant = self.find(id, now, believed_ms)
            key = tenant.key(text, now) if tenant is not None else None
            if tenant is not None and key is not None:
                return tenant, key
        return None

    def forget(self, id: str) -> None:
        """The tenant was changed: read it again."""
        self._known.pop(id, None)
