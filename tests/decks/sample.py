"""A small clean deck, and a whole clean folder of decks, for tests to spoil."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from chalicelib.decks.model import Credit, EspiaDeck, Picture, Place
from chalicelib.decks.source import PlaceSource
from chalicelib.games.espia.deck import COMPLETA_PLACES, FAMILIAR_PLACES

CREDIT = Credit(
    author="Ana Pérez", licence="CC-BY-SA-4.0", source="https://openmoji.org/library/emoji-1F3CA/"
)
SVG = '<svg xmlns="http://www.w3.org/2000/svg"><path id="a" fill="url(#b)"/></svg>'


def place(id: str, /, **changed: Any) -> Place:
    """A place that nothing is wrong with, but for what is changed."""
    number = int.from_bytes(id.encode()) % 1000
    faultless = {
        "id": id,
        "ordinal": number,
        "name": id.capitalize(),
        "picture": Picture(src=f"om/{id}.svg", **CREDIT.model_dump()),
        "roles": roles(id),
    }
    return Place(**(faultless | changed))


def roles(id: str) -> tuple[str, ...]:
    """Nine roles that no other place has."""
    trades = ["Vendedor", "Cocinera", "Guía", "Dueña", "Turista", "Pintor", "Bombero", "Fotógrafa", "Cartero"]
    return tuple(f"{trade} de {id}" for trade in trades)


def deck(*places: Place, **changed: Any) -> EspiaDeck:
    """A deck of these places, for everybody."""
    faultless = {
        "schema": 1,
        "id": "espia-familiar",
        "game": "espia",
        "locale": "es",
        "title": "Familiar",
        "rating": "family",
        "version": "1",
        "cards": places,
    }
    return EspiaDeck(**(faultless | changed))


def sources() -> list[PlaceSource]:
    """As many places as the decks of the game have, the last ones for adults."""
    syllables = [f"{one}a{one}e{two}i{two}o" for one in "bdfglmnprtvz" for two in "bdfglmnprtv"]
    return [
        PlaceSource(
            id=id,
            ordinal=ordinal,
            name=id.capitalize(),
            rating="family" if ordinal <= FAMILIAR_PLACES else "adult",
            picture=f"om/{id}.svg",
            roles=list(roles(id)),
        )
        for ordinal, id in enumerate(syllables[:COMPLETA_PLACES], 1)
    ]


def write(root: Path, places: Sequence[PlaceSource]) -> Path:
    """A decks' folder with these places, their pictures and credits."""
    pictures = root / "pictures" / "om"
    pictures.mkdir(parents=True)
    (root / "espia").mkdir()
    write_places(root, places)
    for each in places:
        (root / "pictures" / each.picture).write_text(SVG, "utf-8")
    credit_of = {each.picture: CREDIT.model_dump() for each in places}
    (pictures / "credits.json").write_text(json.dumps(credit_of), "utf-8")
    return root


def write_places(root: Path, places: Sequence[PlaceSource]) -> None:
    """The source of the places alone."""
    tables = (
        "\n".join(
            ("[[place]]", *(f"{key} = {json.dumps(value)}" for key, value in each.model_dump().items()))
        )
        for each in places
    )
    (root / "espia" / "places.toml").write_text("\n\n".join(tables), "utf-8")
