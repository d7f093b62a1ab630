"""What the deck of `impostor` must be besides well made: fair to who knows the word and to who does not.

A deck of a tenant's has some of the categories, smaller ones, and need not say what bots could: then there
are none.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import reduce
from itertools import combinations
from operator import and_

from chalicelib.core.deck import CardId, Deck
from chalicelib.core.finding import Finding, advised, error, warning
from chalicelib.core.text import fold
from chalicelib.games.impostor.categories import CATEGORIES
from chalicelib.games.impostor.listening import is_short, untold
from chalicelib.mechanics.ordinary import ORDINARY
from chalicelib.mechanics.readings import content, plain
from chalicelib.mechanics.words import Grade, Word, clue_contains, is_guess

WORDS = range(580, 600)
WORDS_PER_CATEGORY_AT_LEAST = 28

CLUES = range(8, 13)
CLUES_PER_GRADE_AT_LEAST: Mapping[Grade, int] = {1: 3, 2: 3, 3: 1}
GRADES: Mapping[Grade, str] = {1: "vague", 2: "middling", 3: "specific"}
"""What an editor calls the grades."""
WORDS_PER_CLUE_AT_LEAST: Mapping[Grade, int] = {1: 4, 2: 2, 3: 1}

HINT_WORDS_AT_MOST = 3
WORDS_PER_HINT_AT_MOST = 2

ROUNDS_OF_CLUES = range(1, 7)

OWN_WORDS_PER_CATEGORY = range(12, 201)
ADVICE = frozenset(
    {
        *("wrong_clue_count", "too_few_clues", "clue_repeated", "clue_too_long"),
        *("clue_of_two_grades", "clue_not_shared", "same_clues", "hint_is_word", "hint_is_category"),
    }
)
"""What makes a deck better, but a tenant's may do without."""


def lint(deck: Deck) -> Iterator[Finding]:
    """The whole bank: its size, and its words one by one and against each other."""
    cards = bank(deck)
    if tuple(deck.groups) != CATEGORIES:
        yield error("", "wrong_categories", ", ".join(deck.groups))
    if len(cards) not in WORDS:
        yield error("", "wrong_count", f"{len(cards)}, not {WORDS[0]} to {WORDS[-1]}")
    yield from sizes(deck, range(WORDS_PER_CATEGORY_AT_LEAST, WORDS.stop))
    yield from lint_words(deck)


def lint_own(deck: Deck, names: Mapping[CardId, str]) -> Iterator[Finding]:
    """A tenant's deck."""
    for category in deck.groups:
        if category not in CATEGORIES:
            yield error("", "unknown_theme", f"{category}: {', '.join(CATEGORIES)}")
    yield from sizes(deck, OWN_WORDS_PER_CATEGORY)
    yield from advised((each for each in lint_words(deck) if each.code != "no_clues"), ADVICE)
    if words := deck.derived(untold):
        yield warning("", "no_bots", ", ".join(words))


def sizes(deck: Deck, words: range) -> Iterator[Finding]:
    """So many words in each category."""
    counts = Counter(card.group for card in bank(deck))
    for category in deck.groups:
        if (n := counts[category]) < words.start:
            yield error("", "too_few_words", f"{category}: {n} < {words.start}")
        elif n not in words:
            yield error("", "too_many_words", f"{category}: {n} > {words[-1]}")


def lint_words(deck: Deck) -> Iterator[Finding]:
    """All that can be said of the words, however few there are."""
    yield from traps(deck)
    yield from confusable(deck)
    yield from hints(deck)
    yield from clues(deck)
    yield from shared_clues(deck)


def traps(deck: Deck) -> Iterator[Finding]:
    """No word is, in one of its forms, a word that nobody can talk without."""
    for card in bank(deck):
        for form in sorted(ORDINARY & card.blocked):
            yield error(card.id, "homograph_trap", f"{card.name}: {form}")


def confusable(deck: Deck) -> Iterator[Finding]:
    """Nothing that names a word, in either language, guesses another one."""
    named: dict[str, list[Word]] = defaultdict(list)
    for card in bank(deck):
        for form in card.accepted:
            named[form].append(card)
    for form, cards in sorted(named.items()):
        for one, other in combinations(cards, 2):
            if is_guess(deck, other, form):
                yield error(other.id, "guess_confusable", f"{form}: {one.id}")


def hints(deck: Deck) -> Iterator[Finding]:
    """A hint of a few words that is neither the word, nor in it, nor another card, nor the category."""
    cards = bank(deck)
    named = {form: card.id for card in cards for form in card.accepted}
    users: dict[str, list[CardId]] = defaultdict(list)
    for card in cards:
        tokens = content(plain(card.hint))
        parts = {part for form in card.blocked for part in form.split()}
        users[fold(card.hint)].append(card.id)
        if len(card.hint.split()) > HINT_WORDS_AT_MOST:
            yield error(card.id, "hint_too_long", card.hint)
        if clue_contains(card, card.hint) or not parts.isdisjoint(tokens):
            yield error(card.id, "hint_tells", card.hint)
        other = named.get("".join(tokens), card.id)
        if other != card.id:
            yield error(card.id, "hint_is_word", f"{card.hint}: {other}")
        if fold(card.hint) == fold(deck.groups.get(card.group or "", "")):
            yield error(card.id, "hint_is_category", card.hint)
    for hint, of in users.items():
        if len(of) > WORDS_PER_HINT_AT_MOST:
            yield warning("", "hint_overused", f"{hint}: {', '.join(of)}")


def clues(deck: Deck) -> Iterator[Finding]:
    """Enough associations of each grade, each one a clue that the rules allow, none twice."""
    for card in bank(deck):
        if not card.clues:
            yield error(card.id, "no_clues", card.name)
            continue
        if len(card.clues) not in CLUES:
            yield error(card.id, "wrong_clue_count", f"{len(card.clues)}, not {CLUES[0]} to {CLUES[-1]}")
        graded = Counter(clue.grade for clue in card.clues)
        for grade, least in CLUES_PER_GRADE_AT_LEAST.items():
            if graded[grade] < least:
                yield error(card.id, "too_few_clues", f"{GRADES[grade]}: {graded[grade]} < {least}")
        for text, times in Counter(fold(clue.text) for clue in card.clues).items():
            if times > 1:
                yield error(card.id, "clue_repeated", text)
        for clue in card.clues:
            if not is_short(clue.text):
                yield error(card.id, "clue_too_long", clue.text)
            if form := clue_contains(card, clue.text):
                yield error(card.id, "clue_tells", f"{clue.text}: {form}")


def shared_clues(deck: Deck) -> Iterator[Finding]:
    """In a category, a vague association fits several words and a middling one two; no two words have all."""
    for category, cards in by_category(deck).items():
        users: dict[str, list[tuple[Word, Grade]]] = defaultdict(list)
        for card in cards:
            for clue in card.clues:
                users[fold(clue.text)].append((card, clue.grade))
        for text, of in sorted(users.items()):
            grades = {grade for _, grade in of}
            if {1, 2} <= grades:
                yield error("", "clue_of_two_grades", f"{category}: {text}")
            least = WORDS_PER_CLUE_AT_LEAST[min(grades)]
            if len({card.id for card, _ in of}) < least:
                detail = f"{text}: {GRADES[min(grades)]}, {len(of)} < {least}"
                yield error(of[0][0].id, "clue_not_shared", detail)
        first: dict[frozenset[str], Word] = {}
        for card in (card for card in cards if card.clues):
            twin = first.setdefault(frozenset(fold(clue.text) for clue in card.clues), card)
            if twin is not card:
                yield error(card.id, "same_clues", twin.id)


def report(deck: Deck) -> Iterator[str]:
    """How many words are still possible after 1 to 6 random clues, a line a category and one over all."""
    yield (
        f"{'words left after clues':24}" + "".join(f"{n:>7}" for n in ROUNDS_OF_CLUES) + "   vague  +middling"
    )
    cards = bank(deck)
    for category, of in by_category(deck).items():
        yield _line(category, of, of)
    yield _line("category not known", cards, cards)


def bank(deck: Deck) -> Sequence[Word]:
    """The words of the deck, in order."""
    return [card for card in deck.cards.values() if isinstance(card, Word)]


def by_category(deck: Deck) -> Mapping[str, Sequence[Word]]:
    """The words of each category, in order."""
    cards = bank(deck)
    return {category: [card for card in cards if card.group == category] for category in deck.groups}


def _line(title: str, of: Sequence[Word], possible: Sequence[Word]) -> str:
    fits: dict[str, int] = defaultdict(int)
    for bit, card in enumerate(possible):
        for clue in card.clues:
            fits[fold(clue.text)] |= 1 << bit
    cells = [_mean_left(of, fits, n) for n in ROUNDS_OF_CLUES]
    vague = [fits[fold(a.text)].bit_count() for card in of for a in card.clues if a.grade == 1]
    both = [
        (fits[fold(a.text)] & fits[fold(b.text)]).bit_count()
        for card in of
        for a in card.clues
        for b in card.clues
        if (a.grade, b.grade) == (1, 2)
    ]
    shown = "".join(f"{cell:7.2f}" for cell in cells)
    return f"{title:24}{shown} {_mean(vague):7.2f} {_mean(both):10.2f}"


def _mean_left(of: Sequence[Word], fits: Mapping[str, int], n: int) -> float:
    """Over the words, how many of the possible ones have all of `n` clues drawn at random."""
    return _mean(
        [
            _mean([reduce(and_, drawn).bit_count() for drawn in combinations(masks, min(n, len(masks)))])
            for card in of
            if (masks := [fits[fold(clue.text)] for clue in card.clues])
        ]
    )


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0
