"""Which nicknames a person may have: anything people can read and tell apart, emoji welcome."""

import unicodedata

from chalicelib.core.reason import Reason, Refused, Rejection
from chalicelib.mechanics.nickname import MOST_GRAPHEMES
from chalicelib.rooms.patterns import compiled
from chalicelib.rooms.readable import is_readable

MOST_BYTES = 700
"""Twenty of the longest emoji fit; what is meant to break frontends does not."""
MOST_TYPED = 2_000
"""Characters that are looked at: what is longer costs time and cannot be a nickname."""

_GRAPHEME = r"\X"
_WORD = r"[\p{L}\p{M}\p{N}]+"
_LOOK_ALIKE = [
    rf"\p{{{alphabet}}}"
    for alphabet in ("Latin", "Greek", "Cyrillic", "Armenian", "Cherokee", "Coptic", "Lisu")
]


def read_nickname(typed: str) -> str:
    """The nickname as it is kept: trimmed and in NFC. Raises `Refused` with what is wrong with it.

    Refused are control and invisible characters, bidirectional overrides, towers of combining marks, and
    words that mix letters of alphabets that look alike.
    """
    name = unicodedata.normalize("NFC", typed[: MOST_TYPED + 1]).strip()
    if len(typed) > MOST_TYPED or not _has_fair_length(name):
        raise Refused(Rejection(Reason.INVALID_NICKNAME, "nickname", f"1–{MOST_GRAPHEMES}"))
    if not is_readable(name) or _mixes_alphabets(name):
        raise Refused(Rejection(Reason.INVALID_NICKNAME, "nickname"))
    return name


def _has_fair_length(name: str) -> bool:
    n_bytes = len(name.encode("utf-8", "surrogatepass"))
    return n_bytes <= MOST_BYTES and 1 <= len(compiled(_GRAPHEME).findall(name)) <= MOST_GRAPHEMES


def _mixes_alphabets(name: str) -> bool:
    alphabets = [compiled(alphabet) for alphabet in _LOOK_ALIKE]
    words = compiled(_WORD).findall(name)
    return any(sum(bool(alphabet.search(word)) for alphabet in alphabets) > 1 for word in words)
