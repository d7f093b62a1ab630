"""How long a nickname may be, and when two would be taken for one another."""

import unicodedata
from typing import NewType

from chalicelib.core.text import as_drawn, as_latin, is_invisible

MOST_GRAPHEMES = 20
SURE_BYTES = 40
"""How long a nickname may be wherever there is a seat, in UTF-8: twenty letters of most alphabets."""

_DRAWN_ALIKE = str.maketrans("I1|0σγ", "lllOoy")
"""Signs that many a phone draws like a letter, by which no names are told apart."""

Nickname = NewType("Nickname", str)
"""One that is checked for form, as every nickname is before the rules see it."""


def size(nickname: str) -> int:
    """In bytes, as it is stored and shown (JSON in UTF-8): a quote or a backslash takes two."""
    return len(nickname.encode()) + nickname.count('"') + nickname.count("\\")


def is_like(nickname: str, other: str) -> bool:
    """Whether one would be taken for the other."""
    return not looks(nickname).isdisjoint(looks(other))


def looks(nickname: str) -> frozenset[str]:
    """What it may be taken for: whoever has one of these in common with another is like them."""
    return frozenset({f"key {key(nickname)}", f"drawn {_drawn(nickname)}"})


def key(nickname: str) -> str:
    """Equal for nicknames that differ in case, accents, width, look-alike letters or what is not seen."""
    return _bare(as_latin(nickname))


def _drawn(nickname: str) -> str:
    """Equal for nicknames that differ in signs that are drawn alike; another case is drawn otherwise."""
    return _bare(as_drawn(nickname).translate(_DRAWN_ALIKE))


def _bare(letters: str) -> str:
    seen = "".join(c for c in letters if not unicodedata.combining(c) and _is_seen(c))
    return " ".join(seen.split())


def _is_seen(char: str) -> bool:
    """Emoji that are newer than this Python's tables are seen on newer phones."""
    return not is_invisible(char) or unicodedata.category(char) == "Cn"
