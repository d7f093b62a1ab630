"""Secret words: whether a text gives one away (the clue rule), and whether it names it (the guess rule).

The forms of a word are made when its deck is built; here they are only compared, a whole word at a time, so
that `consola` never contains `sol`.
"""

import re
from dataclasses import dataclass
from itertools import chain
from typing import Literal

from chalicelib.core.deck import Card, Deck
from chalicelib.mechanics.nearness import any_near, distance, slips_forgiven
from chalicelib.mechanics.readings import content, plain, readings, squeeze

Grade = Literal[1, 2, 3]
"""How much a clue tells: 1 fits many words of the category, 2 some, 3 hardly another."""


@dataclass(frozen=True, slots=True)
class Association:
    """What somebody who knows the word may say of it."""

    text: str
    grade: Grade


_SEAM = re.compile(r"(?<=[^\W\d_A-ZÁÉÍÓÚÜÑ])(?=[A-ZÁÉÍÓÚÜÑ])|(?<=[^\W\d_])(?=\d)|(?<=\d)(?=[^\W\d_])")
"""Where words are glued together that a capital or a number still tells apart."""
_WORD = re.compile(r"\w+")
_NO_BARE_S = "aeiou"


@dataclass(frozen=True, slots=True, kw_only=True)
class Word(Card):
    """A secret word, by its name in the language of the deck; its category is the card's `group`.

    `blocked` are the forms that no clue may contain, which of several words means all of them.
    `alone` are forms that are ordinary words of Spanish too, kept from being the whole clue only.
    `accepted` are the forms that guess it, spelled without blanks. `exact` words are told by their accents.
    """

    name: str
    hint: str
    blocked: frozenset[str]
    alone: frozenset[str]
    accepted: frozenset[str]
    clues: tuple[Association, ...]
    exact: bool = False


def clue_contains(word: Word, text: str) -> str | None:
    """The form of the word that the text contains, however it is disguised; None if there is none."""
    drawn = {text: None, _drawn(text): None}
    variants = dict.fromkeys((*drawn, *(_SEAM.sub(" ", each) for each in drawn)))
    return next((found for each in variants if (found := _contained(word, each))), None)


def _drawn(text: str) -> str:
    """The text with every capital I in a word that has small letters, too, as the small l it looks like."""
    return _WORD.sub(lambda word: word[0] if word[0].isupper() else word[0].replace("I", "l"), text)


def _contained(word: Word, text: str) -> str | None:
    seen = plain(text, accents=word.exact)
    found = readings(seen)
    hits = (word.blocked & found.said) | (word.alone & {"".join(content(seen))})
    # no plural, but heard as one; after a vowel it would be, and `planes` of a plane is another word
    hits |= {form for form in word.blocked if form[-1] not in _NO_BARE_S and f"{form}s" in found.said}
    if drawn_out := found.drawn_out:
        hits |= {form for form in word.blocked if squeeze(form) in drawn_out}
    for form in word.blocked - hits:
        parts = form.split()
        if any(form in run for run in found.spelled) or (len(parts) > 1 and found.said.issuperset(parts)):
            hits |= {form}
    return min(hits, default=None)


def is_guess(deck: Deck, word: Word, text: str) -> bool:
    """Whether the text names the word: case, accents, article, number, language and a slip are forgiven.

    What tells the word without naming it does not, nor what names another of the deck or is as near to one.
    """
    guess = "".join(content(plain(text)))
    if guess in word.accepted:
        return True
    others = [each.accepted for each in deck.cards.values() if isinstance(each, Word) and each is not word]
    if guess in word.blocked or any(guess in accepted for accepted in others):
        return False
    slips = min((n for form in word.accepted if (n := _slips(guess, form)) is not None), default=None)
    return slips is not None and not any_near(guess, chain.from_iterable(others), slips)


def _slips(guess: str, form: str) -> int | None:
    """How many slips make the guess of the form; None if more than its length forgives."""
    most = slips_forgiven(form)
    slips = distance(guess, form, most)
    return slips if slips <= most else None
