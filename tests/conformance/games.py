"""The games under test: each ruleset, with decks so marked that a leaked card can be recognised."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from itertools import product
from typing import Any

from chalicelib.adapters.codec import Codec
from chalicelib.adapters.presenter import LibraryPresenter
from chalicelib.core import options
from chalicelib.core.deck import Card, CardId, Deck
from chalicelib.core.ruleset import Ruleset
from chalicelib.decks.library import Library
from chalicelib.games.registry import RULESETS
from chalicelib.mechanics.words import Word
from chalicelib.rooms.ports import Presenter
from tests.conformance import coin

PARTS = ("id", "name", "en", "url", "author", "source", "hint")
"""What tells a card besides its roles: each is marked, those of its picture too."""

MARK = re.compile(rf"zq\d+(?:{'|'.join(PARTS)}|role\d+)")
"""What is dealt reads like this in the marked decks, and nothing else does."""

SMALL, LARGE = 12, 24
"""Cards of the marked decks: a choice among those of a small one is listed in full."""


class MarkedDecks:
    """Decks like those of a source, but small, every card with an id, names, picture and roles of its own."""

    def __init__(self, source: Callable[[str], Deck]) -> None:
        self._source = source
        self._decks: dict[str, Deck] = {}
        self._faces: dict[str, Mapping[CardId, Any]] = {}

    def rules_deck(self, deck_id: str) -> Deck:
        if deck_id not in self._decks:
            original = self._source(deck_id)
            size = LARGE if len(self._decks) % 2 else SMALL
            cards = [_marked(card) for card in _of_every_group(original.cards.values(), size)]
            self._decks[deck_id] = replace(original, cards={card.id: card for card in cards})
        return self._decks[deck_id]

    def themes(self, deck_id: str) -> Mapping[str, Any]:
        return {}

    def faces(self, deck_id: str) -> Mapping[CardId, Any]:
        if deck_id not in self._faces:
            cards = self.rules_deck(deck_id).cards.values()
            self._faces[deck_id] = {card.id: _marked_face(card) for card in cards}
        return self._faces[deck_id]


def _of_every_group(cards: Iterable[Card], most: int) -> list[Card]:
    """So many of the cards, and besides two of every group that they are sorted into, and of each origin."""
    seen, kept = Counter[tuple[str | None, str | None]](), []
    for card in cards:
        seen[card.group, card.origin] += 1
        if len(kept) < most or (card.group is not None and seen[card.group, card.origin] <= 2):
            kept.append(card)
    return kept


def _marked(card: Card) -> Card:
    roles = tuple(f"zq{card.ordinal}role{n}" for n in range(len(card.roles)))
    marked = replace(card, id=CardId(f"zq{card.ordinal}id"), roles=roles)
    if not isinstance(marked, Word):
        return marked
    name = f"zq{card.ordinal}name"
    forms, hint = frozenset({name}), f"zq{card.ordinal}hint"
    return replace(marked, name=name, hint=hint, blocked=forms, accepted=forms, alone=frozenset())


def _marked_face(card: Card) -> Mapping[str, Any]:
    """The card as its holder sees it, in two languages, and with a picture whose credit tells as much."""
    mark = f"zq{card.ordinal}"
    image = {
        "url": f"https://pictures.test/v1/{mark}url.webp",
        "author": f"{mark}author",
        "licence": "CC0",
        "source": f"https://pictures.test/File:{mark}source.jpg",
    }
    return {"id": card.id, "name": f"{mark}name", "en": f"{mark}en", "image": image}


def _plain(presenter: Presenter) -> Presenter:
    return presenter


@dataclass(frozen=True, eq=False)
class Game:
    """A ruleset with everything that it is played with; `dressed` may wrap its presenter."""

    ruleset: Ruleset
    decks: Any
    dressed: Callable[[Presenter], Presenter] = _plain
    codec: Codec = field(init=False)
    presenter: Presenter = field(init=False)

    def __post_init__(self) -> None:
        rulesets = {self.ruleset.id: self.ruleset}
        presenter = LibraryPresenter(
            rulesets, self.decks, "https://x.test/{code}", lambda locale, why: str(why)
        )
        object.__setattr__(self, "codec", Codec(rulesets))
        object.__setattr__(self, "presenter", self.dressed(presenter))

    def deck(self, state: Any) -> Deck:
        """The deck that the room's options name."""
        return self.decks.rules_deck(self.ruleset.deck_id(state.public.table.options))

    def largest_deck(self) -> Any:
        """The options that name the deck with the most cards."""
        found = [self.ruleset.options(**chosen) for chosen in chosen_by_name(self.ruleset.options)]
        return max(found, key=lambda each: len(self.decks.rules_deck(self.ruleset.deck_id(each)).cards))


def chosen_by_name(kind: type[Any]) -> list[dict[str, Any]]:
    """Every combination of the options that are chosen by name."""
    enums = {
        name: v.enum
        for name, v in options.values(kind).items()
        if v.enum and isinstance(v.enum[0], str) and not v.several
    }
    return [dict(zip(enums, chosen, strict=True)) for chosen in product(*enums.values())]


class CoinDecks:
    """The coin game's only deck."""

    def rules_deck(self, deck_id: str) -> Deck:
        return coin.DECK

    def themes(self, deck_id: str) -> Mapping[str, Any]:
        return {}

    def faces(self, deck_id: str) -> Mapping[CardId, Any]:
        return {card: {"id": card, "name": card, "image": None} for card in coin.DECK.cards}


LIBRARY = Library(asset_base="https://pictures.test/v1")
MARKED = [
    *(Game(ruleset, MarkedDecks(LIBRARY.rules_deck)) for ruleset in RULESETS.values()),
    Game(coin.RULESET, MarkedDecks(lambda deck_id: coin.DECK)),
]
"""Every game, small and marked."""

PUBLISHED = [*(Game(ruleset, LIBRARY) for ruleset in RULESETS.values()), Game(coin.RULESET, CoinDecks())]
"""Every game with the decks that people play with."""
