"""The one door out of the state."""

from typing import Any, Generic, NamedTuple, TypeVar

from chalicelib.core.action import Presence
from chalicelib.core.ids import PlayerId
from chalicelib.core.state import H, P, S, Shared, State

VP = TypeVar("VP", bound=Shared, covariant=True)
VH = TypeVar("VH", covariant=True)


class View(NamedTuple, Generic[VP, VH]):
    """What one seat may know (viewer None: somebody outside the room); it has no slot for a secret.

    `version` belongs to this seat: it grows exactly when what the seat may know has changed. `seat` is the
    viewer's own entry in the public box.
    """

    viewer: PlayerId | None
    phase: str
    phase_seq: int
    version: int
    public: VP
    hand: VH | None
    seat: Any
    presence: Presence = Presence()

    @property
    def is_host(self) -> bool:
        """Whether the viewer has the host's rights."""
        return self.viewer is not None and self.viewer == self.public.host


def project(state: State[P, H, S], viewer: PlayerId | None, presence: Presence = Presence()) -> View[P, H]:
    """What `viewer` may know of the state: the public box and their own hand, nothing else."""
    public = state.public
    return View(
        viewer,
        state.phase,
        state.phase_seq,
        version(state, viewer),
        public,
        state.hands.get(viewer) if viewer else None,
        public.seat(viewer),
        presence,
    )


def version(state: State[P, H, S], viewer: PlayerId | None) -> int:
    """The version of one seat's view."""
    return state.public_seq + (state.hand_seq.get(viewer, 0) if viewer else 0)
