"""All that a client could send: every action with plausible and implausible values, as the rules see it."""

import random
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from itertools import product
from typing import Any, TypeVar, get_type_hints

from chalicelib.core import options
from chalicelib.core.action import Action
from chalicelib.core.deck import CardId, CardRef, Deck
from chalicelib.core.ids import PlayerId
from chalicelib.core.legal import AnyState, Candidate, Candidates, Choice, Offer, OneOf, Settings, Text, Words
from chalicelib.core.ruleset import Ruleset
from chalicelib.mechanics.nickname import Nickname
from chalicelib.mechanics.topics import OPTIONS

STRANGERS = (PlayerId("p0"), PlayerId("p99"), PlayerId(""), PlayerId("P1"))
NO_CARDS = (CardId("nowhere"), CardId(""))
NICKNAMES = (Nickname("Robi"), Nickname("ROBÍ"))
MOST = 240
TEXTS = (None, "", "x", "left", "right", "ñandú " * 40)

HARMLESS = "¿Quién empieza?"
"""Something that anybody may say who may say anything."""

T = TypeVar("T")


def universe(ruleset: Ruleset, state: AnyState, deck: Deck, dice: random.Random) -> list[Action]:
    """Every type of action, with every value of its fields but for cards, of which some are taken.

    Of an action with so many fields that these would be too many, some are taken.
    """
    found = []
    for kind in ruleset.actions.values():
        hints = get_type_hints(kind)
        domains = [_domain(hints[f.name], ruleset, state, deck, dice) for f in fields(kind)]
        every = [kind(*values) for values in product(*domains)]
        optional = [f.name for f in fields(kind) if f.default is None]
        for is_odd, most in (False, MOST), (True, MOST // 6):
            some = [action for action in every if (_n_optional(action, optional) > 1) == is_odd]
            found += dice.sample(some, min(most, len(some)))
    return found


def _n_optional(action: Action, optional: list[str]) -> int:
    """How many of the fields are given that may be left out: seldom does anything need more than one."""
    return sum([getattr(action, name) is not None for name in optional])


def _domain(hint: Any, ruleset: Ruleset, state: AnyState, deck: Deck, dice: random.Random) -> list[Any]:
    cards = [*deck.cards]
    if hint is PlayerId or hint == PlayerId | None:
        return [*(p.id for p in state.public.table.players), *STRANGERS, *([None] * (hint is not PlayerId))]
    if hint is CardId:
        return [*dice.sample(cards, 3), *NO_CARDS]
    if hint == tuple[CardId, ...]:
        some = dice.sample(cards, 3)
        return [(), tuple(some), tuple(cards), (*some, *some), NO_CARDS, (*some, NO_CARDS[0])]
    if hint is bool:
        return [True, False]
    if hint == Nickname | None:
        return [None, *NICKNAMES]
    if hint in (str, str | None):
        names = [loud(deck, card, "NAME") for card in dice.sample(cards, 3)]
        ready = [asked[0] for asked in deck.questions.values()]
        texts = (*TEXTS, *names, *ready, *(OPTIONS if ready else ()))
        return [text for text in texts if text is not None or hint is not str]
    if hint == Mapping[str, Any]:
        return [*settings(ruleset.options)]
    raise TypeError(f"the suite has no values for {hint}")


def loud(deck: Deck, card: CardId, part: str) -> str:
    """What a card is called, as loud as no mark is: whoever says it is not taken for a leak."""
    return f"ZQ{deck.cards[card].ordinal}{part}"


def speeches(states: Iterable[AnyState], deck: Deck, dice: random.Random) -> list[str]:
    """What somebody could say: a harmless thing, the names of what is dealt in any of these states, and some
    of the others in the deck."""
    dealt = {ref.id for state in states for ref in parts((state.hands, state.secret), CardRef)}
    cards = {*dice.sample([*deck.cards], 3), *(dealt & deck.cards.keys())}
    return [HARMLESS, *(f"{loud(deck, card, 'NAME')}, {loud(deck, card, 'ID')}" for card in sorted(cards))]


def parts(value: Any, kind: type[T]) -> Iterator[T]:
    """All values of a type inside a value."""
    if isinstance(value, kind):
        yield value
    elif isinstance(value, Mapping | tuple):
        for item in value.values() if isinstance(value, Mapping) else value:
            yield from parts(item, kind)
    elif is_dataclass(value):
        for each in fields(value):
            yield from parts(getattr(value, each.name), kind)


def settings(kind: type[Any]) -> Iterator[dict[str, Any]]:
    """Changes of options, good ones and bad ones."""
    yield {}
    yield {"weather": "fine"}
    for name, values in options.values(kind).items():
        for value in [
            *good_of(values),
            None,
            "much",
            1.0,
            True,
            values.minimum - 1,
            values.maximum + 1,
            [],
            {},
        ]:
            yield {name: value}


def good_of(values: options.Values) -> list[Any]:
    """Values that a setting takes: those of a list, alone or together, or the limits of a range."""
    if values.enum is None:
        return [values.minimum, values.maximum]
    if not values.several:
        return [*values.enum]
    return [*values.presets, *([each] for each in values.enum), list(values.enum)]


def is_good(kind: type[Any], changes: Mapping[str, Any]) -> bool:
    """Whether the options may be changed so."""
    known = options.values(kind)
    return all(name in known and known[name].accepts(value) for name, value in changes.items())


def is_offered(offers: list[Offer], action: Action, candidates: frozenset[CardId]) -> bool:
    """Whether one of the entries allows every value of the action."""
    return any(
        offer.action is type(action)
        and all(allows(choice, getattr(action, name), candidates) for name, choice in offer.choices.items())
        and all(getattr(action, f.name) is None for f in fields(action) if f.name not in offer.choices)
        for offer in offers
    )


def is_typed(offers: list[Offer], action: Action) -> bool:
    """Whether the action says something in words of its own."""
    return any(
        isinstance(choice, Text | Words) and getattr(action, name)
        for offer in offers
        if offer.action is type(action)
        for name, choice in offer.choices.items()
    )


def allows(choice: Choice, value: Any, candidates: frozenset[CardId]) -> bool:
    """Whether a choice has the value."""
    match choice:
        case OneOf(values):
            return any(type(value) is type(known) and value == known for known in values)
        case Candidate():
            return value in candidates
        case Candidates():
            return set(value) <= candidates
        case Settings(kind):
            return is_good(kind, value)
        case Text(max_length):
            return value is None or len(value) <= max_length
        case Words():
            return fits(value, choice.max_length, choice.max_words, choice.required, choice.nullable)


def fits(
    text: str | None, max_length: int, max_words: int | None, required: bool, nullable: bool = True
) -> bool:
    """Whether a text keeps the limits that are told of it."""
    if text is None and not nullable:
        return False
    given = (text or "").split()
    return (
        len(" ".join(given)) <= max_length
        and (max_words is None or len(given) <= max_words)
        and (not required or bool(given))
    )


def chosen(
    offer: Offer, cards: tuple[CardId, ...], dice: random.Random, *, all_cards: bool = False
) -> Action:
    """The offered action with values of its choices; often the first, so that people agree at times."""
    return offer.action(**{name: _value(c, cards, dice, all_cards) for name, c in offer.choices.items()})


def _value(choice: Choice, cards: tuple[CardId, ...], dice: random.Random, all_cards: bool) -> Any:
    match choice:
        case OneOf(values):
            return values[0] if dice.random() < 0.65 else dice.choice(values)
        case Candidate():
            return dice.choice(cards)
        case Candidates():
            return cards if all_cards else tuple(dice.sample(cards, dice.randint(0, len(cards))))
        case Settings(kind):
            return dice.choice([each for each in settings(kind) if is_good(kind, each)])
        case Text(max_length) | Words(max_length):
            return "x" * dice.randint(1, max_length)
