"""What is asked and answered in a round; everybody sees it, and bots go by it."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from chalicelib.core.ids import PlayerId


@dataclass(frozen=True, slots=True)
class Chosen:
    """One of the options of a ready-made question."""

    option: str


@dataclass(frozen=True, slots=True)
class Written:
    """In words of one's own."""

    text: str


@dataclass(frozen=True, slots=True)
class Spoken:
    """Said aloud: the room has no record of it."""

    spoken: Literal[True]


Reply: TypeAlias = Chosen | Written | Spoken


@dataclass(frozen=True, slots=True)
class ReadyQuestion:
    """A ready-made question, by its id; without an answer it is open, or was dropped."""

    asker: PlayerId
    to: PlayerId
    question: str
    answer: Reply | None = None


@dataclass(frozen=True, slots=True)
class OwnQuestion:
    """A question in somebody's own words, empty if it was asked aloud."""

    asker: PlayerId
    to: PlayerId
    text: str
    answer: Reply | None = None


Question: TypeAlias = ReadyQuestion | OwnQuestion
Talk: TypeAlias = tuple[Question, ...]
