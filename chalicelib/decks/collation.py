"""Alphabetical order as a dictionary has it; computed when a deck is built, never at run time.

Compared first are the letters, blanks and punctuation before digits before letters; then accents; then case.
That is the Unicode Collation Algorithm as far as Spanish and Russian need it: ñ and й are letters of their
own, while accented vowels and the ё stand with the plain ones. How punctuation compares is not promised.
"""

import unicodedata
from collections.abc import Callable

Key = tuple[tuple[tuple[int, str], ...], tuple[str, ...], str]

_LETTERS_OF_THEIR_OWN = {"n\u0303", "и\u0306"}
_FIRST_SCRIPT = {"es": "LATIN", "ru": "CYRILLIC"}


def collation(locale: str) -> Callable[[str], Key]:
    """The sort key of a text in that language."""
    first_script = _FIRST_SCRIPT[locale]

    def key(text: str) -> Key:
        letters: list[str] = []
        accents: list[str] = []
        for char in unicodedata.normalize("NFKD", text.casefold()):
            if not unicodedata.combining(char):
                letters.append(char)
                accents.append("")
            elif letters and letters[-1] + char in _LETTERS_OF_THEIR_OWN:
                letters[-1] += char
            elif accents:
                accents[-1] += char
        return (
            tuple((_rank(letter, first_script), letter) for letter in letters),
            tuple(accents),
            text.swapcase(),
        )

    return key


def _rank(letter: str, first_script: str) -> int:
    if letter.isspace():
        return 0
    if letter.isdecimal():
        return 2
    if letter[0].isalpha():
        return 3 if unicodedata.name(letter[0], "").startswith(first_script) else 4
    return 1
