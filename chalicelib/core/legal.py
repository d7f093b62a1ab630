"""What a seat may do now, derived from its view alone, so that no refusal can tell what the view does not."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, fields
from typing import Any, NamedTuple, TypeAlias

from chalicelib.core.action import Action, Context
from chalicelib.core.reason import Reason, Refusal, Rejection
from chalicelib.core.state import State
from chalicelib.core.text import tidy
from chalicelib.core.view import View

MOST_TOLD = 8
"""Values that are told to whoever chose another; a page has the whole list."""

Value: TypeAlias = str | int | bool | None


def invalid(value: Value) -> Refusal:
    """Why not, where there is no more to say."""
    return Reason.INVALID_VALUE


class OneOf(NamedTuple):
    """A value of a list; `why_not` is asked about any other."""

    values: tuple[Value, ...]
    why_not: Callable[[Value], Refusal] = invalid

    def refusal(self, value: Any, candidates: frozenset[str]) -> Refusal | None:
        """Why the value may not be chosen."""
        return None if value in self.values else self.why_not(value)


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


@dataclass(frozen=True, slots=True)
class Words:
    """A few words of free text, measured as they will be kept; what they mean is judged by the handler.

    Unless `required` there may be none of them, and unless `nullable` that is said with an empty text.
    """

    max_length: int
    max_words: int | None = None
    required: bool = True
    nullable: bool = True

    def refusal(self, value: Any, candidates: frozenset[str]) -> Refusal | None:
        """Whether there are too many of them, or none."""
        if value is None and not self.nullable:
            return Reason.INVALID_VALUE
        text = tidy(value or "")
        too_many = len(text) > self.max_length or len(text.split()) > (self.max_words or self.max_length)
        return Reason.INVALID_VALUE if too_many or (self.required and not text) else None


Choice: TypeAlias = OneOf | Candidate | Candidates | Settings | Text | Words
Choices: TypeAlias = Mapping[str, Choice]
"""The fields of an action and the values each may take."""

Offered: TypeAlias = Refusal | tuple[Choices, ...]
"""Why an action is not offered, or its choices; several entries where the choices depend on each other."""


NOTHING: Choices = {}
NO_CHOICE: tuple[Choices, ...] = (NOTHING,)
"""An action that may be taken now and has no fields."""


def offer(**choices: Choice) -> tuple[Choices, ...]:
    """An action that may be taken now, with the values of its fields."""
    return (choices,)


AnyState: TypeAlias = State[Any, Any, Any]
AnyView: TypeAlias = View[Any, Any]


@dataclass(frozen=True, slots=True)
class Move:
    """An action of a phase: to whom it is offered (a function of the view), and what it does.

    One that is `for_host` is offered to the host alone, and `offered` is asked about no other view.
    """

    action: type[Action]
    offered: Callable[[Any], Offered]
    apply: Callable[[Any, Any, Context], AnyState]
    for_host: bool = False


class Offer(NamedTuple):
    """One entry of `actions`."""

    action: type[Action]
    choices: Choices


Blocked: TypeAlias = tuple[type[Action], Refusal]
"""One entry of `blocked`: an action and why not yet."""


def legal(moves: Iterable[Move], view: AnyView) -> tuple[list[Offer], list[Blocked]]:
    """Which of these moves the seat may take now, and what would be its to do, but not yet.

    What is not in the first list is refused.
    """
    offers: list[Offer] = []
    blocked: list[Blocked] = []
    for move in moves:
        entries = move.offered(view)
        if entries is NO_CHOICE:
            offers.append(Offer(move.action, NOTHING))
        elif isinstance(entries, tuple):
            offers += [Offer(move.action, choices) for choices in entries if _is_possible(choices)]
        elif entries.passing:
            blocked.append((move.action, entries))
    return offers, blocked


def _is_possible(choices: Choices) -> bool:
    return not [choice for choice in choices.values() if isinstance(choice, OneOf) and not choice.values]


def rejection(move: Move, view: AnyView, action: Action, candidates: frozenset[str]) -> Rejection | None:
    """Why the view does not offer this action; None if it does.

    Of several entries only those can be meant that have a choice for all that the action says.
    """
    entries = Reason.HOST_ONLY if move.for_host and not view.is_host else move.offered(view)
    if isinstance(entries, Refusal):
        return Rejection(entries)
    meant = [choices for choices in entries if _surplus(choices, action) is None]
    if not meant:
        return Rejection(Reason.INVALID_VALUE, _surplus(entries[0], action))
    refusals = [_first_refusal(choices, action, candidates) for choices in meant]
    return None if None in refusals else refusals[0]


def _surplus(choices: Choices, action: Action) -> str | None:
    """A field that might be left out, and is filled in though there is no choice of it."""
    optional = (f.name for f in fields(action) if f.default is None and f.name not in choices)
    return next((name for name in optional if getattr(action, name) is not None), None)


def _first_refusal(choices: Choices, action: Action, candidates: frozenset[str]) -> Rejection | None:
    for name, choice in choices.items():
        why = choice.refusal(getattr(action, name), candidates)
        if why is not None:
            return Rejection(why, name, _accepted(choice) if why is Reason.INVALID_VALUE else None)
    return None


def _accepted(choice: Choice) -> str | None:
    """What would not be refused, in the words of the API, which are of no language."""
    match choice:
        case Words(max_words=None):
            return f"max_length {choice.max_length}"
        case Words():
            return f"max_length {choice.max_length}, max_words {choice.max_words}"
        case OneOf() if len(choice.values) <= MOST_TOLD:
            return ", ".join(map(str, choice.values)) or None
    return None
