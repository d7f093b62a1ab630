"""What a tenant sends for a deck: what an editor writes; ordinals, version and our credits are given here.

The models say what must be there and how much there may be at most; whether a text is good is the lint's to
say.
"""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal

from pydantic import Field

from chalicelib.decks.model import ID_FORM, ID_LENGTH, Part, Rating, TrueAnswer

MOST_THEMES = 40
MOST_QUESTIONS = 40
MOST_ROLES = 40

Line = Annotated[str, Field(max_length=200)]
OwnId = Annotated[str, Field(pattern=f"^{ID_FORM}$", max_length=ID_LENGTH)]
Url = Annotated[
    str, Field(pattern=r"^https://[A-Za-z0-9.-]+(?::[0-9]{1,5})?/[!#-;=?-\[\]_a-z~]*$", max_length=200)
]
"""One that a page can be given as it is: nothing in it ends an attribute."""
Roles = Annotated[list[Line], Field(max_length=MOST_ROLES)]
Said = Annotated[list[Line], Field(max_length=20)]
NOTHING: list[Any] = []
"""What is left out; pydantic gives each its own copy."""


class OwnPicture(Part):
    """A picture: `src` alone, its place in our collection, or `url` with `author`, `licence` and `source`."""

    src: Line | None = None
    url: Url | None = None
    author: Annotated[str, Field(max_length=80)] | None = None
    licence: Annotated[str, Field(max_length=40)] | None = None
    source: Url | None = None


class OwnPictured(Part):
    """What has a picture; a card that is of a theme may do without, and has its theme's."""

    id: OwnId
    picture: OwnPicture | None = None


class OwnCard(OwnPictured):
    """What every card of every game has."""

    @property
    def group(self) -> str | None:
        """The theme that it is of, in games that have themes."""
        return None


class OwnPlace(OwnCard):
    """A card of `espia`."""

    picture: OwnPicture
    name: Line
    roles: Roles


class OwnClues(Part):
    """What bots say of a word."""

    vague: Said = NOTHING
    middling: Said = NOTHING
    specific: Said = NOTHING


class OwnWord(OwnCard):
    """A card of `impostor`: a secret word, and what is said and guessed about it."""

    es: Line
    en: Annotated[list[Line], Field(min_length=1, max_length=8)]
    category: OwnId
    hint: Line
    block: Annotated[list[Line], Field(max_length=8)] = NOTHING
    exact: bool = False
    animate: bool = False
    clues: OwnClues | None = None

    @property
    def group(self) -> str | None:
        """Its category."""
        return self.category


class OwnTopic(OwnCard):
    """A card of `shpion`, with its true answer to each question of its theme."""

    name: Line
    theme: OwnId
    origin: Literal["ours", "foreign"] | None = None
    roles: Roles = NOTHING
    answers: dict[str, TrueAnswer]

    @property
    def group(self) -> str | None:
        """Its theme."""
        return self.theme


class OwnTheme(OwnPictured):
    """A category of words."""

    picture: OwnPicture
    title: Line


class OwnQuestion(Part):
    """A question that can be asked ready-made."""

    id: OwnId
    text: Line


class OwnQuestionTheme(OwnTheme):
    """A theme of `shpion` with its ready-made questions."""

    questions: Annotated[list[OwnQuestion], Field(max_length=MOST_QUESTIONS)]


class OwnDeck(Part):
    """A deck of any game."""

    game: str
    locale: str
    title: Line
    rating: Rating
    themes: Sequence[OwnTheme]
    cards: Sequence[OwnCard]


class OwnPlaces(OwnDeck):
    """A deck of `espia`."""

    game: Literal["espia"]
    locale: Literal["es"]
    themes: Annotated[list[OwnTheme], Field(max_length=0)] = NOTHING
    cards: list[OwnPlace]


class OwnWords(OwnDeck):
    """A deck of `impostor`."""

    game: Literal["impostor"]
    locale: Literal["es"]
    themes: Annotated[list[OwnTheme], Field(max_length=MOST_THEMES)]
    cards: list[OwnWord]


class OwnTopics(OwnDeck):
    """A deck of `shpion`."""

    game: Literal["shpion"]
    locale: Literal["ru"]
    themes: Annotated[list[OwnQuestionTheme], Field(max_length=MOST_THEMES)]
    cards: list[OwnTopic]


BY_GAME: Mapping[str, type[OwnDeck]] = {"espia": OwnPlaces, "impostor": OwnWords, "shpion": OwnTopics}
"""What is sent for a deck of each game."""
