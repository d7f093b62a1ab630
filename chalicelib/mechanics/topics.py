"""Cards about which ready-made questions can be asked, each of which has one true answer."""

from collections.abc import Mapping
from dataclasses import dataclass

from chalicelib.core.deck import Card

YES, NO, PARTLY, UNKNOWN = "yes", "no", "partly", "unknown"
TRUE_ANSWERS = (YES, NO, PARTLY)
OPTIONS = (*TRUE_ANSWERS, UNKNOWN)
"""What may be answered to a ready-made question; that nobody knows is never the truth."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Topic(Card):
    """A card of a theme (its `group`) with the true answer to each question of the theme, by its id."""

    answers: Mapping[str, str]
