"""The bank of `impostor`, read from one spreadsheet a category and `categories.toml`, and its deck."""

from collections.abc import Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import Annotated

from pydantic import BeforeValidator, Field

from chalicelib.decks.collation import collation
from chalicelib.decks.forms import forms
from chalicelib.decks.model import Clues, Credit, ImpostorDeck, Part, Theme, WordCard
from chalicelib.decks.source import credited, read, refuse, versioned
from chalicelib.decks.spreadsheet import Filled, Number, Several, read_rows


def _mark(cell: object) -> bool | object:
    return {"": False, "1": True}.get(str(cell), cell)


Mark = Annotated[bool, BeforeValidator(_mark)]


class WordSource(Part):
    """One row as an editor writes it: several texts in a cell stand between `|`, a mark is `1` or nothing.

    `es` and `en` are the word, the first of `en` is shown; no `picture` means the category's. `block` are its
    other names in either language, and after a `~` what would tell it without being one. `exact` marks a word
    told from an ordinary one by its accents alone (`té`), `animate` one with two genders. `vague`, `middling`
    and `specific` are what bots say of it: what fits many words of the category, some, or hardly another.
    """

    ordinal: Number
    id: Filled
    es: Filled
    en: Annotated[Several, Field(min_length=1)]
    hint: str
    picture: str
    block: Several
    exact: Mark
    animate: Mark
    vague: Several
    middling: Several
    specific: Several


class CategorySource(Part):
    """One `[[category]]`; its words are in the spreadsheet of its id."""

    id: str
    title: str
    picture: str


class CategoriesSource(Part):
    """The whole of `categories.toml`."""

    category: list[CategorySource]


def impostor(folder: Path, credit_of: Mapping[str, Credit]) -> Sequence[ImpostorDeck]:
    """The one deck of all words."""
    categories = read(folder / "categories.toml", CategoriesSource).category
    strays = {path.stem for path in folder.glob("words/*.csv")} - {each.id for each in categories}
    refuse(folder / "categories.toml", (f"no category {stray}" for stray in sorted(strays)))
    cards = chain.from_iterable(
        (card(row, each, credit_of) for row in read_rows(folder / "words" / f"{each.id}.csv", WordSource))
        for each in categories
    )
    in_order = collation("es")
    return (
        versioned(
            ImpostorDeck(
                schema=1,
                id="impostor-palabras",
                game="impostor",
                locale="es",
                title="Palabras",
                rating="family",
                version="",
                cards=tuple(sorted(cards, key=lambda card: (in_order(card.name), card.id))),
                themes=tuple(
                    Theme(id=each.id, title=each.title, picture=credited(each.picture, credit_of))
                    for each in categories
                ),
            )
        ),
    )


def card(row: WordSource, category: CategorySource, credit_of: Mapping[str, Credit]) -> WordCard:
    """The card of a row, its forms made; without a picture of its own it has its category's."""
    made = forms(
        row.es,
        row.en,
        synonyms=[each for each in row.block if not each.startswith("~")],
        telling=[each[1:] for each in row.block if each.startswith("~")],
        exact=row.exact,
        animate=row.animate,
    )
    return WordCard(
        id=row.id,
        ordinal=row.ordinal,
        name=row.es,
        picture=credited(row.picture or category.picture, credit_of),
        en=row.en[0],
        category=category.id,
        hint=row.hint,
        exact=row.exact,
        clues=Clues(vague=tuple(row.vague), middling=tuple(row.middling), specific=tuple(row.specific)),
        **made._asdict(),
    )
