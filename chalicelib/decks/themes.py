"""The deck of `shpion`, read from a spreadsheet and a list of questions for each theme.

An answer that follows from a fact of the card is derived from it, so that the two cannot disagree.
"""

from collections.abc import Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import Annotated, Literal, TypeAlias

from pydantic import BeforeValidator, Field

from chalicelib.decks.collation import collation
from chalicelib.decks.model import (
    Credit,
    Option,
    Part,
    Question,
    QuestionTheme,
    ShpionDeck,
    TopicCard,
)
from chalicelib.decks.source import SourceInvalid, credited, read, versioned
from chalicelib.decks.spreadsheet import Filled, Several, read_rows

Answer: TypeAlias = Literal["yes", "no", "partly"]

YES: Answer = "yes"
NO: Answer = "no"

_LETTERS: Mapping[str, Answer] = {"y": YES, "n": NO, "p": "partly"}
_TEXTS = {"yes": "Да", "no": "Нет", "partly": "Отчасти", "unknown": "Не знаю"}


def _year(cell: object) -> object:
    text = str(cell)
    return None if not text else int(text) if text.lstrip("-").isdecimal() else cell


def _empty(cell: object) -> object:
    return cell or None


class TopicSource(Part):
    """One row as an editor writes it; `answers` are letters in the order of the theme's questions."""

    ordinal: Annotated[int, Field(strict=False)]
    id: Filled
    name: Filled
    origin: Annotated[Literal["ours", "foreign"] | None, BeforeValidator(_empty)]
    year: Annotated[int | None, BeforeValidator(_year)]
    country: str
    author: str
    picture: Filled
    roles: Several
    answers: Annotated[str, Field(pattern="^[ynp]+$")]


class Derived(Part):
    """What an answer follows from: yes where the fact is one of these, or lies in the range."""

    fact: Literal["origin", "year", "country"]
    among: Annotated[tuple[str, ...], Field(strict=False)] = ()
    since: int | None = None
    before: int | None = None

    def answer(self, row: TopicSource) -> Answer:
        """The true answer for a card."""
        if self.fact != "year":
            return YES if getattr(row, self.fact) in self.among else NO
        if row.year is None or (self.since is not None and row.year < self.since):
            return NO
        return YES if self.before is None or row.year < self.before else NO


class QuestionSource(Part):
    """One `[[question]]`."""

    id: str
    text: str
    derived: Derived | None = None


class OrderSource(Part):
    """The whole of `themes.toml`: the themes in the order in which they are offered."""

    order: list[str]


class ThemeSource(Part):
    """The whole of a `questions.<theme>.toml`."""

    id: str
    title: str
    picture: str
    question: list[QuestionSource]


def shpion(folder: Path, credit_of: Mapping[str, Credit]) -> Sequence[ShpionDeck]:
    """The one deck of all themes."""
    order = read(folder / "themes.toml", OrderSource).order
    sources = [read(folder / f"questions.{theme}.toml", ThemeSource) for theme in order]
    cards = chain.from_iterable(_cards(folder, source, credit_of) for source in sources)
    in_order = collation("ru")
    return (
        versioned(
            ShpionDeck(
                schema=1,
                id="shpion-temy",
                game="shpion",
                locale="ru",
                title="Семь тем",
                rating="family",
                version="",
                cards=tuple(sorted(cards, key=lambda card: (in_order(card.name), card.id))),
                themes=tuple(
                    QuestionTheme(
                        id=source.id,
                        title=source.title,
                        picture=credited(source.picture, credit_of),
                        questions=tuple(Question(id=each.id, text=each.text) for each in source.question),
                    )
                    for source in sources
                ),
                options=tuple(Option.model_validate({"id": i, "text": text}) for i, text in _TEXTS.items()),
            )
        ),
    )


def _cards(folder: Path, source: ThemeSource, credit_of: Mapping[str, Credit]) -> list[TopicCard]:
    path = folder / f"{source.id}.csv"
    return [_card(path, row, source, credit_of) for row in read_rows(path, TopicSource)]


def _card(path: Path, row: TopicSource, source: ThemeSource, credit_of: Mapping[str, Credit]) -> TopicCard:
    if len(row.answers) != len(source.question):
        raise SourceInvalid(f"{path}: {row.id}: {len(row.answers)} answers, {len(source.question)} questions")
    answers = [_LETTERS[letter] for letter in row.answers]
    for question, answer in zip(source.question, answers, strict=True):
        if question.derived is not None and question.derived.answer(row) != answer:
            raise SourceInvalid(f"{path}: {row.id}: {question.id} is not {answer} by {question.derived.fact}")
    return TopicCard(
        id=row.id,
        ordinal=row.ordinal,
        name=row.name,
        picture=credited(row.picture, credit_of),
        theme=source.id,
        origin=row.origin,
        roles=tuple(row.roles),
        answers=tuple(answers),
    )
