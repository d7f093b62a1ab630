"""What people can read on any phone: no tricks with invisible characters, directions or towers of marks."""

import unicodedata

from chalicelib.rooms.patterns import compiled

_ONE_EMOJI = (
    r"[\p{Emoji}--[\p{RI}0-9#*]](?:\p{EMod}|\uFE0E|\uFE0F\u20E3?|[\U000E0020-\U000E007E]+\U000E007F)?"
)
_EMOJI = rf"(?V1)\p{{RI}}\p{{RI}}|[0-9#*]\uFE0F?\u20E3|{_ONE_EMOJI}(?:\u200D{_ONE_EMOJI})*"
_JOINED_LETTERS = r"(?V1)(?<=[\p{L}--[\p{Latin}\p{Greek}\p{Cyrillic}]]\p{M}*)[\u200C\u200D](?=[\p{L}\p{M}])"
_UNREADABLE = r"[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{NChar}\p{DI}\u2800]"
_TOWER = r"(?V1)[\p{M}&&\p{Script=Inherited}]{4,}|\p{M}{7,}"
"""Marks on one letter, more than any language piles up."""
_VISIBLE = r"[\p{L}\p{N}\p{P}\p{S}]"


def is_readable(text: str) -> bool:
    """Whether there is something to see, and no control, invisible character or tower of marks in it."""
    without_emoji = compiled(_EMOJI).sub("0", text)
    plain = unicodedata.normalize("NFD", compiled(_JOINED_LETTERS).sub("", without_emoji))
    is_visible = compiled(_VISIBLE).search(plain) is not None
    return is_visible and not any(compiled(bad).search(plain) for bad in (_UNREADABLE, _TOWER))
