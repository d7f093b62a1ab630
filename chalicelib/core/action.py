"""What somebody wants to do, and the circumstances in which they do it."""

from dataclasses import dataclass, field
from typing import ClassVar

from chalicelib.core.deck import Deck
from chalicelib.core.errors import InvariantBroken
from chalicelib.core.ids import Millis, PlayerId
from chalicelib.core.rng import Rng


@dataclass(frozen=True, slots=True)
class Action:
    """Base of all actions; the fields of a subclass are the fields on the wire."""

    type: ClassVar[str]
    any_time: ClassVar[bool] = False
    """Legal whatever phase the actor believes to be in: carries no `phase_seq`."""
    dated: ClassVar[bool] = False
    """Needs no `phase_seq`, but is refused when a stale one comes with it."""
    typed: ClassVar[tuple[str, ...]] = ()
    """The fields that are texts of people's own, shown to others: what nobody can read is refused in them."""
    internal: ClassVar[bool] = False
    """Done by the room itself: no client can send it."""


@dataclass(frozen=True, slots=True)
class Presence:
    """Who is reachable, as far as the server can tell; advice, never a rule but for `claim_host`."""

    connected: frozenset[PlayerId] = frozenset()
    host_away: bool = False


@dataclass(frozen=True, slots=True)
class Context:
    """Who acts (None: the room itself), at what instant of game time, with which deck and dice.

    `phase_seq` is the phase that the actor saw; None where the caller speaks for the present.
    """

    actor: PlayerId | None
    now: Millis
    deck: Deck
    presence: Presence = Presence()
    phase_seq: int | None = None
    rng: Rng = field(default_factory=lambda: Rng(""), repr=False)


def actor(ctx: Context) -> PlayerId:
    """Who acts, in handlers of what is only ever offered to somebody."""
    if ctx.actor is None:
        raise InvariantBroken("an action of players was taken by nobody")
    return ctx.actor
