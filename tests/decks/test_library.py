"""The decks as a running server reads them."""

import json
from pathlib import Path

import pytest

from chalicelib.core.deck import CardId, UnknownDeck
from chalicelib.decks.build import main
from chalicelib.decks.library import Library
from chalicelib.mechanics.topics import Topic
from chalicelib.mechanics.words import Word
from tests.decks import bank, sample, topics


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = sample.write(tmp_path_factory.mktemp("decks"), sample.sources())
    assert main(["--root", str(root)]) == 0
    return topics.write(bank.write(root))


@pytest.fixture
def library(root: Path) -> Library:
    return Library(root, "https://pictures.example/v1/")


def test_a_deck_is_read_once(library: Library):
    assert library.deck("espia-familiar") is library.deck("espia-familiar")


@pytest.mark.parametrize("deck_id", ["espia-otra", "", "credits", "../espia/espia-familiar", "places"])
def test_a_deck_that_is_not_there_is_told_by_its_id(library: Library, deck_id: str):
    with pytest.raises(UnknownDeck, match=repr(deck_id)):
        library.deck(deck_id)


def test_the_rules_get_ids_ordinals_and_roles_in_the_order_in_which_cards_are_shown(library: Library):
    rules = library.rules_deck("espia-completa")
    deck = library.deck("espia-completa")

    assert (deck.id, deck.version) == (rules.id, rules.version)
    assert [place.id for place in deck.cards] == list(rules.cards)
    assert {place.id: (place.ordinal, place.roles) for place in deck.cards} == {
        id: (card.ordinal, card.roles) for id, card in rules.cards.items()
    }


def test_the_list_says_what_there_is_to_choose_from(library: Library):
    familiar = library.deck("espia-familiar")

    assert {
        "id": "espia-familiar",
        "version": familiar.version,
        "game": "espia",
        "title": "Familiar",
        "locales": ["es"],
        "count": 106,
        "rating": "family",
        "themes": [],
    } in library.list()


@pytest.mark.parametrize(
    ("asked", "count"),
    [
        ({}, 4),
        ({"game": "espia"}, 2),
        ({"game": "impostor"}, 1),
        ({"game": "shpion"}, 1),
        ({"locale": "es"}, 3),
        ({"locale": "ru"}, 1),
        ({"game": "espia", "locale": "ru"}, 0),
    ],
)
def test_the_list_may_be_of_one_game_and_one_language(library: Library, asked: dict[str, str], count: int):
    assert count == len(library.list(**asked))


def test_a_player_sees_the_name_and_the_credited_picture_of_every_place_in_order(library: Library):
    public = library.public("espia-completa")

    assert 131 == public["count"] == len(public["entries"])
    assert public["entries"][0] == {
        "id": "babebibo",
        "name": "Babebibo",
        "image": {
            "url": "https://pictures.example/v1/om/babebibo.svg",
            "author": "Ana Pérez",
            "licence": "CC-BY-SA-4.0",
            "source": "https://openmoji.org/library/emoji-1F3CA/",
        },
    }
    assert [place.id for place in library.deck("espia-completa").cards] == [
        entry["id"] for entry in public["entries"]
    ]


def test_a_deck_of_words_lists_its_categories_and_how_many_words_each_has(library: Library):
    (words,) = library.list("impostor")

    assert words["themes"] == [
        {"id": "comida", "title": "Comida", "count": 9},
        {"id": "lugares", "title": "Lugares", "count": 10},
        {"id": "animales", "title": "Animales", "count": 9},
    ]


def test_everybody_sees_of_a_word_what_it_is_in_two_languages_its_category_and_its_picture(library: Library):
    entry = library.public("impostor-palabras")["entries"][0]

    assert entry.pop("image")["url"] == "https://pictures.example/v1/om/comida.svg"
    assert entry == {"id": "arroz", "name": "Arroz", "en": "rice", "category": "comida"}


def test_who_holds_a_word_sees_it_in_two_languages(library: Library):
    face = dict(library.faces("impostor-palabras")[CardId("buho")])

    assert face.pop("image")["url"] == "https://pictures.example/v1/om/animales.svg"
    assert face == {"id": "buho", "es": "Búho", "en": "owl"}


def test_the_rules_get_the_forms_and_associations_of_a_word_and_the_titles_of_the_categories(
    library: Library,
):
    rules = library.rules_deck("impostor-palabras")
    owl = rules.cards[CardId("buho")]

    assert isinstance(owl, Word)
    assert (owl.group, owl.hint, rules.groups["animales"]) == ("animales", "ojos redondos", "Animales")
    assert {"buhos", "owls"} <= owl.blocked
    assert [clue.text for clue in owl.clues if clue.grade == 3] == ["ulular", "sabio"]


def test_a_deck_of_themes_lists_them_and_how_many_cards_each_has(library: Library):
    (themed,) = library.list("shpion")

    assert themed["locales"] == ["ru"]
    assert themed["themes"] == [
        {"id": "places", "title": "Тема", "count": 3},
        {"id": "films", "title": "Тема", "count": 4},
    ]


def test_everybody_sees_of_a_theme_its_picture_and_its_questions_with_their_options(library: Library):
    options = [
        {"id": "yes", "text": "Да"},
        {"id": "no", "text": "Нет"},
        {"id": "partly", "text": "Отчасти"},
        {"id": "unknown", "text": "Не знаю"},
    ]
    _, films = library.public("shpion-temy")["themes"]

    assert films.pop("image")["url"] == "https://pictures.example/v1/om/films.svg"
    assert films == {
        "id": "films",
        "title": "Тема",
        "count": 4,
        "questions": [
            {"id": "q1", "text": "Вопрос 1?", "options": options},
            {"id": "q2", "text": "Вопрос 2?", "options": options},
        ],
    }


def test_a_round_shows_the_options_of_its_theme_once(library: Library):
    films = library.themes("shpion-temy")["films"]

    assert films.keys() == {"id", "title", "questions", "options"}
    assert films["questions"] == [{"id": "q1", "text": "Вопрос 1?"}, {"id": "q2", "text": "Вопрос 2?"}]
    assert [option["id"] for option in films["options"]] == ["yes", "no", "partly", "unknown"]
    assert library.themes("impostor-palabras")["comida"] == {"id": "comida", "title": "Comida"}


def test_everybody_sees_of_a_topic_its_name_theme_origin_and_picture_and_nothing_else(library: Library):
    place, *_, film = library.public("shpion-temy")["entries"]

    assert place.pop("image")["url"] == "https://pictures.example/v1/om/places-0.svg"
    assert place == {"id": "places-0", "name": "Дада", "theme": "places", "origin": None}
    assert film.keys() == {"id", "name", "theme", "origin", "image"}
    assert (film["theme"], film["origin"]) == ("films", "ours")


def test_who_holds_a_topic_sees_its_name_and_picture_alone(library: Library):
    assert library.faces("shpion-temy")[CardId("films-1")].keys() == {"id", "name", "image"}


def test_the_rules_get_the_true_answers_of_a_topic_by_the_questions_of_its_theme(library: Library):
    rules = library.rules_deck("shpion-temy")
    film = rules.cards[CardId("films-1")]

    assert isinstance(film, Topic)
    assert (film.group, film.origin, rules.questions["films"]) == ("films", "ours", ("q1", "q2"))
    assert film.answers == {"q1": "yes", "q2": "no"}


def test_the_credits_name_everybody_once_with_licence_and_what_the_collection_asks_for(library: Library):
    credits = library.credits()

    assert credits["authors"] == ["Ana Pérez"]
    places, categories, topics_and_themes = 131, 3, 7 + 2
    assert (
        places + categories + topics_and_themes
        == len({picture["url"] for picture in credits["pictures"]})
        == len(credits["pictures"])
    )
    assert [each["url"] for each in credits["licences"]] == [
        "https://creativecommons.org/licenses/by-sa/4.0/"
    ]
    (collection,) = credits["collections"]
    assert collection["note"].startswith("All emojis designed by OpenMoji")
    assert json.loads(json.dumps(credits)) == credits
