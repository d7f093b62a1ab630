"""The decks that are served: built from their sources, clean, and silent about what is dealt with a card."""

import json
from collections import Counter

import pytest

from chalicelib.core.deck import CardId, Deck
from chalicelib.decks.build import GAMES, ROOT, Built, build, outdated
from chalicelib.decks.library import Library
from chalicelib.decks.model import TopicCard, WordCard
from chalicelib.games.impostor.deck import CATEGORIES, bank
from chalicelib.games.shpion.themes import PLACES, THEMES
from chalicelib.mechanics.topics import OPTIONS
from chalicelib.mechanics.words import clue_contains, is_guess

DECKS = ("espia-familiar", "espia-completa")


@pytest.fixture(scope="module")
def built() -> Built:
    return build(ROOT)


@pytest.fixture(scope="module")
def library() -> Library:
    return Library(asset_base="https://pictures.example")


def test_the_lint_has_nothing_to_say(built: Built):
    assert built.findings == []


def test_the_built_files_are_what_the_sources_give(built: Built):
    assert outdated(ROOT, built.decks) == []


def test_the_decks_have_106_and_131_places(library: Library):
    assert [len(library.deck(deck_id).cards) for deck_id in DECKS] == [106, 131]


def test_the_larger_deck_holds_every_place_of_the_smaller_one_unchanged(library: Library):
    familiar, completa = map(library.rules_deck, DECKS)

    assert familiar.cards.items() <= completa.cards.items()


@pytest.mark.parametrize("deck_id", DECKS)
def test_no_role_is_ever_shown_to_a_player(library: Library, deck_id: str):
    shown = json.dumps([library.public(deck_id), library.list(), library.credits()], ensure_ascii=False)

    roles = [role for place in library.deck(deck_id).cards for role in place.roles]
    assert [role for role in roles if role in shown] == []
    assert "roles" not in shown


# -- The bank of words --

WORDS = "impostor-palabras"


@pytest.fixture(scope="module")
def words(library: Library) -> Deck:
    return library.rules_deck(WORDS)


def test_the_bank_has_almost_600_words_in_19_categories_of_28_or_more(library: Library, words: Deck):
    sizes = Counter(card.group for card in words.cards.values())

    assert 580 <= len(words.cards) <= 599
    assert sizes.keys() == set(CATEGORIES)
    assert min(sizes.values()) >= 28
    assert [theme["id"] for theme in library.public(WORDS)["themes"]] == list(CATEGORIES)


def test_nothing_of_a_word_but_what_it_is_is_ever_shown_to_a_player(library: Library):
    for entry in library.public(WORDS)["entries"]:
        assert entry.keys() == {"id", "name", "en", "category", "image"}
    for face in library.faces(WORDS).values():
        assert face.keys() == {"id", "es", "en", "image"}


def test_a_word_and_its_plural_in_either_language_are_clues_that_are_refused(words: Deck, library: Library):
    for card in bank(words):
        entry = library.deck(WORDS).by_id[card.id]
        assert isinstance(entry, WordCard)
        assert clue_contains(card, entry.name), entry.name
        assert clue_contains(card, entry.en), entry.en
        assert clue_contains(card, f"{entry.name}s"), f"{entry.name}s"


@pytest.mark.parametrize(
    ("word", "clue"),
    [
        ("cafe", "cafetería"),
        ("cafe", "en cafeterías"),
        ("sol", "consola"),
        ("pan", "pantalla"),
        ("ojo", "rojo"),
        ("luna", "lunes"),
        ("una", "una cosa"),
        ("te", "te digo"),
        ("pato", "patas"),
        ("director", "directorio"),
        ("algodon-de-azucar", "azúcar"),
        ("furgoneta", "van muchos"),
    ],
)
def test_a_clue_that_only_sounds_like_the_word_is_allowed(words: Deck, word: str, clue: str):
    assert clue_contains(words.cards[CardId(word)], clue) is None


def test_what_bots_say_of_a_word_is_never_refused(words: Deck):
    refused = [
        (card.id, clue.text) for card in bank(words) for clue in card.clues if clue_contains(card, clue.text)
    ]

    assert refused == []


def test_every_word_guesses_itself_in_either_language_and_none_of_its_category(words: Deck, library: Library):
    for card in bank(words)[::5]:  # a guess is compared with the whole bank; the lint looks at every word
        entry = library.deck(WORDS).by_id[card.id]
        assert isinstance(entry, WordCard)
        for name in (entry.name, entry.en):
            guessed = [
                other.id
                for other in bank(words)
                if other.group == card.group and is_guess(words, other, name)
            ]
            assert guessed == [card.id], name


def test_one_clue_never_solves_the_word_and_six_nearly_do(words: Deck):
    _, *lines = GAMES["impostor"].report(words)

    for line in lines:
        left = [float(cell) for cell in line.split()[-8:]]
        assert left[0] > 4, line
        assert left[5] < 1.5, line
        assert 6 < left[6] < 20, line


# -- The themes --

TOPICS = "shpion-temy"


def test_the_themes_have_60_places_and_40_of_everything_else_half_of_them_ours(library: Library):
    entries = library.public(TOPICS)["entries"]
    sizes = Counter(entry["theme"] for entry in entries)
    of_origin = Counter((entry["theme"], entry["origin"]) for entry in entries)

    assert [theme["id"] for theme in library.public(TOPICS)["themes"]] == list(THEMES)
    assert sizes[PLACES] >= 60
    for theme in THEMES[1:]:
        assert sizes[theme] >= 40
        assert of_origin[theme, "ours"] >= 20
        assert of_origin[theme, "foreign"] >= 20


def test_every_theme_shows_its_questions_with_what_may_be_answered(library: Library):
    for theme in library.public(TOPICS)["themes"]:
        assert len(theme["questions"]) >= (16 if theme["id"] == PLACES else 12)
        for question in theme["questions"]:
            assert question.keys() == {"id", "text", "options"}
            assert question["text"].endswith("?")
            assert [option["id"] for option in question["options"]] == list(OPTIONS)


def test_nothing_of_a_topic_but_what_it_is_is_ever_shown_to_a_player(library: Library):
    for entry in library.public(TOPICS)["entries"]:
        assert entry.keys() == {"id", "name", "theme", "origin", "image"}
    for face in library.faces(TOPICS).values():
        assert face.keys() == {"id", "name", "image"}
    for theme in library.themes(TOPICS).values():
        assert theme.keys() == {"id", "title", "questions", "options"}
        assert {key for question in theme["questions"] for key in question} == {"id", "text"}


def test_every_place_has_eleven_roles_or_more_and_no_other_topic_has_any(library: Library):
    topics = [card for card in library.deck(TOPICS).cards if isinstance(card, TopicCard)]

    assert min(len(card.roles) for card in topics if card.theme == PLACES) >= 11
    assert {card.roles for card in topics if card.theme != PLACES} == {()}


def test_three_ready_made_questions_never_solve_the_topic_and_eight_nearly_do(library: Library):
    header, *lines = GAMES["shpion"].report(library.rules_deck(TOPICS))

    assert header.split()[-6:] == ["1", "2", "3", "4", "6", "8"]
    for line in lines:
        guessed = [int(cell.rstrip("%")) for cell in line.split()[-11::2]]
        assert guessed[2] <= 40, line
        assert guessed[5] >= 75, line
