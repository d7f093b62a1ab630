"""A tenant: a frontend of somebody's, with its plan, the origins of its pages, and its keys."""

import hashlib
import hmac
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final, Literal

Kind = Literal["pk", "sk"]
"""Publishable (a browser may hold it) or secret (opens the tenant's administration)."""

TENANT_ID: Final = re.compile(r"[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?", re.ASCII)
SECRET_BYTES: Final = 32

_KEY: Final = re.compile(rf"(pk|sk)_({TENANT_ID.pattern})\.[0-9a-f]{{{2 * SECRET_BYTES}}}", re.ASCII)
_ORIGIN: Final = re.compile(r"(?:https?|capacitor|ionic|tauri)://[a-z0-9.-]{1,253}(?::[0-9]{1,5})?", re.ASCII)


@dataclass(frozen=True, slots=True)
class Key:
    """What is kept of a key: never the key itself. `ends_at` (epoch ms): when a rotated one ends."""

    id: str
    kind: Kind
    digest: str
    created_at: int
    ends_at: int | None = None

    def is_valid(self, now: int) -> bool:
        """Whether it still opens anything."""
        return self.ends_at is None or now < self.ends_at


@dataclass(frozen=True, slots=True)
class Tenant:
    """A tenant as it is stored; `revision` counts its changes.

    `closing_at` (epoch ms): since when it is being purged, during which nothing but that can be done with its
    keys; `deleted` is how many things of each kind were deleted so far, `purged_at` when nothing was left.
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
    return [origin for origin in origins if _ORIGIN.fullmatch(origin) is None]
