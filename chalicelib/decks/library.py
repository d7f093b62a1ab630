"""The decks as a running server reads them: for the rules, and for players, who never see a role."""

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import Any

from chalicelib.core.deck import CardId, Deck, UnknownDeck
from chalicelib.decks.credits import COLLECTIONS, LICENCES
from chalicelib.decks.model import BY_GAME, Entry, Picture, PublishedDeck, Theme

Json = dict[str, Any]

ROOT = Path(__file__).parents[2] / "decks"
"""Beside the package, in the repository as in what is deployed."""


class Volume:
    """A deck as a server uses it; what is made of it is made once, when it is first asked for.

    `asset_base` is where the pictures are served from; `pin` as in `core.deck.Deck`.
    """

    def __init__(self, deck: PublishedDeck[Entry], asset_base: str, pin: str | None = None) -> None:
        self.deck = deck
        self._asset_base, self._pin = asset_base, pin

    @cached_property
    def rules(self) -> Deck:
        """What the rules need of the deck, its cards in the order they are shown in."""
        return replace(self.deck.rules, pin=self._pin) if self._pin else self.deck.rules

    @cached_property
    def faces(self) -> Mapping[CardId, Json]:
        """Each card as its holder sees it: id, picture, and its name or the word."""
        return {
            CardId(entry.id): {**entry.face(), "image": entry.picture.shown(self._asset_base)}
            for entry in self.deck.cards
        }

    @cached_property
    def themes(self) -> Mapping[str, Json]:
        """Each theme as players see it in a round."""
        return {theme.id: theme.shown() for theme in self.deck.categories}

    def summary(self) -> Json:
        """What somebody who chooses a deck wants to know of it."""
        deck = self.deck
        counts = Counter(card.group for card in deck.rules.cards.values())
        return {
            "id": deck.id,
            "version": deck.version,
            "game": deck.game,
            "title": deck.title,
            "locales": [deck.locale],
            "count": len(deck.cards),
            "rating": deck.rating,
            "themes": [
                {"id": theme.id, "title": theme.title, "count": counts[theme.id]} for theme in deck.categories
            ],
        }

    def public(self) -> Json:
        """The deck as anybody may see it: names and pictures, nothing that is dealt."""
        summary = self.summary()
        counted = zip(summary["themes"], map(self._listed, self.deck.categories), strict=True)
        return {
            **summary,
            "themes": [theme | listed for theme, listed in counted],
            "entries": [self._listed(entry) for entry in self.deck.cards],
        }

    def _listed(self, part: Entry | Theme) -> Json:
        return {**part.listed(), "image": part.picture.shown(self._asset_base)}


class Shelves(ABC):
    """Decks that can be had by the id that a game's options or a round name."""

    @abstractmethod
    def volume(self, ref: str) -> Volume:
        """The deck that is named so; raises UnknownDeck."""

    def rules_deck(self, ref: str) -> Deck:
        """What the rules need of a deck; raises UnknownDeck."""
        return self.volume(ref).rules

    def faces(self, ref: str) -> Mapping[CardId, Json]:
        """The cards of a deck as their holders see them; raises UnknownDeck."""
        return self.volume(ref).faces

    def themes(self, ref: str) -> Mapping[str, Json]:
        """The themes of a deck as players see them in a round; raises UnknownDeck."""
        return self.volume(ref).themes

    def newest(self, game: str, deck_id: str) -> Deck | None:
        """The newest version of a deck that is not ours; here there is none."""
        return None


class Library(Shelves):
    """The built decks under a root; each is read when first asked for, and kept.

    `asset_base` is where the pictures are served from, the start of every picture's URL.
    """

    def __init__(self, root: Path = ROOT, asset_base: str = "") -> None:
        self.asset_base = asset_base.rstrip("/")
        self._paths = {path.stem: path for game in BY_GAME for path in sorted((root / game).glob("*.json"))}
        self._volumes: dict[str, Volume] = {}

    def volume(self, ref: str) -> Volume:
        """The deck of that id with all that belongs to it; raises UnknownDeck."""
        if ref not in self._volumes:
            if ref not in self._paths:
                raise UnknownDeck(ref)
            path = self._paths[ref]
            deck = BY_GAME[path.parent.name].model_validate_json(path.read_bytes())
            self._volumes[ref] = Volume(deck, self.asset_base)
        return self._volumes[ref]

    def deck(self, deck_id: str) -> PublishedDeck[Entry]:
        """The deck of that id with all that belongs to it, roles included; raises UnknownDeck."""
        return self.volume(deck_id).deck

    def has(self, deck_id: str) -> bool:
        """Whether there is a deck of that id."""
        return deck_id in self._paths

    def list(self, game: str | None = None, locale: str | None = None) -> list[Json]:
        """What there is to choose from, for one game or in one language if so asked."""
        return [
            volume.summary()
            for volume in self._all()
            if game in (None, volume.deck.game) and locale in (None, volume.deck.locale)
        ]

    def public(self, deck_id: str) -> Json:
        """The deck as anybody may see it; raises UnknownDeck."""
        return self.volume(deck_id).public()

    @cached_property
    def pictures(self) -> Mapping[str, Picture]:
        """Every picture of the collection that is in use, by its place."""
        return {part.picture.src: part.picture for volume in self._all() for part in volume.deck.pictured()}

    def credits(self) -> Json:
        """Whose pictures are in use, under which licences, and what their collections ask to be said."""
        collections = sorted({src.partition("/")[0] for src in self.pictures})
        licences = sorted({picture.licence for picture in self.pictures.values()})
        return {
            "collections": [COLLECTIONS[each]._asdict() for each in collections],
            "licences": [{"id": each, **LICENCES[each]._asdict()} for each in licences],
            "authors": sorted({picture.author for picture in self.pictures.values()}),
            "pictures": [picture.shown(self.asset_base) for _, picture in sorted(self.pictures.items())],
        }

    def _all(self) -> Iterator[Volume]:
        return map(self.volume, self._paths)
