"""The deck of `shpion`: for each theme a spreadsheet of cards, its questions, and where its facts are from.

The letters in a card's row are its true answers, in the order of the questions. Those that follow from a fact
of the row are checked against it, and a card of fact (one with an origin) has a page that says so.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import Annotated, Literal

from pydantic import ConfigDict, Field, RootModel

from chalicelib.decks.collation import collation
from chalicelib.decks.model import (
    ID_FORM,
    Credit,
    Option,
    Part,
    Question,
    QuestionTheme,
    ShpionDeck,
    TopicCard,
    TrueAnswer,
)
from chalicelib.decks.source import credited, read, refuse, versioned
from chalicelib.decks.spreadsheet import Filled, Number, Several, Unfilled, read_rows

OPTIONS = (
    Option(id="yes", text="Да"),
    Option(id="no", text="Нет"),
    Option(id="partly", text="Отчасти"),
    Option(id="unknown", text="Не знаю"),
)
"""What may be answered to any question of any theme."""

_LETTERS: Mapping[str, TrueAnswer] = {"y": "yes", "n": "no", "p": "partly"}


class TopicSource(Part):
    """One row as an editor writes it; `answers` are letters in the order of the theme's questions."""

    ordinal: Number
    id: Filled
    name: Filled
    origin: Annotated[Literal["ours", "foreign"] | None, Unfilled]
    year: Annotated[Number | None, Unfilled]
    country: str
    author: str
    picture: Filled
    roles: Several
    answers: Annotated[str, Field(pattern="^[ynp]+$")]


class Derived(Part):
    """What an answer follows from: yes where the fact is `among` these, or the year in `since` … `before`."""

    fact: Literal["origin", "year", "country", "author"]
    among: Annotated[tuple[str, ...], Field(strict=False)] = ()
    since: int | None = None
    before: int | None = None

    def letter(self, row: TopicSource) -> str | None:
        """The true answer for a card as its letter; None if the fact is not known."""
        fact: str | int | None = getattr(row, self.fact)
        if fact is None or fact == "":
            return None
        if isinstance(fact, str):
            return "y" if fact in self.among else "n"
        early = self.since is not None and fact < self.since
        late = self.before is not None and fact >= self.before
        return "n" if early or late else "y"


class QuestionSource(Part):
    """One `[[question]]`."""

    id: Annotated[str, Field(pattern=f"^{ID_FORM}$")]
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


class PagesSource(RootModel[dict[str, Filled]]):
    """The whole of a `sources.<theme>.toml`: the title of the page that each card was checked against."""

    model_config = ConfigDict(strict=True, frozen=True)


def shpion(folder: Path, credit_of: Mapping[str, Credit]) -> Sequence[ShpionDeck]:
    """The one deck of all themes."""
    order = read(folder / "themes.toml", OrderSource).order
    present = {path.stem.rpartition(".")[2] for glob in ("*.csv", "*.*.toml") for path in folder.glob(glob)}
    refuse(folder / "themes.toml", (f"no theme {stray}" for stray in sorted(present - {*order})))
    sources = [_theme(folder, theme) for theme in order]
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
                        options=OPTIONS,
                    )
                    for source in sources
                ),
            )
        ),
    )


def _theme(folder: Path, theme: str) -> ThemeSource:
    path = folder / f"questions.{theme}.toml"
    source = read(path, ThemeSource)
    refuse(path, [f"id: {source.id} is not {theme}"] if source.id != theme else ())
    return source


def _cards(folder: Path, source: ThemeSource, credit_of: Mapping[str, Credit]) -> Iterator[TopicCard]:
    path, pages = folder / f"{source.id}.csv", folder / f"sources.{source.id}.toml"
    rows = read_rows(path, TopicSource)
    refuse(path, chain.from_iterable(_wrong_answers(row, source.question) for row in rows))
    refuse(pages, _wrong_pages(rows, read(pages, PagesSource).root if pages.is_file() else {}))
    return (_card(row, source.id, credit_of) for row in rows)


def _wrong_answers(row: TopicSource, questions: Sequence[QuestionSource]) -> Iterator[str]:
    if len(row.answers) != len(questions):
        yield f"{row.id}: {len(row.answers)} answers to {len(questions)} questions"
        return
    for question, letter in zip(questions, row.answers, strict=True):
        if question.derived is None or (true := question.derived.letter(row)) == letter:
            continue
        fact = question.derived.fact
        why = f"is not {true} by its {fact}" if true else f"but its {fact} is not known"
        yield f"{row.id}: {question.id}: {letter} {why}"


def _wrong_pages(rows: Sequence[TopicSource], pages: Mapping[str, str]) -> Iterator[str]:
    facts = [row.id for row in rows if row.origin]
    yield from (f"{fact}: no page" for fact in facts if fact not in pages)
    yield from (f"{page}: no card of fact" for page in pages if page not in facts)


def _card(row: TopicSource, theme: str, credit_of: Mapping[str, Credit]) -> TopicCard:
    return TopicCard(
        id=row.id,
        ordinal=row.ordinal,
        name=row.name,
        picture=credited(row.picture, credit_of),
        theme=theme,
        origin=row.origin,
        roles=tuple(row.roles),
        answers=tuple(_LETTERS[letter] for letter in row.answers),
    )
