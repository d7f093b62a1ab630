"""What a built deck is made of: the one canonical file that a server reads.

The models say what must be there and nothing else may; whether a text is good is the lint's to say, so that
an editor sees every fault at once. Limits that the lint holds are written into the JSON Schema all the same.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Annotated, Any, Generic, Literal, NamedTuple, TypeVar

from pydantic import BaseModel, ConfigDict, Field

from chalicelib.core.deck import Card, CardId, Deck
from chalicelib.mechanics.topics import Topic
from chalicelib.mechanics.words import Association, Grade, Word

ID_FORM = r"[a-z0-9]+(?:-[a-z0-9]+)*"
ID_LENGTH = 40
NAME_LENGTH = 32
ROLE_LENGTH = 34
HINT_LENGTH = 28
CLUE_LENGTH = 40
QUESTION_LENGTH = 60
OPTION_LENGTH = 16

Id = Annotated[str, Field(json_schema_extra={"pattern": f"^{ID_FORM}$", "maxLength": ID_LENGTH})]
Name = Annotated[str, Field(json_schema_extra={"minLength": 1, "maxLength": NAME_LENGTH})]
Role = Annotated[str, Field(json_schema_extra={"minLength": 1, "maxLength": ROLE_LENGTH})]
Hint = Annotated[str, Field(json_schema_extra={"minLength": 1, "maxLength": HINT_LENGTH})]
Clue = Annotated[str, Field(json_schema_extra={"minLength": 1, "maxLength": CLUE_LENGTH})]
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
    """A picture with its credit, by its place under the pictures' root or by its own URL."""

    src: str

    def shown(self, base: str) -> dict[str, str]:
        """As players get it: where it is, and whom to thank; `base` is where the pictures' root is served."""
        url = self.src if self.src.startswith("https://") else f"{base}/{self.src}"
        return {"url": url, "author": self.author, "licence": self.licence, "source": self.source}


class Text(NamedTuple):
    """A text of a card, the most letters that it may have on a phone, and whether it begins like a name."""

    text: str
    limit: int
    capital: bool = True


class Pictured(Part):
    """What has a picture."""

    id: Id
    picture: Picture

    def texts(self) -> Iterator[Text]:
        """Every text of it that players read."""
        return iter(())


class Entry(Pictured):
    """What every card of every game has. The ordinal is the card's for ever, never given to another."""

    ordinal: Ordinal
    name: Name

    def texts(self) -> Iterator[Text]:
        """Its name."""
        yield Text(self.name, NAME_LENGTH)

    def face(self) -> dict[str, str]:
        """What its holder sees of it besides the picture."""
        return {"id": self.id, "name": self.name}

    def listed(self) -> Mapping[str, str | None]:
        """What everybody may see of it in the deck besides the picture."""
        return self.face()

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


class Clues(Part):
    """What bots say of a word: what fits many words of its category, some, or hardly another."""

    vague: tuple[Clue, ...]
    middling: tuple[Clue, ...]
    specific: tuple[Clue, ...]

    def associations(self) -> Iterator[Association]:
        """All of them, each with its grade."""
        grades: Sequence[tuple[Grade, tuple[Clue, ...]]] = (
            (1, self.vague),
            (2, self.middling),
            (3, self.specific),
        )
        return (Association(text, grade) for grade, texts in grades for text in texts)


class WordCard(Entry):
    """A card of `impostor`: a word in Spanish (its name) and English, and what the game knows of it."""

    en: Name
    category: Id
    hint: Hint
    blocked: tuple[str, ...]
    alone: tuple[str, ...]
    accepted: tuple[str, ...]
    exact: bool
    clues: Clues

    def texts(self) -> Iterator[Text]:
        """The word in both languages, its hint and what bots say of it."""
        yield from super().texts()
        yield Text(self.en, NAME_LENGTH, capital=False)
        yield Text(self.hint, HINT_LENGTH, capital=False)
        yield from (Text(clue.text, CLUE_LENGTH, capital=False) for clue in self.clues.associations())

    def face(self) -> dict[str, str]:
        """The word in both languages."""
        return {"id": self.id, "es": self.name, "en": self.en}

    def listed(self) -> dict[str, str]:
        """The word in both languages, and its category."""
        return {**super().face(), "en": self.en, "category": self.category}

    def card(self) -> Word:
        """All of it but the picture."""
        return Word(
            CardId(self.id),
            self.ordinal,
            group=self.category,
            name=self.name,
            hint=self.hint,
            blocked=frozenset(self.blocked),
            alone=frozenset(self.alone),
            accepted=frozenset(self.accepted),
            clues=tuple(self.clues.associations()),
            exact=self.exact,
        )


TrueAnswer = Literal["yes", "no", "partly"]
"""What may be true of a card."""


class TopicCard(Entry):
    """A card of `shpion`: something of a theme, and the true answers to the theme's questions, in order."""

    theme: Id
    origin: Literal["ours", "foreign"] | None
    roles: tuple[Role, ...]
    answers: tuple[TrueAnswer, ...]

    def texts(self) -> Iterator[Text]:
        """Its name, and the roles of a place."""
        yield from super().texts()
        yield from (Text(role, ROLE_LENGTH) for role in self.roles)

    def listed(self) -> dict[str, str | None]:
        """Its name, theme and origin."""
        return {**self.face(), "theme": self.theme, "origin": self.origin}

    def topic(self, questions: Sequence[str]) -> Topic:
        """What the rules need to know of it, by the ids of its theme's questions."""
        return Topic(
            CardId(self.id),
            self.ordinal,
            roles=self.roles,
            group=self.theme,
            origin=self.origin,
            answers=dict(zip(questions, self.answers, strict=True)),
        )


class Theme(Pictured):
    """A category of a deck; its picture stands for those of its cards that have none of their own."""

    title: Name

    def texts(self) -> Iterator[Text]:
        """Its title."""
        yield Text(self.title, NAME_LENGTH)

    def shown(self) -> dict[str, Any]:
        """What everybody may see of it in a round."""
        return {"id": self.id, "title": self.title}

    def listed(self) -> dict[str, Any]:
        """What everybody may see of it in the deck besides the picture."""
        return self.shown()


class Question(Part):
    """A question that can be asked ready-made."""

    id: Id
    text: Annotated[str, Field(json_schema_extra={"minLength": 1, "maxLength": QUESTION_LENGTH})]


class Option(Part):
    """Something that may be answered to a ready-made question."""

    id: TrueAnswer | Literal["unknown"]
    text: Annotated[str, Field(json_schema_extra={"minLength": 1, "maxLength": OPTION_LENGTH})]


class QuestionTheme(Theme):
    """A theme of `shpion` with its ready-made questions, and the options that answer each of them."""

    questions: tuple[Question, ...]
    options: tuple[Option, ...]

    def texts(self) -> Iterator[Text]:
        """Its title, its questions and their options."""
        yield from super().texts()
        yield from (Text(question.text, QUESTION_LENGTH) for question in self.questions)
        yield from (Text(option.text, OPTION_LENGTH) for option in self.options)

    def shown(self) -> dict[str, Any]:
        """Its questions, and once for all of them the options."""
        return super().shown() | self.model_dump(mode="json", include={"questions", "options"})

    def listed(self) -> dict[str, Any]:
        """Its questions, each with the options."""
        options = [option.model_dump() for option in self.options]
        return {
            **super().shown(),
            "questions": [{**question.model_dump(), "options": options} for question in self.questions],
        }


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

    @property
    def categories(self) -> Sequence[Theme]:
        """The categories that its cards are sorted into, in order; none unless the game has them."""
        return ()

    def together(self) -> Iterator[Sequence[Pictured]]:
        """The cards that players see side by side, with what else is shown there."""
        yield (*self.categories, *self.cards)

    def pictured(self) -> Iterator[Pictured]:
        """Everything in the deck that has a picture."""
        yield from self.categories
        yield from self.cards

    def texts(self) -> Iterator[tuple[str, Text]]:
        """Every text of the deck that players read, with the id of what it is of."""
        yield "", Text(self.title, NAME_LENGTH, capital=False)
        yield from ((part.id, text) for part in self.pictured() for text in part.texts())

    @cached_property
    def by_id(self) -> Mapping[str, EntryT]:
        """The cards by their ids."""
        return {card.id: card for card in self.cards}

    @cached_property
    def rules(self) -> Deck:
        """What the rules need to know of the deck: neither names of cards nor pictures."""
        cards = {CardId(entry.id): entry.card() for entry in self.cards}
        return Deck(self.id, self.version, cards, {each.id: each.title for each in self.categories})


class EspiaDeck(PublishedDeck[Place]):
    """A deck of `espia`."""

    game: Literal["espia"]


class ImpostorDeck(PublishedDeck[WordCard]):
    """A deck of `impostor`."""

    game: Literal["impostor"]
    themes: tuple[Theme, ...]

    @property
    def categories(self) -> Sequence[Theme]:
        """Its themes."""
        return self.themes


class ShpionDeck(PublishedDeck[TopicCard]):
    """A deck of `shpion`: a list of cards for each theme, of which a round shows one."""

    game: Literal["shpion"]
    themes: tuple[QuestionTheme, ...]

    @property
    def categories(self) -> Sequence[QuestionTheme]:
        """Its themes."""
        return self.themes

    def together(self) -> Iterator[Sequence[Pictured]]:
        """Each theme by itself."""
        for theme in self.themes:
            yield (theme, *(card for card in self.cards if card.theme == theme.id))

    @cached_property
    def rules(self) -> Deck:
        """The cards with their true answers, and the questions of each theme."""
        questions = {theme.id: tuple(each.id for each in theme.questions) for theme in self.themes}
        cards = {CardId(entry.id): entry.topic(questions[entry.theme]) for entry in self.cards}
        titles = {theme.id: theme.title for theme in self.themes}
        return Deck(self.id, self.version, dict(cards), titles, questions)


BY_GAME: Mapping[str, type[PublishedDeck[Any]]] = {
    "espia": EspiaDeck,
    "impostor": ImpostorDeck,
    "shpion": ShpionDeck,
}
"""The deck model of each game."""
