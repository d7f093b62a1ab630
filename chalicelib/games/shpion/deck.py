"""What the deck of `shpion` must be besides well made: enough words, and questions that tell enough, not all.

The figures are of whole themes and, where a theme has an origin, of each origin by itself: a room may choose
either. How much the answers give away is counted exactly, or over so many seeded draws.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from math import log2

from chalicelib.core.deck import Deck
from chalicelib.core.finding import Finding, error
from chalicelib.core.rng import Rng
from chalicelib.games.shpion.themes import PLACES, THEMES
from chalicelib.mechanics.nearness import number_key
from chalicelib.mechanics.topics import Topic

PLACES_AT_LEAST = 60
TOPICS_AT_LEAST = 40
OF_AN_ORIGIN_AT_LEAST = 20
ROLES_AT_LEAST = 11
QUESTIONS_AT_LEAST = 12
QUESTIONS_OF_PLACES_AT_LEAST = 16

ENTROPY_AT_LEAST, ENTROPY_AT_MOST = 0.55, 1.4
LARGEST_AT_MOST = 0.85
RAREST_AT_LEAST = 3
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


def lint(deck: Deck) -> Iterator[Finding]:
    """The whole deck: its sizes, the roles of its places, and its questions theme by theme."""
    if tuple(deck.groups) != THEMES:
        yield error("", "wrong_themes", ", ".join(deck.groups))
    for theme in deck.groups:
        yield from sizes(deck, theme)
        yield from questions(deck, theme)
    yield from roles(topics(deck, PLACES))


def sizes(deck: Deck, theme: str) -> Iterator[Finding]:
    """So many cards, of each origin too, and so many questions."""
    places = theme == PLACES
    wanted: dict[str | None, int] = {None: PLACES_AT_LEAST if places else TOPICS_AT_LEAST}
    if not places:
        wanted |= {"ours": OF_AN_ORIGIN_AT_LEAST, "foreign": OF_AN_ORIGIN_AT_LEAST}
    for origin, least in wanted.items():
        if (n := len(topics(deck, theme, origin))) < least:
            yield error("", "too_few_cards", f"{theme} {origin or ''}: {n} < {least}")
    for card in topics(deck, theme):
        if places != (card.origin is None):
            yield error(card.id, "wrong_origin", str(card.origin))
    least = QUESTIONS_OF_PLACES_AT_LEAST if places else QUESTIONS_AT_LEAST
    if (n := len(deck.questions.get(theme, ()))) < least:
        yield error("", "too_few_questions", f"{theme}: {n} < {least}")


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
    """Each question tells something, none tells a card, no two tell the same, and no two cards are alike."""
    cards, asked = topics(deck, theme), deck.questions.get(theme, ())
    for question in asked:
        answers = Counter(card.answers[question] for card in cards)
        bits = entropy(answers)
        if not ENTROPY_AT_LEAST <= bits <= ENTROPY_AT_MOST:
            yield error("", "question_tells_little_or_much", f"{theme}/{question}: {bits:.2f} bits")
        if max(answers.values()) > LARGEST_AT_MOST * len(cards):
            yield error("", "question_too_even", f"{theme}/{question}: {dict(answers)}")
        if min(answers.values()) < max(RAREST_AT_LEAST, 0.08 * len(cards)):
            yield error("", "answer_singles_out", f"{theme}/{question}: {dict(answers)}")
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
    """How much the questions of each theme tell: cards left and right guesses after so many, in lines."""
    for theme, asked in deck.questions.items():
        for origin in (None,) if theme == PLACES else (None, "ours", "foreign"):
            cards = topics(deck, theme, origin)
            told = ((n, *after(cards, asked, n)) for n in (1, 2, 3, 4, 6, 8))
            figures = "  ".join(f"{n}: {left:4.1f} {right:4.0%}" for n, left, right in told)
            yield f"  {theme:10} {origin or 'any':8} {len(cards):3} cards {len(asked):2} questions  {figures}"
