"""Decks of `shpion` for tests to spoil.

`small()` is a few places and films, `write(root)` makes it the deck of a `Library(root)`; `whole()` has as
many cards and questions as the game wants, with answers that tell enough and not too much.
"""

from collections.abc import Sequence
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

from chalicelib.core.rng import Rng
from chalicelib.decks.model import Picture, Question, QuestionTheme, ShpionDeck, TopicCard, TrueAnswer
from chalicelib.decks.source import render, versioned
from chalicelib.decks.themes import OPTIONS
from chalicelib.games.shpion.themes import PLACES, THEMES
from tests.decks.sample import CREDIT

ROLES = tuple("Кассир Сторож Гость Повар Врач Турист Певица Вор Водитель Охранник Пловец".split())
QUESTIONS = 16
_NAMES = ["".join(letters).capitalize() for letters in product("дклмнт", "аоу", "дклмнт", "аоу")]


def topic(theme: str, number: int = 1, /, **changed: Any) -> TopicCard:
    """A card that nothing is wrong with, but for what is changed: every second one is ours."""
    faultless = {
        "id": f"{theme}-{number}",
        "ordinal": 100 * THEMES.index(theme) + number + 1,
        "name": _NAMES[number],
        "picture": picture(f"{theme}-{number}"),
        "theme": theme,
        "origin": None if theme == PLACES else ("foreign", "ours")[number % 2],
        "roles": ROLES if theme == PLACES else (),
        "answers": ("yes", "no"),
    }
    return TopicCard(**(faultless | changed))


def picture(id: str) -> Picture:
    """A credited picture."""
    return Picture(src=f"om/{id}.svg", **CREDIT.model_dump())


def theme(id: str, questions: int = 2, /, **changed: Any) -> QuestionTheme:
    """A theme with so many questions."""
    faultless = {
        "id": id,
        "title": "Тема",
        "picture": picture(id),
        "questions": tuple(Question(id=f"q{n + 1}", text=f"Вопрос {n + 1}?") for n in range(questions)),
        "options": OPTIONS,
    }
    return QuestionTheme(**(faultless | changed))


def deck(*cards: TopicCard, themes: Sequence[QuestionTheme] = ()) -> ShpionDeck:
    """A deck of these cards, with the themes that they are of unless others are given."""
    return versioned(
        ShpionDeck(
            schema=1,
            id="shpion-temy",
            game="shpion",
            locale="ru",
            title="Семь тем",
            rating="family",
            version="",
            cards=cards,
            themes=tuple(themes) or tuple(map(theme, dict.fromkeys(card.theme for card in cards))),
        )
    )


def small() -> ShpionDeck:
    """Three places and four films, with two questions each."""
    return deck(*(topic(PLACES, n) for n in range(3)), *(topic("films", n) for n in range(4)))


def write(root: Path) -> Path:
    """The small deck as a built file under a decks' root; returns the root."""
    (root / "shpion").mkdir(parents=True, exist_ok=True)
    built = small()
    (root / "shpion" / f"{built.id}.json").write_text(render(built), "utf-8")
    return root


@cache
def whole() -> ShpionDeck:
    """Sixty places and forty of each other theme, half of them ours."""
    cards = [card for id in THEMES for card in of_theme(id, 60 if id == PLACES else 40)]
    return deck(*cards, themes=[theme(id, QUESTIONS) for id in THEMES])


def of_theme(id: str, cards: int) -> list[TopicCard]:
    """So many cards of a theme, any two of them three answers apart or more."""
    dice, rows = Rng(id), list[tuple[TrueAnswer, ...]]()
    while len(rows) < cards:
        row: tuple[TrueAnswer, ...] = tuple("yes" if dice.share() < 0.4 else "no" for _ in range(QUESTIONS))
        if all(sum(a != b for a, b in zip(row, other, strict=True)) > 2 for other in rows):
            rows.append(row)
    return [topic(id, number, answers=row) for number, row in enumerate(rows)]
