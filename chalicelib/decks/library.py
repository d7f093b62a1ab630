"""The decks as a running server reads them: for the rules, and for players, who never see a role."""

from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from chalicelib.core.deck import CardId, Deck
from chalicelib.decks.credits import COLLECTIONS, LICENCES
from chalicelib.decks.model import BY_GAME, Entry, Picture, PublishedDeck, Theme

Json = dict[str, Any]

ROOT = Path(__file__).parents[2] / "decks"
"""Beside the package, in the repository as in what is deployed."""


class UnknownDeck(LookupError):
    """There is no deck of that id."""

    def __init__(self, deck_id: str) -> None:
        super().__init__(f"no deck has the id {deck_id!r}")
        self.deck_id = deck_id


class Library:
    """The built decks under a root; each is read when first asked for, and kept.

    `asset_base` is where the pictures are served from, the start of every picture's URL.
    """

    def __init__(self, root: Path = ROOT, asset_base: str = "") -> None:
        self._asset_base = asset_base.rstrip("/")
        self._paths = {path.stem: path for game in BY_GAME for path in sorted((root / game).glob("*.json"))}
        self._decks: dict[str, PublishedDeck[Entry]] = {}
        self._faces: dict[str, Mapping[CardId, Json]] = {}
        self._themes: dict[str, Mapping[str, Json]] = {}

    def deck(self, deck_id: str) -> PublishedDeck[Entry]:
        """The deck of that id with all that belongs to it, roles included; raises UnknownDeck."""
        if deck_id not in self._decks:
            if deck_id not in self._paths:
                raise UnknownDeck(deck_id)
            path = self._paths[deck_id]
            self._decks[deck_id] = BY_GAME[path.parent.name].model_validate_json(path.read_bytes())
        return self._decks[deck_id]

    def rules_deck(self, deck_id: str) -> Deck:
        """What the rules need of the deck, its cards in the order they are shown in; raises UnknownDeck."""
        return self.deck(deck_id).rules

    def list(self, game: str | None = None, locale: str | None = None) -> list[Json]:
        """What there is to choose from, for one game or in one language if so asked."""
        return [
            _summary(deck)
            for deck in self._all()
            if game in (None, deck.game) and locale in (None, deck.locale)
        ]

    def public(self, deck_id: str) -> Json:
        """The deck as anybody may see it: names and pictures, nothing that is dealt; raises UnknownDeck."""
        deck = self.deck(deck_id)
        summary = _summary(deck)
        counted = zip(summary["themes"], map(self._listed, deck.categories), strict=True)
        return {
            **summary,
            "themes": [theme | listed for theme, listed in counted],
            "entries": [self._listed(entry) for entry in deck.cards],
        }

    def themes(self, deck_id: str) -> Mapping[str, Json]:
        """Each theme of a deck as players see it in a round; raises UnknownDeck."""
        if deck_id not in self._themes:
            self._themes[deck_id] = {theme.id: theme.shown() for theme in self.deck(deck_id).categories}
        return self._themes[deck_id]

    def faces(self, deck_id: str) -> Mapping[CardId, Json]:
        """Each card as its holder sees it: id, picture, and its name or the word; raises UnknownDeck."""
        if deck_id not in self._faces:
            self._faces[deck_id] = {
                CardId(entry.id): {**entry.face(), "image": self.image(entry.picture)}
                for entry in self.deck(deck_id).cards
            }
        return self._faces[deck_id]

    def image(self, picture: Picture) -> Json:
        """A picture as players get it: where it is, and whom to thank."""
        return {
            "url": f"{self._asset_base}/{picture.src}",
            "author": picture.author,
            "licence": picture.licence,
            "source": picture.source,
        }

    def credits(self) -> Json:
        """Whose pictures are in use, under which licences, and what their collections ask to be said."""
        used = {part.picture.src: part.picture for deck in self._all() for part in deck.pictured()}
        pictures = [used[src] for src in sorted(used)]
        collections = sorted({src.partition("/")[0] for src in used})
        licences = sorted({picture.licence for picture in pictures})
        return {
            "collections": [COLLECTIONS[each]._asdict() for each in collections],
            "licences": [{"id": each, **LICENCES[each]._asdict()} for each in licences],
            "authors": sorted({picture.author for picture in pictures}),
            "pictures": [self.image(picture) for picture in pictures],
        }

    def _listed(self, part: Entry | Theme) -> Json:
        return {**part.listed(), "image": self.image(part.picture)}

    def _all(self) -> Iterator[PublishedDeck[Entry]]:
        return map(self.deck, self._paths)


def _summary(deck: PublishedDeck[Entry]) -> Json:
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
