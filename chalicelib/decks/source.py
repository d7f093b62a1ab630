"""What editors write, read from TOML, and the decks of `espia` made from it."""

import hashlib
import json
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, Literal, TypeVar

from pydantic import BaseModel, Field, ValidationError

from chalicelib.decks.collation import collation
from chalicelib.decks.model import (
    Credit,
    Entry,
    EspiaDeck,
    Part,
    Picture,
    Place,
    PublishedDeck,
    Rating,
)

ModelT = TypeVar("ModelT", bound=BaseModel)
DeckT = TypeVar("DeckT", bound=PublishedDeck[Entry])

_UNKNOWN = Credit(author="", licence="", source="")


class PlaceSource(Part):
    """One `[[place]]` as an editor writes it; the picture is named, its credit looked up."""

    id: str
    ordinal: int
    name: str
    rating: Rating
    picture: str
    roles: list[str]


class PlacesSource(Part):
    """The whole of `places.toml`."""

    place: list[PlaceSource]


class Allowance(Part):
    """A warning that an editor has looked at and allows, and why."""

    code: Literal["near_duplicate", "contained_name", "forbidden_word"]
    card: str
    detail: str
    reason: Annotated[str, Field(min_length=10)]


class AllowSource(Part):
    """The whole of an `allow.toml`."""

    allow: list[Allowance]


class SourceInvalid(Exception):
    """A source cannot be read as what it should be."""


def read(path: Path, model: type[ModelT]) -> ModelT:
    """A TOML file as its model; every fault of form is named in the exception."""
    try:
        return model.model_validate(tomllib.loads(path.read_text("utf-8")))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as unreadable:
        raise SourceInvalid(f"{path}: {unreadable}") from unreadable
    except ValidationError as invalid:
        raise SourceInvalid(_told(path, faults_of(invalid))) from invalid


def refuse(path: Path, faults: Iterable[str]) -> None:
    """Raise SourceInvalid that names every fault of a file, if there are any."""
    if found := list(faults):
        raise SourceInvalid(_told(path, found))


def faults_of(invalid: ValidationError) -> Iterator[str]:
    """Each fault of form, with the field it is in."""
    return (f"{'.'.join(map(str, fault['loc']))}: {fault['msg']}" for fault in invalid.errors())


def _told(path: Path, faults: Iterable[str]) -> str:
    return "\n  ".join((f"{path}:", *faults))


def render(deck: PublishedDeck[Entry]) -> str:
    """The one canonical spelling of a deck: keys sorted, a line a value, so that a change shows as itself."""
    document: Any = deck.model_dump(mode="json", by_alias=True)
    return json.dumps(document, ensure_ascii=False, indent=1, sort_keys=True) + "\n"


def versioned(deck: DeckT) -> DeckT:
    """The deck with the digest of all the rest of it as its version."""
    digest = hashlib.sha256(render(deck).encode()).hexdigest()
    return deck.model_copy(update={"version": digest[:12]})


def credited(src: str, credit_of: Mapping[str, Credit]) -> Picture:
    """A picture with its credit; one that nobody is credited for stays so, which the lint reports."""
    return Picture(src=src, **credit_of.get(src, _UNKNOWN).model_dump())


def espia(folder: Path, credit_of: Mapping[str, Credit]) -> Sequence[EspiaDeck]:
    """`familiar`, the places for everybody, and `completa`, all of them."""
    in_order = collation("es")
    places = sorted(
        read(folder / "places.toml", PlacesSource).place,
        key=lambda place: (in_order(place.name), place.id),
    )
    family = [place for place in places if place.rating == "family"]
    return _espia("familiar", "family", family, credit_of), _espia("completa", "adult", places, credit_of)


def _espia(
    name: str, rating: Rating, places: Sequence[PlaceSource], credit_of: Mapping[str, Credit]
) -> EspiaDeck:
    return versioned(
        EspiaDeck(
            schema=1,
            id=f"espia-{name}",
            game="espia",
            locale="es",
            title=name.capitalize(),
            rating=rating,
            version="",
            cards=tuple(_place(place, credit_of) for place in places),
        )
    )


def _place(place: PlaceSource, credit_of: Mapping[str, Credit]) -> Place:
    return Place(
        id=place.id,
        ordinal=place.ordinal,
        name=place.name,
        picture=credited(place.picture, credit_of),
        roles=tuple(place.roles),
    )
