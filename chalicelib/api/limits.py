"""How much may be asked for: what is counted for tenants and addresses, and how answers tell of it."""

import hashlib
import ipaddress
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Final

from chalicelib.api import rates
from chalicelib.api.problems import Problem, problem
from chalicelib.api.server import server
from chalicelib.rooms.errors import LongGone, NotSeated, RoomNotFound, TokenRevoked
from chalicelib.tenants.pace import Rate
from chalicelib.tenants.plans import Plan, plan, plans
from chalicelib.tenants.ports import Level

FAILED_CODES: Final = "failed_codes"
FAILED_TOKENS: Final = "failed_tokens"
HOUSEHOLD_V6: Final = 64
"""Bits of an IPv6 address that a household has as one: it may use all the others (RFC 6177)."""


@dataclass(frozen=True, slots=True)
class Counted:
    """What was counted of a request: the limit's name, its rate, and what is left of it."""

    name: str
    rate: Rate
    level: Level


def spend(tenant: str, address: str, what: str) -> list[Counted]:
    """Count one of `what` (`rooms`, `joins`, `sockets`, `failed_codes` …) for an address and the tenant.

    Raises the problem of too many; its headers tell what was counted.
    """
    counted: list[Counted] = []
    limited = _plan(tenant).rates()
    for name, bucket in ((f"{what}_per_address", f"{what}#{address}"), (what, what)):
        rate = limited.get(name)
        if rate is None:
            continue
        level = server().outside.buckets(tenant).take(bucket, rate, server().outside.clock.now())
        counted.append(Counted(name, rate, level))
        if not level.is_taken:
            raise _too_many(counted)
    return counted


@contextmanager
def guesses(tenant: str, address: str, code: str | None = None) -> Iterator[None]:
    """Count what opens nothing, and tell nothing more to an address that has tried too much.

    With a `code` nobody has shown a token. Each such try is counted before anything is looked at, and given
    back if the code was right: however many come at once, no more are heard than may be wrong. A code that
    the address has just tried is not counted again: a page that asks for a room of yesterday on and on keeps
    nobody from joining. Tokens that open nothing are counted apart, for the same reason.
    """
    is_guess = code is not None and not server().missed.knows(f"{tenant}/{address}", code)
    if is_guess:
        spend(tenant, address, FAILED_CODES)
    try:
        yield
    except (RoomNotFound, NotSeated) as trouble:
        if isinstance(trouble, TokenRevoked) and not isinstance(trouble, LongGone):
            raise
        if code is None:
            spend(tenant, address, FAILED_TOKENS)
        else:
            server().missed.note(f"{tenant}/{address}", code)
        raise
    except Exception:
        _give_back(tenant, address, is_guess)
        raise
    _give_back(tenant, address, is_guess)


def _give_back(tenant: str, address: str, is_guess: bool) -> None:
    rate = _plan(tenant).failed_codes_per_address
    if is_guess and rate is not None:
        server().outside.buckets(tenant).give_back(f"{FAILED_CODES}#{address}", rate)


def headers(counted: list[Counted]) -> Mapping[str, str]:
    """What an answer says of the limits, the tightest first."""
    if not counted:
        return {}
    tightest = sorted(counted, key=lambda each: (each.level.left, each.name))
    left = (rates.left(each.name, each.level.left, each.level.full_ms) for each in tightest)
    policies = (rates.policy(each.name, each.rate) for each in tightest)
    return {"RateLimit": ", ".join(left), "RateLimit-Policy": ", ".join(policies)}


def network(address: str) -> str:
    """What of an address stands for whoever has it; what is no address stands for itself."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv6Address):
        if found.ipv4_mapped is not None:
            return str(found.ipv4_mapped)
        return str(ipaddress.ip_network((found, HOUSEHOLD_V6), strict=False).network_address)
    return str(found)


def hidden(address: str) -> str:
    """An address as it may be kept: nobody without the server's secret finds out which it was."""
    secret = server().settings.token_secret.encode()
    key = hashlib.sha256(secret).digest()
    return hashlib.blake2b(network(address).encode(), key=key, digest_size=12).hexdigest()


def _plan(tenant: str) -> Plan:
    """Of a tenant that exists; whoever makes one up is counted like the smallest."""
    found = server().tenants.find(tenant, server().outside.clock.now())
    return plans()["free"] if found is None else plan(found.plan)


def _too_many(counted: list[Counted]) -> Problem:
    wait_s = max(1, rates.seconds(counted[-1].level.wait_ms))
    return replace(problem("too_many_requests"), wait_s=wait_s, more=headers(counted))
