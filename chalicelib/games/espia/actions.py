"""The actions that only this game has."""

from dataclasses import dataclass
from typing import ClassVar

from chalicelib.core.action import Action
from chalicelib.core.deck import CardId
from chalicelib.core.ids import PlayerId


@dataclass(frozen=True, slots=True)
class PassTurn(Action):
    """The question was asked aloud; whoever answered asks next."""

    type: ClassVar[str] = "pass_turn"
    answered_by: PlayerId


@dataclass(frozen=True, slots=True)
class Guess(Action):
    """A spy names the place; right or wrong, it ends the round."""

    type: ClassVar[str] = "guess"
    place: CardId


@dataclass(frozen=True, slots=True)
class CrossOut(Action):
    """A spy's private notes: these places are struck out, all others are not."""

    type: ClassVar[str] = "cross_out"
    any_time: ClassVar[bool] = True
    places: tuple[CardId, ...]
