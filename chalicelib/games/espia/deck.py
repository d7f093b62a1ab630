"""What the decks of `espia` must be besides well made: roles enough, of their own, and two decks in one.

A deck of a tenant's has fewer places, and may share roles between them.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping

from chalicelib.core.deck import CardId, Deck
from chalicelib.core.finding import Finding, advised, error
from chalicelib.mechanics.nearness import gender_key

FAMILIAR_PLACES = 106
COMPLETA_PLACES = 131

ROLES_AT_LEAST = 9
OWN_ROLES_AT_LEAST = 6
PLACES_PER_ROLE_AT_MOST = 4

OWN_PLACES_AT_LEAST = 20
ADVICE = frozenset({"too_few_own_roles", "role_overused"})
"""What makes a deck better, but a tenant's may do without."""

RoleKey = tuple[str, ...]


def lint(familiar: Deck, completa: Deck, names: Mapping[CardId, str]) -> Iterator[Finding]:
    """The places of the larger deck, its size and the smaller one's, and that it holds the smaller one."""
    yield from lint_places(completa, names)
    for deck, places in (familiar, FAMILIAR_PLACES), (completa, COMPLETA_PLACES):
        if len(deck.cards) != places:
            yield error("", "wrong_count", f"{deck.id}: {len(deck.cards)}, not {places}")
    for card in familiar.cards.values():
        if completa.cards.get(card.id) != card:
            yield error(card.id, "not_in_both", f"{familiar.id}, {completa.id}")


def lint_own(deck: Deck, names: Mapping[CardId, str]) -> Iterator[Finding]:
    """A tenant's deck."""
    if len(deck.cards) < OWN_PLACES_AT_LEAST:
        yield error("", "too_few_cards", f"{len(deck.cards)} < {OWN_PLACES_AT_LEAST}")
    yield from advised(lint_places(deck, names), ADVICE)


def lint_places(deck: Deck, names: Mapping[CardId, str]) -> Iterator[Finding]:
    """Roles told apart by more than gender or number, most met nowhere else, none everywhere."""
    users = _users(deck)
    for card in deck.cards.values():
        keys = set[RoleKey]()
        for role in card.roles:
            key = gender_key(role)
            if key in keys:
                yield error(card.id, "role_repeated", role)
            if key == gender_key(names[card.id]):
                yield error(card.id, "role_is_place", role)
            keys.add(key)
        if len(keys) < ROLES_AT_LEAST:
            yield error(card.id, "too_few_roles", f"{len(keys)} < {ROLES_AT_LEAST}")
        own = sum(len(users[key]) == 1 for key in keys)
        if own < OWN_ROLES_AT_LEAST:
            yield error(card.id, "too_few_own_roles", f"{own} < {OWN_ROLES_AT_LEAST}")
    for places in users.values():
        if len(places) > PLACES_PER_ROLE_AT_MOST:
            yield error("", "role_overused", f"{next(iter(places.values()))}: {', '.join(places)}")


def _users(deck: Deck) -> Mapping[RoleKey, Mapping[CardId, str]]:
    """The places where each role is met, and how it is called there."""
    users: dict[RoleKey, dict[CardId, str]] = defaultdict(dict)
    for card in deck.cards.values():
        for role in card.roles:
            users[gender_key(role)][card.id] = role
    return users
