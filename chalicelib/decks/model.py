"""What a built deck is made of: the one canonical file that a server reads.

The models say what must be there and nothing else may; whether a text is good is the lint's to say, so that
an editor sees every fault at once. Limits that the lint holds are written into the JSON Schema all the same.
"""

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Annotated, Any, Generic, Literal, NamedTuple, TypeVar

from pydantic import BaseModel, ConfigDict, Field

from chalicelib.core.deck import Card, CardId, Deck

ID_FORM = r"[a-z0-9]+(?:-[a-z0-9]+)*"
ID_LENGTH = 40
NAME_LENGTH = 32
ROLE_LENGTH = 34

Id = Annotated[str, Field(json_schema_extra={"pattern": f"^{ID_FORM}$", "maxLength": ID_LENGTH})]
Name = Annotated[str, Field(json_schema_extra={"minLength": 1, "maxLength": NAME_LENGTH})]
Role = Annotated[str, Field(json_schema_extra={"minLength": 1, "maxLength": ROLE_LENGTH})]
Ordinal = Annotated[int, Field(json_schema_extra={"minimum": 1})]
Rating = Literal["family", "adult"]
"""Who may play: everybody, or adults."""


class Part(BaseModel):
    """Closed, strict and immutable; built when first used, so that importing stays cheap."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, defer_build=True)


class Credit(Part):
    """Whose picture it is, under which licence, and where it comes from."""

    author: str
    licence: str
    source: str


class Picture(Credit):
    """A picture by its place under the pictures' root, with its credit."""

    src: str


class Text(NamedTuple):
    """A text that players read, and the most letters that it may have on a phone."""

    text: str
    limit: int


class Entry(Part):
    """What every card of every game has. The ordinal is the card's for ever, never given to another."""

    id: Id
    ordinal: Ordinal
    name: Name
    picture: Picture

    def texts(self) -> Iterator[Text]:
        """Every text of the card that players read."""
        yield Text(self.name, NAME_LENGTH)

    def card(self) -> Card:
        """What the rules need to know of it."""
        return Card(CardId(self.id), self.ordinal)


class Place(Entry):
    """A card of `espia`: a place, and who may be met there."""

    roles: tuple[Role, ...]

    def texts(self) -> Iterator[Text]:
        """The place's name and its roles."""
        yield from super().texts()
        yield from (Text(role, ROLE_LENGTH) for role in self.roles)

    def card(self) -> Card:
        """The place with its roles."""
        return Card(CardId(self.id), self.ordinal, roles=self.roles)


EntryT = TypeVar("EntryT", bound=Entry, covariant=True)


class PublishedDeck(Part, Generic[EntryT]):
    """A built deck, cards in the alphabetical order of its language; `version` is a digest of the rest."""

    format: Literal[1] = Field(alias="schema")
    id: Id
    game: str
    locale: Literal["es", "ru"]
    title: str
    rating: Rating
    version: str
    cards: tuple[EntryT, ...]

    @cached_property
    def by_id(self) -> Mapping[str, EntryT]:
        """The cards by their ids."""
        return {card.id: card for card in self.cards}

    @cached_property
    def rules(self) -> Deck:
        """What the rules need to know of the deck: neither names nor pictures."""
        return Deck(self.id, self.version, {CardId(entry.id): entry.card() for entry in self.cards})


class EspiaDeck(PublishedDeck[Place]):
    """A deck of `espia`."""

    game: Literal["espia"]


BY_GAME: Mapping[str, type[PublishedDeck[Any]]] = {"espia": EspiaDeck}
"""The deck model of each game."""
