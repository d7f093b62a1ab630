"""A game as data: its phases, what each offers, and the few facts that the outside needs."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from chalicelib.core.action import Action, Context
from chalicelib.core.bots import Bots
from chalicelib.core.deck import CardId, Deck
from chalicelib.core.ids import PlayerId
from chalicelib.core.legal import AnyState, AnyView, Blocked, Move, Offer, legal
from chalicelib.core.reason import Refusal
from chalicelib.core.rng import Rng
from chalicelib.core.timer import Due


def nothing_due(state: AnyState) -> Due | None:
    """For phases in which time stands still."""
    return None


def nothing_expires(state: AnyState, ctx: Context) -> AnyState:
    """For phases in which time stands still."""
    return state


def nothing_forbidden(view: AnyView, deck: Deck, text: str) -> Refusal | None:
    """For chats in which anything may be said."""
    return None


def nothing_typed(state: AnyState, player: PlayerId) -> AnyState:
    """For games in which everything is chosen from what there is."""
    return state


@dataclass(frozen=True)
class Phase:
    """A node of the game: its moves, when it ends by itself, and what happens then (at that instant)."""

    name: str
    moves: tuple[Move, ...]
    due: Callable[[Any], Due | None] = nothing_due
    expire: Callable[[Any, Context], AnyState] = nothing_expires


@dataclass(frozen=True)
class Ruleset:
    """One game. `common` are the moves of every phase but a closed room's.

    `candidates(view, deck)` is the open list of cards that the viewer may choose from, None where there is
    none; `resample(state, viewer, deck, rng)` is a world that the viewer cannot tell from this one.
    `may_say(view)` is why the viewer may not write in the chat now, itself None where there is no chat;
    `heard(view, deck, text)` is why the viewer may not say just that, judged by their own hand alone.
    `unsaid(state, player)` is the state without the words that a player typed, as if they were said aloud.
    """

    id: str
    family: str
    title: Mapping[str, str]
    locales: tuple[str, ...]
    players: range
    state_type: Any
    options: type[Any]
    phases: tuple[Phase, ...]
    common: tuple[Move, ...]
    new: Callable[[str, Any, str], AnyState]
    deck_id: Callable[[Any], str]
    rounds_total: Callable[[Any], int | None]
    candidates: Callable[[Any, Deck], tuple[CardId, ...] | None]
    resample: Callable[[Any, Any, Deck, Rng], AnyState]
    texts: Mapping[str, Mapping[str, tuple[str, str]]]
    bots: Bots | None = None
    may_say: Callable[[Any], Refusal | None] | None = None
    heard: Callable[[Any, Deck, str], Refusal | None] = nothing_forbidden
    unsaid: Callable[[Any, PlayerId], AnyState] = nothing_typed

    @cached_property
    def by_name(self) -> Mapping[str, Phase]:
        """The phases by name."""
        return {phase.name: phase for phase in self.phases}

    @cached_property
    def moves(self) -> Mapping[str, Mapping[type[Action], Move]]:
        """For each phase, its moves by action, in the order in which views list them."""
        return {
            phase.name: {move.action: move for move in (*phase.moves, *self.common)} if phase.moves else {}
            for phase in self.phases
        }

    @cached_property
    def _listed(self) -> Mapping[str, list[Move]]:
        """For each phase, the moves that clients can make."""
        return {
            phase: [move for move in moves.values() if not move.action.internal]
            for phase, moves in self.moves.items()
        }

    @cached_property
    def _listed_for_guests(self) -> Mapping[str, list[Move]]:
        """Of these, the moves that are not the host's alone."""
        return {phase: [move for move in moves if not move.for_host] for phase, moves in self._listed.items()}

    @cached_property
    def actions(self) -> Mapping[str, type[Action]]:
        """Every action that a client can send, by its name on the wire."""
        return {move.action.type: move.action for moves in self._listed.values() for move in moves}

    def legal(self, view: AnyView) -> list[Offer]:
        """Every action that the seat may take now, with the values of its choices."""
        return self.legal_and_blocked(view)[0]

    def blocked(self, view: AnyView) -> list[Blocked]:
        """What is this seat's to do, but not yet, and why."""
        return self.legal_and_blocked(view)[1]

    def legal_and_blocked(self, view: AnyView) -> tuple[list[Offer], list[Blocked]]:
        """Both of them at the price of one."""
        listed = self._listed if view.is_host else self._listed_for_guests
        return legal(listed[view.phase], view)
