"""What is asked and answered in a round; everybody sees it, and bots go by it."""

from dataclasses import dataclass, replace
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


def said_aloud(talk: Talk, player: PlayerId) -> Talk:
    """The same, but that nobody reads any more what that player wrote."""

    def aloud(question: Question) -> Question:
        if question.to == player and isinstance(question.answer, Written):
            question = replace(question, answer=Spoken(True))
        if question.asker == player and isinstance(question, OwnQuestion):
            return replace(question, text="")
        return question

    return tuple(map(aloud, talk))
