"""An action, however it came in: read by the rules of the room's game, applied once, and counted."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from chalicelib.api import problems
from chalicelib.api.messages import read_action, read_envelope
from chalicelib.api.server import server
from chalicelib.core.action import Action
from chalicelib.core.ruleset import Ruleset
from chalicelib.rooms.act import Acted, act
from chalicelib.rooms.errors import Limit, TooMany
from chalicelib.rooms.house import House
from chalicelib.rooms.telling import Message
from chalicelib.rooms.tokens import Who
from chalicelib.tenants.hasty import Wait

Json = dict[str, Any]


def perform(
    house: House,
    code: str,
    who: Who,
    seat: str,
    message: Json,
    key: str | None = None,
    answer: Message | None = None,
) -> Acted:
    """Do what a message asks for, once for its `action_id` and its `key`. Raises the problem of a refusal.

    `seat` is by what this process remembers whoever asks, should they have to wait.
    """
    kind, outcome = "unknown", "failed"

    def read(ruleset: Ruleset) -> Action:
        nonlocal kind
        action = read_action(ruleset, message)
        kind = message["type"]  # only what a game knows: whatever else is sent must not become a metric
        return action

    try:
        envelope = read_envelope(message)
        with _patiently(house, seat):
            acted = act(house, code, who, read, envelope.phase_seq, envelope.action_id, key, answer)
        if acted.rejection is not None:
            raise problems.refused(acted.rejection)
        outcome = "repeated" if acted.repeated else "accepted"
    except Exception as trouble:
        found = problems.of(trouble)
        if found is not None and found.status < 500:
            outcome = "refused"
        raise
    finally:
        server().outside.telemetry.acted(kind, outcome)
    return acted


@contextmanager
def _patiently(house: House, seat: str) -> Iterator[None]:
    """Whoever asks on, though told to wait, costs nothing: no room is looked at for them."""
    now = house.clock.now()
    wait = server().hasty.wait(seat, now)
    if wait is not None:
        full_ms = None if wait.full_at is None else wait.full_at - now
        raise TooMany(wait.until - now, Limit(wait.limit, wait.rate, full_ms))
    try:
        yield
    except TooMany as hasty:
        now, limit = house.clock.now(), hasty.limit
        full_at = None if limit.full_ms is None else now + limit.full_ms
        server().hasty.told(seat, Wait(now + hasty.wait_ms, limit.name, limit.rate, full_at))
        raise
