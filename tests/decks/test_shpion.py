"""What the deck of `shpion` must be besides well made."""

from collections.abc import Sequence

import pytest

from chalicelib.core.deck import Deck
from chalicelib.core.finding import Finding
from chalicelib.core.rng import Rng
from chalicelib.decks.model import TopicCard
from chalicelib.games.shpion import deck as shpion
from chalicelib.games.shpion.themes import PLACES, THEMES
from tests.decks import topics
from tests.decks.topics import QUESTIONS, deck, theme, topic, whole

FILMS = 40


def lint(*cards: TopicCard, themes: Sequence[str] = THEMES, questions: int = QUESTIONS) -> list[Finding]:
    built = deck(*cards, themes=[theme(id, questions) for id in themes])
    return list(shpion.lint(built.rules))


def codes(findings: Sequence[Finding]) -> set[str]:
    return {finding.code for finding in findings}


def without(*ids: str) -> list[TopicCard]:
    return [card for card in whole().cards if card.id not in ids]


def changed(id: str, **values: object) -> list[TopicCard]:
    return [card.model_copy(update=values) if card.id == id else card for card in whole().cards]


def test_nothing_is_said_of_a_deck_with_enough_cards_and_questions():
    assert lint(*whole().cards) == []


# -- Sizes --


def test_themes_that_are_missing_or_in_another_order_are_found():
    assert codes(lint(*whole().cards, themes=[*THEMES[::-1]])) == {"wrong_themes"}

    placeless = [card for card in whole().cards if card.theme != PLACES]
    assert codes(lint(*placeless, themes=THEMES[1:])) == {"wrong_themes"}


@pytest.mark.parametrize(
    ("gone", "told"),
    [
        (["places-0"], ["places: 59 < 60"]),
        (["films-0"], ["films: 39 < 40", "films foreign: 19 < 20"]),
        (["music-1"], ["music: 39 < 40", "music ours: 19 < 20"]),
    ],
)
def test_a_theme_or_an_origin_with_too_few_cards_is_found(gone: list[str], told: list[str]):
    found = lint(*without(*gone))

    assert [(finding.code, finding.detail) for finding in found] == [("too_few_cards", each) for each in told]


def test_a_theme_without_cards_is_found_and_not_asked_about():
    found = lint(*(card for card in whole().cards if card.theme != "films"))

    details = [finding.detail for finding in found]
    assert details == ["films: 0 < 40", "films ours: 0 < 20", "films foreign: 0 < 20"]


@pytest.mark.parametrize(("id", "origin"), [("places-1", "ours"), ("films-1", None)])
def test_a_place_with_an_origin_and_a_film_without_are_found(id: str, origin: str | None):
    findings = lint(*changed(id, origin=origin))

    assert ("wrong_origin", id) in {(finding.code, finding.card) for finding in findings}


def test_places_have_16_questions_and_other_themes_12_at_least():
    def asked(questions: int) -> list[str]:
        cut = [card.model_copy(update={"answers": card.answers[:questions]}) for card in whole().cards]
        found = lint(*cut, questions=questions)
        return [finding.detail for finding in found if finding.code == "too_few_questions"]

    assert asked(16) == []
    assert asked(15) == ["places: 15 < 16"]
    assert asked(12) == ["places: 12 < 16"]
    assert [told.split(":")[0] for told in asked(11)] == list(THEMES)


def test_a_deck_without_questions_is_found_and_nothing_breaks():
    cards = [card.model_copy(update={"answers": ()}) for card in whole().cards]

    assert {"too_few_questions", "cards_alike", "eight_questions_hide"} == codes(lint(*cards, questions=0))


# -- Roles --


def test_a_place_with_ten_roles_is_found():
    (finding,) = lint(*changed("places-1", roles=topics.ROLES[:10]))

    assert (finding.card, finding.code, finding.detail) == ("places-1", "too_few_roles", "10 < 11")


def test_a_role_that_is_there_twice_is_found_and_counts_once():
    assert codes(lint(*changed("places-1", roles=(*topics.ROLES, "кассир")))) == {"role_repeated"}
    assert codes(lint(*changed("places-1", roles=(*topics.ROLES[:10], "Кассир")))) == {
        "role_repeated",
        "too_few_roles",
    }


# -- Questions --


def about_films(*cards: TopicCard) -> list[Finding]:
    """What is said of the questions of one theme; those of the others are as they were."""
    rules = deck(*cards, themes=[theme(id, QUESTIONS) for id in THEMES]).rules
    return [*shpion.questions(rules, "films"), *shpion.several_questions(rules, "films")]


def filmed(answers: Sequence[tuple[str, ...]]) -> list[TopicCard]:
    """The whole deck, the films answered so."""
    rows = {f"films-{n}": row for n, row in enumerate(answers)}
    return [card.model_copy(update={"answers": rows.get(card.id, card.answers)}) for card in whole().cards]


def answered(column: str) -> list[TopicCard]:
    """The whole deck, the first question about films answered so: for the foreign ones, then for ours."""
    said = {"y": "yes", "n": "no", "p": "partly"}
    half = FILMS // 2
    letters = [letter for pair in zip(column[:half], column[half:], strict=True) for letter in pair]
    films = (whole().by_id[f"films-{n}"] for n in range(FILMS))
    return filmed([(said[letter], *film.answers[1:]) for letter, film in zip(letters, films, strict=True)])


@pytest.mark.parametrize(
    ("code", "column"),
    [
        ("question_tells_little_or_much", "yyyyyyynnnnnnnpppppp" + "ppppppppnnnnnnyyyyyy"),
        ("answer_too_rare", "ppp" + "n" * 7 + "y" * 10 + "n" * 10 + "y" * 10),
        ("answer_too_rare", "pp" + "n" * 8 + "y" * 10 + "pp" + "n" * 8 + "y" * 10),
        ("answer_too_rare", "p" + "n" * 7 + "y" * 12 + "pppp" + "n" * 4 + "y" * 12),
    ],
)
def test_a_question_that_tells_too_much_or_the_card_is_found(code: str, column: str):
    found = about_films(*answered(column))

    assert codes(found) == {code}
    assert all(finding.detail.startswith("films") and "/q1: " in finding.detail for finding in found)


@pytest.mark.parametrize("column", ["y" * 20 + "nnnnn" + "y" * 15, "y" * FILMS])
def test_a_question_with_one_answer_for_almost_all_is_found(column: str):
    found = codes(about_films(*answered(column)))

    assert found >= {"question_tells_little_or_much", "answer_too_frequent"}
    assert "answer_too_rare" not in found


def test_a_question_that_only_separates_ours_from_foreign_passes():
    assert about_films(*answered("n" * 20 + "y" * 20)) == []


def test_two_questions_that_tell_the_same_are_found():
    second = [whole().by_id[f"films-{n}"].answers[1][0] for n in range(FILMS)]
    column = "".join(second[::2] + second[1::2])
    turned = column.translate(str.maketrans("yn", "ny"))

    for first in column, turned:
        (finding,) = about_films(*answered(first))
        assert (finding.code, finding.detail) == ("questions_alike", "films: q1, q2: 100%")


def test_two_cards_that_one_answer_or_none_tells_apart_are_found():
    one = whole().by_id["films-1"].answers
    turned = "no" if one[0] == "yes" else "yes"

    (finding,) = about_films(*changed("films-3", answers=one))
    assert (finding.card, finding.code, finding.detail) == ("films-1", "cards_alike", "films-3: 0")
    (finding,) = about_films(*changed("films-3", answers=(turned, *one[1:])))
    assert (finding.code, finding.detail) == ("cards_alike", "films-3: 1")


def test_questions_of_which_three_tell_a_card_are_found():
    dice = Rng("films")
    three = [tuple(dice.pick(("yes", "no", "partly")) for _ in range(QUESTIONS)) for _ in range(FILMS)]

    assert "three_questions_tell" in codes(about_films(*filmed(three)))


def test_questions_of_which_eight_hide_a_card_are_found():
    twins = [whole().by_id[f"films-{n - n % 4}"].answers for n in range(FILMS)]

    assert "eight_questions_hide" in codes(about_films(*filmed(twins)))


# -- What is counted --


def corners() -> Deck:
    """Four films that two questions tell apart, each of them into halves."""
    pairs = (("yes", "yes"), ("yes", "no"), ("no", "yes"), ("no", "no"))
    return deck(*(topic("films", n, answers=pair) for n, pair in enumerate(pairs))).rules


def test_each_of_two_halving_questions_tells_one_bit_and_nothing_of_the_other():
    cards = shpion.topics(corners(), "films")

    assert shpion.entropy({"yes": 2, "no": 2}) == 1
    assert shpion.entropy({"yes": 4}) == 0
    assert shpion.shared(cards, "q1", "q2") == pytest.approx(0)
    assert shpion.shared(cards, "q1", "q1") == pytest.approx(1)


def test_each_halving_question_leaves_half_of_the_cards():
    cards = shpion.topics(corners(), "films")

    assert shpion.after(cards, ("q1", "q2"), 1) == (2, 0.5)
    assert shpion.after(cards, ("q1", "q2"), 2) == (1, 1)


def test_the_report_tells_what_so_many_questions_leave_of_a_theme_and_of_each_origin():
    header, films, ours, foreign = shpion.report(corners())

    assert header.split()[-6:] == ["1", "2", "3", "4", "6", "8"]
    assert films.split() == [*"films any 4 cards 2 questions".split(), "2.0", "50%", *["1.0", "100%"] * 5]
    assert ours.split()[:3] == ["films", "ours", "2"]
    assert foreign.split()[:3] == ["films", "foreign", "2"]


def test_the_report_names_no_origin_of_places():
    _, places = shpion.report(deck(topic(PLACES, 1), topic(PLACES, 2, answers=("no", "no"))).rules)

    assert places.split()[:3] == ["places", "any", "2"]
