"""Decks as a tenant would send them, for tests to play with and to spoil: as small as they may be."""

from collections.abc import Callable, Mapping
from typing import Any

from tests.decks import topics

Json = dict[str, Any]

PICTURE = {
    "url": "https://pictures.acme.example/a.png",
    "author": "Eva Gil",
    "licence": "CC0",
    "source": "https://acme.example/",
}
SYLLABLES = [f"{one}a{one}e{two}i{two}o" for one in "bdfgl" for two in "bdfgl"]
MARKS = ("zq", "щю")
"""What players must not learn from the deck begins so: roles, hints and what bots say."""


def picture(id: str) -> Json:
    return {**PICTURE, "url": f"https://pictures.acme.example/{id}.png"}


def espia(places: int = 20) -> Json:
    """Places with nine roles each."""
    return {
        "game": "espia",
        "locale": "es",
        "title": "La oficina",
        "rating": "family",
        "cards": [
            {
                "id": id,
                "name": id.capitalize(),
                "picture": picture(id),
                "roles": [f"Zq{n} de {id}" for n in range(9)],
            }
            for id in SYLLABLES[:places]
        ],
    }


def impostor(*, clues: bool = False) -> Json:
    """Twelve animals and twelve dishes, of which bots know what to say if so asked."""
    themes = {"animales": "Bichos", "comida": "Platos"}
    cards = []
    for n, id in enumerate(SYLLABLES[:24]):
        category = ("animales", "comida")[n // 12]
        card: Json = {
            "id": id,
            "es": id.capitalize(),
            "en": [f"{id}ng"],
            "category": category,
            "hint": f"zqpista {n}",
        }
        if clues:
            card["clues"] = {
                "vague": [f"zqvago {each}" for each in "abc"],
                "middling": [f"zqmedio {(n + each) % 12}" for each in range(3)],
                "specific": [f"zqsolo {n}", f"zqpropio {n}"],
            }
        cards.append(card)
    return {
        "game": "impostor",
        "locale": "es",
        "title": "Bichos y platos",
        "rating": "family",
        "themes": [{"id": id, "title": title, "picture": picture(id)} for id, title in themes.items()],
        "cards": cards,
    }


def shpion() -> Json:
    """Twelve places and twelve films, six questions about either."""
    themes = {"places": "Места", "films": "Фильмы"}
    cards = []
    for theme in themes:
        for n in range(12):
            cards.append(
                {
                    "id": f"{theme}-{n}",
                    "name": topics.topic(theme, n).name,
                    "theme": theme,
                    "roles": [f"Щю{each} {n}" for each in "абвгдежзикл"] if theme == "places" else [],
                    "answers": {f"q{q}": ("yes", "no", "partly")[(n >> q) % 3] for q in range(6)},
                    **({} if theme == "places" else {"origin": (None, "ours", "foreign")[n % 3]}),
                }
            )
    return {
        "game": "shpion",
        "locale": "ru",
        "title": "Своё",
        "rating": "family",
        "themes": [
            {
                "id": id,
                "title": title,
                "picture": picture(id),
                "questions": [{"id": f"q{q}", "text": f"Вопрос {q}?"} for q in range(6)],
            }
            for id, title in themes.items()
        ],
        "cards": cards,
    }


DECKS: Mapping[str, Callable[[], Json]] = {"espia": espia, "impostor": impostor, "shpion": shpion}


def with_card(deck: Json, at: int = 0, **changed: Any) -> Json:
    """The deck with one card changed; what is None is left out."""
    cards = list(deck["cards"])
    card = {**cards[at], **changed}
    cards[at] = {name: value for name, value in card.items() if value is not None}
    return {**deck, "cards": cards}
