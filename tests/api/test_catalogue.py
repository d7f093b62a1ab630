"""What there is to play and with what, for everybody and without a key."""

import json

import pytest

from chalicelib.decks.library import Library
from chalicelib.games.registry import RULESETS
from tests.api.wire import Wire


def test_every_game_is_listed_with_what_a_lobby_needs(wire: Wire):
    games = wire.get("/v1/games").json["games"]

    assert list(RULESETS) == [game["id"] for game in games]
    espia, _, shpion = games
    assert {"id", "family", "title", "players", "options", "locales", "bots", "chat"} <= set(espia)
    assert {"min": 3, "max": 10} == espia["players"]
    assert (["es"], False, False) == (espia["locales"], espia["bots"], espia["chat"])
    assert {"min": 3, "max": 12} == shpion["players"]
    assert (["ru"], True, False) == (shpion["locales"], shpion["bots"], shpion["chat"])


def test_the_schema_of_the_options_says_what_they_take_and_what_they_are(wire: Wire):
    schema = wire.get("/v1/games").json["games"][0]["options"]

    assert ("object", False) == (schema["type"], schema["additionalProperties"])
    assert {"enum": [8, 5, 10], "default": 8} == schema["properties"]["minutes"]
    assert {"type": ["integer", "null"], "minimum": 10, "maximum": 600, "default": 120} == schema[
        "properties"
    ]["vote_seconds"]


def test_the_defaults_of_the_schema_are_those_of_a_room(wire: Wire):
    schema = wire.get("/v1/games").json["games"][0]["options"]
    defaults = {name: values["default"] for name, values in schema["properties"].items()}

    assert defaults == wire.open_room().view["room"]["options"]


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("", ["espia-completa", "espia-familiar", "impostor-palabras", "shpion-temy"]),
        ("?game=impostor", ["impostor-palabras"]),
        ("?game=shpion", ["shpion-temy"]),
        ("?game=espia", ["espia-completa", "espia-familiar"]),
        ("?game=espia&locale=es", ["espia-completa", "espia-familiar"]),
        ("?locale=ru", ["shpion-temy"]),
        ("?game=chess", []),
        ("?game=", []),
        ("?game=chess&game=espia", ["espia-completa", "espia-familiar"]),
        ("?game=%00", []),
    ],
)
def test_decks_are_listed_by_game_and_language(wire: Wire, query: str, found: list[str]):
    decks = wire.get("/v1/decks" + query).json["decks"]

    assert found == sorted(deck["id"] for deck in decks)
    for deck in decks:
        assert {"id", "version", "game", "title", "locales", "count", "themes"} <= set(deck)


def test_a_deck_shows_names_and_pictures_with_their_credit(wire: Wire):
    deck = wire.get("/v1/decks/espia-familiar").json

    assert deck["count"] == len(deck["entries"])
    for entry in deck["entries"]:
        assert {"id", "name", "image"} <= set(entry)
        assert {"url", "author", "licence", "source"} == set(entry["image"])
        assert entry["image"]["url"].startswith("https://play.example/pictures/")


def test_no_role_is_shown_anywhere_in_the_catalogue(wire: Wire):
    ids = ("espia-familiar", "espia-completa", "shpion-temy")
    decks = [wire.get(f"/v1/decks/{deck}") for deck in ids]
    shown = "".join(answer.text for answer in (wire.get("/v1/decks"), wire.get("/v1/credits"), *decks))
    cards = [card for deck in ids for card in Library().rules_deck(deck).cards.values()]
    roles = {role for card in cards for role in card.roles}
    names = {entry["name"] for answer in decks for entry in answer.json["entries"]}

    assert '"role' not in shown
    assert '"answers"' not in shown
    assert not [role for role in roles - names if json.dumps(role, ensure_ascii=False) in shown]


def test_the_deck_of_shpion_shows_the_questions_of_its_themes_with_what_may_be_answered(wire: Wire):
    deck = wire.get("/v1/decks/shpion-temy").json
    themes = ["places", "films", "music", "books", "painting", "geography", "history"]

    assert [theme["id"] for theme in deck["themes"]] == themes
    assert sum(theme["count"] for theme in deck["themes"]) == deck["count"] == len(deck["entries"])
    for theme in deck["themes"]:
        assert {"id", "title", "count", "questions", "image"} == set(theme)
        for question in theme["questions"]:
            assert {"id", "text", "options"} == set(question)
            assert {"yes", "no", "partly", "unknown"} == {option["id"] for option in question["options"]}
    for entry in deck["entries"]:
        assert {"id", "name", "theme", "origin", "image"} == set(entry)


def test_the_deck_of_a_room_is_one_of_the_catalogue(wire: Wire):
    named = wire.open_room(options={"deck": "completa"}).view["room"]["deck"]
    listed = {deck["id"]: deck["version"] for deck in wire.get("/v1/decks").json["decks"]}

    assert listed[named["id"]] == named["version"]


def test_the_pictures_makers_are_named(wire: Wire):
    credit = wire.get("/v1/credits").json

    assert credit["authors"] and credit["licences"] and credit["pictures"]
