"""The actions that only this game has."""

from dataclasses import dataclass
from typing import ClassVar

from chalicelib.core.action import Action

MOST_CHARACTERS = 40
MOST_WORDS = 2
"""How long a clue may be."""


@dataclass(frozen=True, slots=True)
class Clue(Action):
    """Say something of the word in a word or two; without a text it was said aloud."""

    type: ClassVar[str] = "clue"
    typed: ClassVar[tuple[str, ...]] = ("text",)
    text: str | None = None


@dataclass(frozen=True, slots=True)
class Guess(Action):
    """The last impostor names the word."""

    type: ClassVar[str] = "guess"
    typed: ClassVar[tuple[str, ...]] = ("word",)
    word: str
