"""What the clues of a word tell a listener who knows the bank: whom they fit, and whom they speak against.

Clues are compared by meaning: without case, accents, gender and number. One that nobody foresaw says
nothing, for or against anybody: people have words of their own.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache, reduce
from math import fsum, log
from typing import NamedTuple, TypeAlias

from chalicelib.core.deck import CardId, Deck
from chalicelib.core.ids import PlayerId
from chalicelib.core.rng import Rng
from chalicelib.games.impostor.actions import MOST_CHARACTERS, MOST_WORDS
from chalicelib.games.impostor.state import ImpostorView
from chalicelib.mechanics.inference import Chances
from chalicelib.mechanics.nearness import gender_key
from chalicelib.mechanics.readings import plain, readings
from chalicelib.mechanics.words import Word, clue_contains

Meaning: TypeAlias = tuple[str, ...]

ASTRAY = 0.01
"""How often somebody who knows the word says one certain thing that fits others of the bank, but not it."""
KINDRED = 0.8
"""How much of what holds for one word is heard as holding for its nearest kin."""
GUESSWORK = 0.05
"""How often somebody who does not know the word says it, whatever it is."""
FAVOUR = 4.0
"""How many times likelier a clue is with a word that it fits than with one that it does not."""
SAID_NOTHING = -0.4
REPEATED = -1.2
OFF_TOPIC = -0.7
"""What speaks of other categories alone: odd, but people find their own ways to a word."""
UNFORESEEN = 0.4
"""What a clue counts for that nobody can judge: about as much as what those who know the word say."""
SAYINGS_AT_LEAST = 5
"""With less to say of a word, bots have no part in it."""
TELLING_AT_MOST = 0.8
"""Even the aptest clue clears nobody."""


FILLERS = (
    "lo mismo",
    "ya dicho",
    "sin más",
    "de acuerdo",
    "nada nuevo",
    "paso",
    "eso es",
    "tal cual",
    "ya está",
    "lo dicho",
    "poco más",
    "sin duda",
    "nada más",
    "queda claro",
    "por supuesto",
    "digo igual",
    "como todos",
    "me repito",
    "se sabe",
    "ni idea",
    "qué decir",
    "en blanco",
    "dejo pasar",
    "otra vez",
    "me callo",
)
"""What people say who have nothing new to say."""
NUMBERED = ("pista", "turno", "vez")
"""What they say with a number when all that was said."""


class Saying(NamedTuple):
    """Something to say of a word: the text, its meaning, and all the words that it fits."""

    text: str
    meaning: Meaning
    fits: tuple[CardId, ...]


@dataclass(frozen=True, slots=True)
class Lexicon:
    """What the bank foresees: what may be said of each word, and which words each saying fits."""

    sayings: Mapping[CardId, tuple[Saying, ...]]
    fits: Mapping[Meaning, frozenset[CardId]]
    by_category: Mapping[str | None, tuple[CardId, ...]]
    category: Mapping[CardId, str | None]
    kinship: Mapping[CardId, Mapping[CardId, float]]

    def heard(self, text: str) -> frozenset[CardId] | None:
        """The words that a text fits; None if nobody foresaw it."""
        meaning = meaning_of(text)
        exactly = self.fits.get(meaning)
        if exactly is not None or len(meaning) < 2:
            return exactly
        parts = [found for part in meaning if (found := self.fits.get((part,))) is not None]
        if not parts:
            return None
        return reduce(frozenset.intersection, parts) or reduce(frozenset.union, parts)

    def chance(self, fits: Collection[CardId], word: CardId) -> float:
        """How often somebody who knows the word says this of all there is to say.

        What fits a word that has much in common with it may well be said of this one too.
        """
        kin = self.kinship[word]
        near = 1.0 if word in fits else KINDRED * max((kin.get(other, 0.0) for other in fits), default=0.0)
        return max(ASTRAY, near / len(self.sayings[word]))

    def guessed(self, fits: Iterable[CardId], chances: Chances) -> float:
        """How often somebody with these chances says it, taking one of the likely words for the right one."""
        return GUESSWORK + fsum(chances.of(each) / len(self.sayings[each]) for each in fits)


def untold(deck: Deck) -> tuple[CardId, ...]:
    """The words of which a deck says too little for bots to play with it.

    A word that may not be said in what bots say of any tells who knows it by what they say instead.
    """
    words = (card for card in deck.cards.values() if isinstance(card, Word))
    return tuple(word.id for word in words if len(_sayings(word)) < SAYINGS_AT_LEAST or _hushes(word))


def _hushes(word: Word) -> bool:
    """Whether one of the texts that fit any word contains it; most words come near none of them."""
    said = _said_of_any()
    if not any(form in said or said.issuperset(form.split()) for form in word.blocked | word.alone):
        return False
    return any(clue_contains(word, text) for text in (*FILLERS, *(f"{what} 101" for what in NUMBERED)))


@cache
def _said_of_any() -> frozenset[str]:
    seen = (plain(text, accents=accents) for text in (*FILLERS, *NUMBERED) for accents in (False, True))
    return frozenset().union(*(readings(each).said for each in seen))


def is_short(text: str) -> bool:
    """Whether the rules let a clue be so long."""
    return len(text) <= MOST_CHARACTERS and len(text.split()) <= MOST_WORDS


def _sayings(word: Word) -> list[str]:
    return [clue.text for clue in word.clues if is_short(clue.text)]


def lexicon(deck: Deck) -> Lexicon:
    """What the words of a deck have in common; of one that nothing can be said of, at least its hint."""
    words = [card for card in deck.cards.values() if isinstance(card, Word)]
    texts = {word.id: _sayings(word) or [word.hint] for word in words}
    said = {word: [(text, meaning_of(text)) for text in each] for word, each in texts.items()}
    fits: dict[Meaning, set[CardId]] = {}
    groups: dict[str | None, list[CardId]] = {}
    for word in words:
        groups.setdefault(word.group, []).append(word.id)
        for _, meaning in said[word.id]:
            fits.setdefault(meaning, set()).add(word.id)
    for word in words:  # who names another word of the category may well know the right one
        named = fits.setdefault(meaning_of(word.name), set())
        named.update(other for other in groups[word.group] if other != word.id)
    frozen = {meaning: frozenset(ids) for meaning, ids in fits.items()}
    return Lexicon(
        {
            word: tuple(Saying(text, meaning, tuple(sorted(frozen[meaning]))) for text, meaning in texts)
            for word, texts in said.items()
        },
        frozen,
        {group: tuple(ids) for group, ids in groups.items()},
        {word.id: word.group for word in words},
        {word.id: _kin(word.id, groups[word.group], said) for word in words},
    )


def _kin(
    word: CardId, category: Iterable[CardId], said: Mapping[CardId, Sequence[tuple[str, Meaning]]]
) -> dict[CardId, float]:
    """Which share of what is said of a word is said of each other word of its category too."""
    own = {meaning for _, meaning in said[word]}
    shared = {other: sum(meaning in own for _, meaning in said[other]) for other in category}
    return {other: n / len(own) for other, n in shared.items() if n}


@lru_cache(maxsize=4096)
def meaning_of(text: str) -> Meaning:
    """What texts have in common that say the same."""
    return gender_key(text)


class Heard(NamedTuple):
    """A clue as a listener took it: who gave it, which words it fits (None: no idea), and its oddities."""

    player: PlayerId
    fits: frozenset[CardId] | None
    said: bool
    repeated: bool


def listen(view: ImpostorView, deck: Deck, notice: float, rng: Rng) -> Iterator[Heard]:
    """The clues of the word in order, each noticed so often (0 … 1)."""
    known, before = deck.derived(lexicon), set[Meaning]()
    assert view.public.round is not None
    for clue in view.public.round.clues.each():
        meaning = meaning_of(clue.text or "")
        repeated = bool(meaning) and meaning in before
        before.add(meaning)
        if rng.share() < notice:
            yield Heard(clue.player, known.heard(clue.text) if clue.text else None, clue.said, repeated)


def believed(cards: Iterable[CardId], heard: Iterable[Heard], listener: PlayerId | None) -> Chances:
    """What somebody who does not know the word thinks of it after these clues, leaving out their own."""
    chances = Chances(cards)
    for clue in heard:
        if clue.fits and clue.player != listener and not clue.repeated:
            chances.favour(clue.fits, FAVOUR)
    return chances


def trust(word: CardId, cards: Iterable[CardId], heard: Iterable[Heard], deck: Deck) -> dict[PlayerId, float]:
    """How much the clues of each speak for their knowing the word: above 0 for, below 0 against it.

    Each clue counts as the logarithm of how much likelier it is from somebody who knows than from somebody
    who has only heard the clues before it.
    """
    known, outside = deck.derived(lexicon), Chances(cards)
    found: dict[PlayerId, float] = {}
    for clue in heard:
        found[clue.player] = found.get(clue.player, 0.0) + _weight(word, clue, outside, known)
        if clue.fits:
            outside.favour(clue.fits, FAVOUR)
    return found


def _weight(word: CardId, clue: Heard, outside: Chances, known: Lexicon) -> float:
    if not clue.said:
        return SAID_NOTHING
    if clue.repeated:
        return REPEATED
    return UNFORESEEN if clue.fits is None else telling(word, clue.fits, outside, known)


def telling(word: CardId, fits: Collection[CardId], outside: Chances, known: Lexicon) -> float:
    """How much a clue that fits these words speaks for knowing the word."""
    if all(known.category[each] != known.category[word] for each in fits):
        return OFF_TOPIC
    return min(TELLING_AT_MOST, log(known.chance(fits, word) / known.guessed(fits, outside)))
