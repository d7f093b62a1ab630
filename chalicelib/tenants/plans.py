"""The plans: how much a tenant may ask for. Their figures are data, in `plans.toml`."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cache
from pathlib import Path
from typing import Any, Final

from chalicelib.tenants.pace import Rate

_MINUTE_MS: Final = 60_000


@dataclass(frozen=True, slots=True)
class Plan:
    """The limits of a plan; a rate that is None is not limited.

    `failed_codes_per_address` counts codes that open no room, `failed_tokens_per_address` tokens that open no
    seat, `administration` requests with the secret key, `deck_puts` decks that are sent, since to judge one
    takes seconds. `actions_per_*` hold within one room, which keeps the plan under which it was opened.
    """

    id: str
    keys: int
    webhooks: int
    decks: int
    deck_cards: int
    deck_bytes: int
    administration: Rate | None = None
    deck_puts: Rate | None = None
    rooms: Rate | None = None
    rooms_per_address: Rate | None = None
    joins: Rate | None = None
    joins_per_address: Rate | None = None
    sockets: Rate | None = None
    sockets_per_address: Rate | None = None
    failed_codes_per_address: Rate | None = None
    failed_tokens_per_address: Rate | None = None
    actions_per_seat: Rate | None = None
    actions_per_room: Rate | None = None

    def rates(self) -> Mapping[str, Rate]:
        """The rates that are limited, by name."""
        named = ((f.name, getattr(self, f.name)) for f in fields(self))
        return {name: rate for name, rate in named if isinstance(rate, Rate)}

    def counts(self) -> Mapping[str, int]:
        """How much of each thing a tenant may keep, by name."""
        named = ((f.name, getattr(self, f.name)) for f in fields(self))
        return {name: count for name, count in named if isinstance(count, int)}


@cache
def plans() -> Mapping[str, Plan]:
    """All plans by id; read when first asked for."""
    data = tomllib.loads(Path(__file__).with_name("plans.toml").read_text("utf-8"))
    return {id: _plan(id, limits) for id, limits in data.items()}


def plan(id: str) -> Plan:
    """The plan of that id; one that no longer exists holds nobody back from what they began."""
    return plans().get(id) or plans()["unlimited"]


def _plan(id: str, limits: Mapping[str, Any]) -> Plan:
    read: dict[str, Any] = {
        name: _rate(limit) if isinstance(limit, dict) else limit for name, limit in limits.items()
    }
    return Plan(id, **read)


def _rate(limit: Mapping[str, int]) -> Rate:
    return Rate(limit["burst"], max(1, _MINUTE_MS // limit["per_minute"]))
