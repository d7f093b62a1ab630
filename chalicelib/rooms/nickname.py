"""Which nicknames a person may have: anything people can read and tell apart, emoji welcome."""

import unicodedata

import regex

from chalicelib.core.reason import Reason, Refused, Rejection

MOST_GRAPHEMES = 20
MOST_BYTES = 640
"""Twenty of the longest emoji fit; what is meant to break frontends does not."""

_EMOJI_SEQUENCE = regex.compile(
    r"\p{RI}\p{RI}"
    r"|\p{Emoji}(?:\p{EMod}|\uFE0F\u20E3?|[\U000E0020-\U000E007E]+\U000E007F)?"
    r"(?:\u200D\p{Emoji}(?:\p{EMod}|\uFE0F)?)*"
)
_JOINED_SCRIPTS = regex.compile(
    r"(?<=[\p{L}\p{M}])(?<![\p{Latin}\p{Greek}\p{Cyrillic}])[\u200C\u200D](?=[\p{L}\p{M}])"
)
_UNREADABLE = regex.compile(r"[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{NChar}\p{DI}\u2800]")
_STACKED_MARKS = regex.compile(r"\p{M}{5,}")
_VISIBLE = regex.compile(r"[\p{L}\p{N}\p{P}\p{S}]")
_WORD = regex.compile(r"[\p{L}\p{M}\p{N}]+")
_SCRIPTS_THAT_LOOK_ALIKE = [regex.compile(rf"\p{{{s}}}") for s in ("Latin", "Greek", "Cyrillic")]


def read_nickname(typed: str) -> str:
    """The nickname as it is kept: trimmed and in NFC. Raises `Refused` with what is wrong with it.

    Refused are control and invisible characters, bidirectional overrides, towers of combining marks, and
    words that mix Latin, Greek and Cyrillic letters.
    """
    name = unicodedata.normalize("NFC", typed).strip()
    if not name or not 1 <= len(regex.findall(r"\X", name)) <= MOST_GRAPHEMES or _n_bytes(name) > MOST_BYTES:
        raise Refused(Rejection(Reason.INVALID_NICKNAME, "nickname", f"1–{MOST_GRAPHEMES}"))
    plain = _JOINED_SCRIPTS.sub("", _EMOJI_SEQUENCE.sub("0", name))
    if _UNREADABLE.search(plain) or _STACKED_MARKS.search(plain) or not _VISIBLE.search(plain):
        raise Refused(Rejection(Reason.INVALID_NICKNAME, "nickname"))
    if any(sum(bool(s.search(word)) for s in _SCRIPTS_THAT_LOOK_ALIKE) > 1 for word in _WORD.findall(name)):
        raise Refused(Rejection(Reason.INVALID_NICKNAME, "nickname"))
    return name


def _n_bytes(name: str) -> int:
    return len(name.encode("utf-8", "surrogatepass"))
