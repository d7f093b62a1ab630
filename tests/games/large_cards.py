"""Cards as large as they may be in a deck of somebody's own, under the names of ours."""

from collections.abc import Mapping

from pydantic_core import to_json

from chalicelib.adapters.presenter import LibraryPresenter
from chalicelib.core.deck import CardId
from chalicelib.decks.library import Shelves, Volume
from chalicelib.decks.own.making import MOST_SHOWN
from chalicelib.decks.present import Json
from chalicelib.games.registry import RULESETS
from infra.bench.fullest import LIBRARY


class LargeCards(Shelves):
    """Our decks with long addresses of the pictures."""

    def volume(self, ref: str) -> Volume:
        """As it is but for the faces."""
        return LIBRARY.volume(ref)

    def faces(self, ref: str) -> Mapping[CardId, Json]:
        """Each as large as it may be."""
        return {card: _enlarged(face) for card, face in LIBRARY.faces(ref).items()}


def _enlarged(face: Json) -> Json:
    image = {**face["image"], "source": ""}
    image["source"] = "x" * (MOST_SHOWN - len(to_json({**face, "image": image})))
    return {**face, "image": image}


PRESENTER = LibraryPresenter(
    RULESETS, LargeCards(), "https://play.example/{code}", lambda locale, why: str(why)
)
