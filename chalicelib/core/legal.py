"""What a seat may do now, derived from its view alone, so that no refusal can tell what the view does not."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from chalicelib.core.action import Action, Context
from chalicelib.core.reason import Reason, Refusal, Rejection
from chalicelib.core.state import State
from chalicelib.core.view import View

Value: TypeAlias = str | int | bool | None


@dataclass(frozen=True, slots=True)
class OneOf:
    """A value of a list; `refused` says why not for values that somebody might expect in it."""

    values: tuple[Value, ...]
    refused: Mapping[Value, Refusal] = field(default_factory=dict)
    otherwise: Refusal = Reason.INVALID_VALUE

    def refusal(self, value: Any, candidates: frozenset[str]) -> Refusal | None:
        """Why the value may not be chosen."""
        return None if value in self.values else self.refused.get(value, self.otherwise)


@dataclass(frozen=True, slots=True)
class Candidate:
    """A card of the round's open list."""

    def refusal(self, value: Any, candidates: frozenset[str]) -> Refusal | None:
        """Why the card may not be named."""
        return None if value in candidates else Reason.UNKNOWN_CARD


@dataclass(frozen=True, slots=True)
class Candidates:
    """Any set of cards of the round's open list."""

    def refusal(self, value: Any, candidates: frozenset[str]) -> Refusal | None:
        """Why the cards may not be named."""
        return None if candidates.issuperset(value) else Reason.UNKNOWN_CARD


@dataclass(frozen=True, slots=True)
class Settings:
    """New values for the room's options, judged by the handler."""

    options: type[Any]

    def refusal(self, value: Any, candidates: frozenset[str]) -> Refusal | None:
        """Nothing to judge before the values are read."""
        return None


@dataclass(frozen=True, slots=True)
class Text:
    """Free text up to a length, judged by the handler."""

    max_length: int

    def refusal(self, value: Any, candidates: frozenset[str]) -> Refusal | None:
        """Nothing to judge before the text is read."""
        return None


Choice: TypeAlias = OneOf | Candidate | Candidates | Settings | Text
Choices: TypeAlias = Mapping[str, Choice]
"""The fields of an action and the values each may take."""

Offered: TypeAlias = Refusal | tuple[Choices, ...]
"""Why an action is not offered, or its choices; several entries where the choices depend on each other."""


def offer(**choices: Choice) -> tuple[Choices, ...]:
    """An action that may be taken now, with the values of its fields."""
    return (choices,)


AnyState: TypeAlias = State[Any, Any, Any]
AnyView: TypeAlias = View[Any, Any]


@dataclass(frozen=True, slots=True)
class Move:
    """An action of a phase: to whom it is offered (a function of the view), and what it does."""

    action: type[Action]
    offered: Callable[[Any], Offered]
    apply: Callable[[Any, Any, Context], AnyState]


@dataclass(frozen=True, slots=True)
class Offer:
    """One entry of `actions`."""

    action: type[Action]
    choices: Choices


def offers(moves: Mapping[type[Action], Move], view: AnyView) -> list[Offer]:
    """Every action that the seat may take now; what is not in this list is refused."""
    found: list[Offer] = []
    for move in moves.values():
        entries = () if move.action.internal else move.offered(view)
        if not isinstance(entries, Refusal):
            found.extend(Offer(move.action, choices) for choices in entries if _is_possible(choices))
    return found


def _is_possible(choices: Choices) -> bool:
    return all(choice.values for choice in choices.values() if isinstance(choice, OneOf))


def blocked(moves: Mapping[type[Action], Move], view: AnyView) -> list[tuple[type[Action], Refusal]]:
    """What would be this seat's to do, but not yet, and why."""
    reasons = ((move.action, move.offered(view)) for move in moves.values())
    return [(action, why) for action, why in reasons if isinstance(why, Refusal) and why.passing]


def rejection(move: Move, view: AnyView, action: Action, candidates: frozenset[str]) -> Rejection | None:
    """Why the view does not offer this action; None if it does."""
    entries = move.offered(view)
    if isinstance(entries, Refusal):
        return Rejection(entries)
    refusals = [_first_refusal(choices, action, candidates) for choices in entries]
    return None if None in refusals else refusals[0]


def _first_refusal(choices: Choices, action: Action, candidates: frozenset[str]) -> Rejection | None:
    for name, choice in choices.items():
        why = choice.refusal(getattr(action, name), candidates)
        if why is not None:
            return Rejection(why, name)
    return None
