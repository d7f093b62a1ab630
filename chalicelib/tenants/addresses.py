"""Which addresses of others the service may call: never one inside of anybody's own network.

A URL is read here and nowhere else, and what connects gets the parts that were judged: there is no second
reading of it that could understand it otherwise.
"""

import re
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address
from typing import Final, Literal
from urllib.parse import urlsplit

Scheme = Literal["https", "http"]
PORTS: Final[dict[Scheme, int]] = {"https": 443, "http": 80}

LONGEST_URL: Final = 500

_VISIBLE: Final = re.compile(r"[!-~]+", re.ASCII)
_NAME: Final = re.compile(
    r"(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.)*[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.?"
)
_NUMBER: Final = re.compile(r"(?:.*\.)?(?:[0-9]+|0x[0-9a-f]*)\.?")
"""A host that ends like this is an address, however oddly it is written (https://url.spec.whatwg.org)."""

_UNICAST: Final = IPv6Network("2000::/3")
"""All that is given out of IPv6. Whatever lies elsewhere is of one machine, one link or one network."""
_NAT64: Final = IPv6Network("64:ff9b::/96")
_SPECIAL_4: Final = tuple(map(IPv4Network, ("192.0.0.0/24", "192.88.99.0/24", "224.0.0.0/4")))
_SPECIAL_6: Final = tuple(map(IPv6Network, ("2001::/23", "2001:db8::/32", "3fff::/20")))
"""What `is_global` lets pass in one version of Python or another: protocols, relays, groups, examples."""


@dataclass(frozen=True, slots=True)
class Target:
    """Where a request goes: `path` with its query; `host` a name, or an address without brackets."""

    scheme: Scheme
    host: str
    port: int
    path: str


def read_url(url: str, *, local: bool = False) -> Target:
    """The parts of a URL that may be called; `local` is for development, where nothing is forbidden.

    Raises `ValueError` for one that never may: not https, with credentials in it, longer than 500 characters,
    oddly written, or with an address in it that is not public. What a name stands for is judged when it is
    called, by `is_public`.
    """
    if len(url) > LONGEST_URL or _VISIBLE.fullmatch(url) is None or "\\" in url or "#" in url:
        raise ValueError("not a URL")
    parts = urlsplit(url)
    host, port = (parts.hostname or "").lower(), parts.port
    match parts.scheme:
        case "https":
            scheme: Scheme = "https"
        case "http" if local:
            scheme = "http"
        case _:
            raise ValueError("not https")
    if "@" in parts.netloc or port == 0:
        raise ValueError("not a host")
    if "[" in parts.netloc or _NUMBER.fullmatch(host):
        if not is_public(host) and not local:
            raise ValueError("not a public address")
    elif len(host) > 253 or _NAME.fullmatch(host) is None:
        raise ValueError("not a host")
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return Target(scheme, host, port or PORTS[scheme], path)


def is_public(address: str) -> bool:
    """Whether an address is one machine's on the open internet; raises `ValueError` for what is none.

    One of IPv6 that stands for one of IPv4 is judged by that.
    """
    found = ip_address(address)
    if isinstance(found, IPv6Address):
        embedded = _embedded(found)
        if embedded is None:
            return found in _UNICAST and found.is_global and not any(found in each for each in _SPECIAL_6)
        found = embedded
    return found.is_global and not any(found in each for each in _SPECIAL_4)


def _embedded(address: IPv6Address) -> IPv4Address | None:
    """The address of IPv4 to which packets for this one go in the end, as far as it shows."""
    if address in _NAT64:
        return IPv4Address(int(address) & 0xFFFF_FFFF)
    # Teredo lies in 2001::/23, none of which is called: what it embeds is whoever relays, and a client's own
    return address.ipv4_mapped or address.sixtofour
