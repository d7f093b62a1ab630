"""Which nicknames a person may have: anything people can read and tell apart, emoji welcome."""

import unicodedata

import regex

from chalicelib.core.reason import Reason, Refused, Rejection

MOST_GRAPHEMES = 20
MOST_BYTES = 700
"""Twenty of the longest emoji fit; what is meant to break frontends does not."""
MOST_TYPED = 2_000
"""Characters that are looked at: what is longer costs time and cannot be a nickname."""

_ONE_EMOJI = (
    r"[\p{Emoji}--[\p{RI}0-9#*]](?:\p{EMod}|\uFE0E|\uFE0F\u20E3?|[\U000E0020-\U000E007E]+\U000E007F)?"
)
_EMOJI = regex.compile(rf"(?V1)\p{{RI}}\p{{RI}}|[0-9#*]\uFE0F?\u20E3|{_ONE_EMOJI}(?:\u200D{_ONE_EMOJI})*")
_JOINED_LETTERS = regex.compile(
    r"(?V1)(?<=[\p{L}--[\p{Latin}\p{Greek}\p{Cyrillic}]]\p{M}*)[\u200C\u200D](?=[\p{L}\p{M}])"
)
_UNREADABLE = regex.compile(r"[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{NChar}\p{DI}\u2800]")
_TOWER = regex.compile(r"(?V1)[\p{M}&&\p{Script=Inherited}]{4,}|\p{M}{7,}")
"""Marks on one letter, more than any language piles up."""
_VISIBLE = regex.compile(r"[\p{L}\p{N}\p{P}\p{S}]")
_WORD = regex.compile(r"[\p{L}\p{M}\p{N}]+")
_LOOK_ALIKE = [
    regex.compile(rf"\p{{{alphabet}}}")
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
    if not _is_readable(name) or _mixes_alphabets(name):
        raise Refused(Rejection(Reason.INVALID_NICKNAME, "nickname"))
    return name


def _has_fair_length(name: str) -> bool:
    n_bytes = len(name.encode("utf-8", "surrogatepass"))
    return n_bytes <= MOST_BYTES and 1 <= len(regex.findall(r"\X", name)) <= MOST_GRAPHEMES


def _is_readable(name: str) -> bool:
    plain = unicodedata.normalize("NFD", _JOINED_LETTERS.sub("", _EMOJI.sub("0", name)))
    return bool(_VISIBLE.search(plain)) and not (_UNREADABLE.search(plain) or _TOWER.search(plain))


def _mixes_alphabets(name: str) -> bool:
    words = _WORD.findall(name)
    return any(sum(bool(alphabet.search(word)) for alphabet in _LOOK_ALIKE) > 1 for word in words)
