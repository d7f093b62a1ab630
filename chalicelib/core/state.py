"""The three boxes: what everybody may know, what one player may know, what nobody may know yet."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Generic, Protocol, TypeVar

from chalicelib.core.ids import Millis, PlayerId


class Shared(Protocol):
    """What every game's public box can tell."""

    @property
    def host(self) -> PlayerId | None:
        """Who has the host's rights."""

    @property
    def bots(self) -> Sequence[PlayerId]:
        """The seats that the room itself plays."""

    def seat(self, player: PlayerId | None) -> Any:
        """The player's own entry in the public box; None for whoever has none."""


P = TypeVar("P", bound=Shared)
H = TypeVar("H")
S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class State(Generic[P, H, S]):
    """One room's game.

    Choosing the box of a field *is* choosing who may see it. `step` counts accepted changes and
    selects the dice of the next one; `phase_seq` counts phases (and turns, where a game says so);
    `public_seq` and `hand_seq` grow exactly when that box changes; `wakes` says when each bot moves next.
    """

    public: P
    phase: str
    hands: Mapping[PlayerId, H] = field(repr=False)
    secret: S = field(repr=False)
    seed: str = field(repr=False)
    phase_seq: int = 1
    step: int = 0
    public_seq: int = 1
    hand_seq: Mapping[PlayerId, int] = field(default_factory=dict, repr=False)
    wakes: Mapping[PlayerId, Millis] = field(default_factory=dict, repr=False)


def enter(state: State[P, H, S], phase: str) -> State[P, H, S]:
    """Go to a phase; whatever was sent to the one before it is stale from here on."""
    return replace(state, phase=phase, phase_seq=state.phase_seq + 1)


def advance(before: State[P, H, S], after: State[P, H, S]) -> State[P, H, S]:
    """Count the boxes that one accepted change touched; the same state back if it touched none."""
    shown = (before.public, before.phase, before.phase_seq) != (after.public, after.phase, after.phase_seq)
    dealt = {
        player: before.hand_seq.get(player, 0) + 1
        for player in {**before.hands, **after.hands}
        if (held := before.hands.get(player)) is not (holds := after.hands.get(player)) and held != holds
    }
    if not shown and not dealt and before.secret == after.secret:
        return before
    return replace(
        after,
        step=before.step + 1,
        public_seq=before.public_seq + shown,
        hand_seq={**before.hand_seq, **dealt} if dealt else before.hand_seq,
    )
