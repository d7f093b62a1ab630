"""A tenant: a frontend of somebody's, with its plan, the origins of its pages, and its keys."""

import hashlib
import hmac
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final, Literal

from chalicelib.tenants.addresses import PORTS

Kind = Literal["pk", "sk"]
"""Publishable (a browser may hold it) or secret (opens the tenant's administration)."""

TENANT_ID: Final = re.compile(r"[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?", re.ASCII)
SECRET_BYTES: Final = 32

_KEY: Final = re.compile(rf"(pk|sk)_({TENANT_ID.pattern})\.[0-9a-f]{{{2 * SECRET_BYTES}}}", re.ASCII)
_ORIGIN: Final = re.compile(
    r"(https?|capacitor|ionic|tauri)://[a-z0-9.-]{1,253}(?::([1-9][0-9]{0,4}))?", re.ASCII
)
ORIGINS: Final = "https://acme.example, http://localhost:3000, capacitor://localhost"
"""How origins look, for whoever wrote another thing."""
_MOST_PORT: Final = 65_535
_SHOWN: Final = 4
"""Characters of a key by which people tell it from others."""


@dataclass(frozen=True, slots=True)
class Key:
    """What is kept of a key: never the key itself, but its last characters.

    `ends_at` (epoch ms): when a rotated one ends. One that `is_lent` is its operator's for a while.
    """

    id: str
    kind: Kind
    digest: str
    created_at: int
    ends_at: int | None = None
    ends_with: str = ""
    is_lent: bool = False

    @classmethod
    def of(cls, text: str, kind: Kind, now: int) -> "Key":
        """What is kept of a new one."""
        digest = digested(text)
        return cls(f"key_{digest[:16]}", kind, digest, now, ends_with=text[-_SHOWN:])

    def is_valid(self, now: int) -> bool:
        """Whether it still opens anything."""
        return self.ends_at is None or now < self.ends_at


@dataclass(frozen=True, slots=True)
class Tenant:
    """A tenant as it is stored; `revision` counts its changes.

    `closing_at` (epoch ms): since when it is being purged, during which nothing but that can be done with its
    keys; `deleted` is how many things of each kind were deleted so far, `purged_at` when nothing was left;
    until `purging_until` somebody is at it, whose turn is called `purging`; what the turns `counted` deleted
    is among `deleted`, of which the last few are remembered.
    """

    id: str
    plan: str
    created_at: int
    origins: tuple[str, ...] = ()
    keys: tuple[Key, ...] = ()
    closing_at: int | None = None
    revision: int = 0
    deleted: Mapping[str, int] = field(default_factory=dict)
    purged_at: int | None = None
    purging: str | None = None
    purging_until: int | None = None
    counted: tuple[str, ...] = ()

    def key(self, text: str, now: int) -> Key | None:
        """The key that this is, while it is valid."""
        digest = digested(text)
        found = [key for key in self.keys if hmac.compare_digest(key.digest, digest) and key.is_valid(now)]
        return found[0] if found else None


def make_key(kind: Kind, tenant: str, secret: str) -> str:
    """The text of a key, from so many random bytes in hexadecimal (`SECRET_BYTES`)."""
    return f"{kind}_{tenant}.{secret}"


def tenant_of_key(text: str) -> str | None:
    """The tenant that a key names; None for what cannot be a key."""
    found = _KEY.fullmatch(text)
    return found[2] if found else None


def digested(key: str) -> str:
    """What is stored of a key; 256 random bits need no slow hash."""
    return hashlib.sha256(key.encode()).hexdigest()


def bad_origins(origins: Iterable[str]) -> list[str]:
    """Those that are not written as browsers do (RFC 6454 §6.2): scheme, host in lower case, odd port."""
    return [origin for origin in origins if not _is_origin(origin)]


def _is_origin(text: str) -> bool:
    found = _ORIGIN.fullmatch(text)
    if found is None or found[2] is None:
        return found is not None
    port = int(found[2])
    return port <= _MOST_PORT and (found[1], port) not in PORTS.items()
