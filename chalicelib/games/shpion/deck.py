"""What the deck of `shpion` must be besides well made: enough words, and questions that tell enough, not all.

A room may play a theme whole or one origin of it: either has cards enough, and in neither is an answer true
of but one or two. The other figures are of whole themes. What one answer tells is counted exactly, what
several do over seeded draws.

A deck of a tenant's has some of the themes, smaller ones; what its questions tell is advice.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import log2

from chalicelib.core.deck import CardId, Deck
from chalicelib.core.finding import Finding, advised, error
from chalicelib.core.rng import Rng
from chalicelib.games.shpion.themes import PLACES, THEMES
from chalicelib.mechanics.nearness import number_key
from chalicelib.mechanics.topics import Topic

ROLES_AT_LEAST = 11


@dataclass(frozen=True, slots=True)
class Sizes:
    """At least so many cards and questions in a theme, and whether a card's origin may be left out."""

    places: int
    topics: int
    of_an_origin: int
    questions_of_places: int
    questions: int
    any_origin: bool


OURS = Sizes(60, 40, 20, questions_of_places=16, questions=12, any_origin=False)
OWN = Sizes(12, 12, 8, questions_of_places=6, questions=6, any_origin=True)
ADVICE = frozenset(
    {
        *("too_few_roles", "question_tells_little_or_much", "answer_too_frequent", "answer_too_rare"),
        *("questions_alike", "cards_alike", "three_questions_tell", "eight_questions_hide"),
    }
)
"""What makes a deck better, but a tenant's may do without."""

ENTROPY_AT_LEAST, ENTROPY_AT_MOST = 0.55, 1.4
LARGEST_AT_MOST = 0.85
RAREST_AT_LEAST, RAREST_SHARE_AT_LEAST = 3, 0.08
SHARED_AT_MOST = 0.5
DIFFERENCES_AT_LEAST = 2
AFTER_THREE_AT_MOST = 0.35
LEFT_AFTER_THREE_AT_LEAST = 5
AFTER_EIGHT_AT_LEAST = 0.75
DRAWS = 400


def topics(deck: Deck, theme: str, origin: str | None = None) -> list[Topic]:
    """The cards of a theme, of one origin if so asked."""
    cards = (card for card in deck.cards.values() if isinstance(card, Topic) and card.group == theme)
    return [card for card in cards if origin is None or card.origin == origin]


def origins(theme: str) -> tuple[str, ...]:
    """What the origin of a theme's cards may be; places have none."""
    return () if theme == PLACES else ("ours", "foreign")


def lint(deck: Deck) -> Iterator[Finding]:
    """The whole deck: its sizes, the roles of its places, and its questions theme by theme."""
    if tuple(deck.groups) != THEMES:
        yield error("", "wrong_themes", ", ".join(deck.groups))
    yield from lint_themes(deck, OURS)


def lint_own(deck: Deck, names: Mapping[CardId, str]) -> Iterator[Finding]:
    """A tenant's deck."""
    for theme in deck.groups:
        if theme not in THEMES:
            yield error("", "unknown_theme", f"{theme}: {', '.join(THEMES)}")
    yield from advised(lint_themes(deck, OWN), ADVICE)


def lint_themes(deck: Deck, least: Sizes) -> Iterator[Finding]:
    """All that can be said of the themes, whichever there are."""
    for theme in deck.groups:
        yield from sizes(deck, theme, least)
        if topics(deck, theme):
            yield from questions(deck, theme)
            yield from several_questions(deck, theme)
    yield from roles(topics(deck, PLACES))


def sizes(deck: Deck, theme: str, least: Sizes) -> Iterator[Finding]:
    """So many cards, of each origin too, and so many questions."""
    places = theme == PLACES
    cards = topics(deck, theme)
    if len(cards) < (wanted := least.places if places else least.topics):
        yield error("", "too_few_cards", f"{theme}: {len(cards)} < {wanted}")
    for origin in origins(theme):
        if (n := sum(card.origin in (None, origin) for card in cards)) < least.of_an_origin:
            yield error("", "too_few_cards", f"{theme} {origin}: {n} < {least.of_an_origin}")
    is_optional = least.any_origin or not origins(theme)
    allowed = {*origins(theme), *([None] if is_optional else [])}
    for card in cards:
        if card.origin not in allowed:
            yield error(card.id, "wrong_origin", f"{theme}: {card.origin}")
    wanted = least.questions_of_places if places else least.questions
    if (n := len(deck.questions[theme])) < wanted:
        yield error("", "too_few_questions", f"{theme}: {n} < {wanted}")


def roles(places: Sequence[Topic]) -> Iterator[Finding]:
    """Enough roles in each place, told apart by more than number."""
    for place in places:
        keys = Counter(number_key(role) for role in place.roles)
        if len(keys) < ROLES_AT_LEAST:
            yield error(place.id, "too_few_roles", f"{len(keys)} < {ROLES_AT_LEAST}")
        for role in place.roles:
            if keys[number_key(role)] > 1:
                yield error(place.id, "role_repeated", role)


def questions(deck: Deck, theme: str) -> Iterator[Finding]:
    """Each question tells something, and no answer to it tells the card."""
    cards = topics(deck, theme)
    for question in deck.questions[theme]:
        answers = Counter(card.answers[question] for card in cards)
        bits = entropy(answers)
        if not ENTROPY_AT_LEAST <= bits <= ENTROPY_AT_MOST:
            yield error("", "question_tells_little_or_much", f"{theme}/{question}: {bits:.2f} bits")
        if max(answers.values()) > LARGEST_AT_MOST * len(cards):
            yield error("", "answer_too_frequent", f"{theme}/{question}: {dict(answers)}")
        if min(answers.values()) < max(RAREST_AT_LEAST, RAREST_SHARE_AT_LEAST * len(cards)):
            yield error("", "answer_too_rare", f"{theme}/{question}: {dict(answers)}")
        for origin in origins(theme):
            answers = Counter(card.answers[question] for card in topics(deck, theme, origin))
            if min(answers.values(), default=RAREST_AT_LEAST) < RAREST_AT_LEAST:
                yield error("", "answer_too_rare", f"{theme} {origin}/{question}: {dict(answers)}")


def several_questions(deck: Deck, theme: str) -> Iterator[Finding]:
    """No two questions tell the same, no two cards are alike; three questions hide a card, eight tell it."""
    cards, asked = topics(deck, theme), deck.questions[theme]
    for one, other in combinations(asked, 2):
        share = shared(cards, one, other)
        if share > SHARED_AT_MOST:
            yield error("", "questions_alike", f"{theme}: {one}, {other}: {share:.0%}")
    for card, twin in combinations(cards, 2):
        apart = sum(card.answers[question] != twin.answers[question] for question in asked)
        if apart < DIFFERENCES_AT_LEAST:
            yield error(card.id, "cards_alike", f"{twin.id}: {apart}")
    left, right = after(cards, asked, 3)
    if left < LEFT_AFTER_THREE_AT_LEAST or right > AFTER_THREE_AT_MOST:
        yield error("", "three_questions_tell", f"{theme}: {left:.1f} left, {right:.0%} guessed")
    _, right = after(cards, asked, 8)
    if right < AFTER_EIGHT_AT_LEAST:
        yield error("", "eight_questions_hide", f"{theme}: {right:.0%} guessed")


def entropy(counts: Mapping[str, int]) -> float:
    """How much an answer tells, in bits."""
    total = sum(counts.values())
    return -sum(n / total * log2(n / total) for n in counts.values() if n)


def shared(cards: Sequence[Topic], one: str, other: str) -> float:
    """How much of what the less telling of two questions tells is told by the other, 0 … 1."""
    apart = [entropy(Counter(card.answers[question] for card in cards)) for question in (one, other)]
    together = entropy(Counter(f"{card.answers[one]} {card.answers[other]}" for card in cards))
    return (sum(apart) - together) / min(apart) if min(apart) else 1.0


def after(cards: Sequence[Topic], asked: Sequence[str], n: int) -> tuple[float, float]:
    """After so many random questions with true answers: the cards left, and the chance of a right guess."""
    dice, left, right = Rng(f"{n} questions"), 0, 0.0
    for _ in range(DRAWS):
        secret, drawn = dice.pick(cards), dice.sample(asked, n)
        same = sum(all(card.answers[q] == secret.answers[q] for q in drawn) for card in cards)
        left += same
        right += 1 / same
    return left / DRAWS, right / DRAWS


def report(deck: Deck) -> Iterator[str]:
    """What the questions of each theme tell after so many: cards left, and right guesses; in lines."""
    numbers = (1, 2, 3, 4, 6, 8)
    yield f"{'left, guessed after questions':42}" + "".join(f"{n:13}" for n in numbers)
    for theme, asked in deck.questions.items():
        for origin in (None, *origins(theme)):
            cards = topics(deck, theme, origin)
            told = (after(cards, asked, n) for n in numbers)
            figures = "".join(f"{left:7.1f} {right:5.0%}" for left, right in told)
            yield f"{theme:10} {origin or 'any':8} {len(cards):3} cards {len(asked):2} questions{figures}"
