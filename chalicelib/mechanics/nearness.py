"""How near two words are: the same but for number or gender, or a slip of the finger apart."""

import re
from collections.abc import Iterable

from chalicelib.core.text import words

_NUMBER = re.compile(r"(?<=\w{3})[es]+$")
_NUMBER_AND_GENDER = re.compile(r"(?<=\w{3})[aeos]+$")
# Stems of women's words that are not those of the men's.
_MASCULINE = {
    "actric": "actor",
    "dam": "caballer",
    "emperatric": "emperador",
    "madr": "padr",
    "mujer": "hombr",
    "nuer": "yern",
    "poeti": "poet",
    "princ": "princip",
    "rein": "rey",
}


def number_key(text: str) -> tuple[str, ...]:
    """What Spanish words have in common in singular and plural: `Peces` and `pez`."""
    return tuple(_stem(word, _NUMBER) for word in words(text))


def gender_key(text: str) -> tuple[str, ...]:
    """What Spanish words have in common in every number and gender: `Camareras` and `camarero`.

    It errs on the side of taking words for the same (`puerto`, `puerta`): meant for lists of people.
    """
    return tuple(
        _MASCULINE.get(stem, stem) for stem in (_stem(word, _NUMBER_AND_GENDER) for word in words(text))
    )


MOST_SLIPS = 2


def slips_forgiven(word: str) -> int:
    """How many slips of the finger leave a word of that length recognizable."""
    return 0 if len(word) < 5 else 1 if len(word) < 9 else MOST_SLIPS


def distance(one: str, other: str, at_most: int) -> int:
    """How many letters to add, drop, change or swap with their neighbour; gives up at `at_most + 1`."""
    letters, others = set(one), set(other)
    if max(abs(len(one) - len(other)), len(letters - others), len(others - letters)) > at_most:
        return at_most + 1
    earlier: list[int] = []
    last = list(range(len(other) + 1))
    for i, letter in enumerate(one, 1):
        row = [i]
        for j, facing in enumerate(other, 1):
            cost = min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (letter != facing))
            if i > 1 and j > 1 and letter == other[j - 2] and one[i - 2] == facing:
                cost = min(cost, earlier[j - 2] + 1)
            row.append(cost)
        if min(row) > at_most and min(last) > at_most:
            return at_most + 1
        earlier, last = last, row
    return min(last[-1], at_most + 1)


def any_near(word: str, others: Iterable[str], slips: int) -> bool:
    """Whether one of the others is at most so many slips away from the word."""
    lengths, letters = range(len(word) - slips, len(word) + slips + 1), set(word)
    return any(
        len(letters.difference(other)) <= slips and distance(word, other, slips) <= slips
        for other in others
        if len(other) in lengths
    )


def _stem(word: str, ending: re.Pattern[str]) -> str:
    stem = ending.sub("", word)
    return f"{stem[:-1]}c" if stem.endswith("z") else stem
