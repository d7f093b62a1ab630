"""The actions that only this game has."""

from dataclasses import dataclass
from typing import ClassVar

from chalicelib.core.action import Action
from chalicelib.core.deck import CardId
from chalicelib.core.ids import PlayerId


@dataclass(frozen=True, slots=True)
class Ask(Action):
    """Put a ready-made question of the theme, by its id, or one of one's own; an empty text: said aloud."""

    type: ClassVar[str] = "ask"
    typed: ClassVar[tuple[str, ...]] = ("text",)
    to: PlayerId
    question: str | None = None
    text: str | None = None


@dataclass(frozen=True, slots=True)
class Answer(Action):
    """Answer a ready-made question with an option, any other in one's own words; without a text, aloud."""

    type: ClassVar[str] = "answer"
    typed: ClassVar[tuple[str, ...]] = ("text",)
    option: str | None = None
    text: str | None = None


@dataclass(frozen=True, slots=True)
class PassTurn(Action):
    """The host lets somebody ask in the place of a sleeper; an open question is dropped."""

    type: ClassVar[str] = "pass_turn"
    to: PlayerId


@dataclass(frozen=True, slots=True)
class Guess(Action):
    """The spy names the word; right or wrong, it ends the round."""

    type: ClassVar[str] = "guess"
    word: CardId


@dataclass(frozen=True, slots=True)
class CrossOut(Action):
    """A player's private notes: these words are struck out, all others are not."""

    type: ClassVar[str] = "cross_out"
    any_time: ClassVar[bool] = True
    words: tuple[CardId, ...]
