"""What the host chooses before the first card is dealt."""

import pytest

from chalicelib.core.options import schema
from chalicelib.core.reason import Reason
from chalicelib.games.impostor.state import CATEGORIES, Options
from chalicelib.mechanics.lobby import Configure
from tests.games.impostor.phases import PHASES, game, reached


def test_by_default_about_one_in_four_is_impostor_and_a_match_is_three_words():
    assert Options() == Options(
        impostors="auto",
        help="category",
        laps=2,
        words=3,
        impostors_know_each_other=False,
        categories=CATEGORIES,
        clues="written",
        clue_seconds=60,
        vote_seconds=90,
        guess_seconds=45,
        bot_level="normal",
    )
    assert Options() == game(3).sees("bea").public.table.options
    assert 19 == len(set(CATEGORIES))


@pytest.mark.parametrize(
    ("option", "value"),
    [
        *(("impostors", number) for number in ("auto", "random", 1, 2, 3, 4, 5)),
        *(("help", help_) for help_ in ("category", "hint", "none")),
        *(("laps", laps) for laps in (1, 2, 3)),
        *(("words", words) for words in (1, 3, 5, 8)),
        *(("impostors_know_each_other", known) for known in (True, False)),
        *(("clues", clues) for clues in ("written", "spoken")),
        *((f"{what}_seconds", s) for what in ("clue", "vote", "guess") for s in (10, 600, None)),
        *(("bot_level", level) for level in ("easy", "normal", "hard")),
    ],
)
def test_the_host_sets_an_option(option: str, value: object):
    table = game(3).when("ana", Configure({option: value}))

    assert value == getattr(table.sees("bea").public.table.options, option)


@pytest.mark.parametrize(
    ("option", "value"),
    [
        *(("impostors", number) for number in (0, 6, "1", True, 1.0, None, "two", [])),
        *(("help", help_) for help_ in ("all", "", None, 1)),
        *(("laps", laps) for laps in (0, 4, "2", None)),
        *(("words", words) for words in (0, 2, 4, 9, None)),
        *(("impostors_know_each_other", known) for known in (1, 0, "true", None)),
        *(("categories", value) for value in ([], "animales", None, ["moda"], [1], [["ropa"]], ["ropa"] * 2)),
        *((f"{what}_seconds", s) for what in ("clue", "vote", "guess") for s in (9, 601, 0, True, "60")),
        ("minutes", 8),
    ],
)
def test_an_unknown_option_or_a_wrong_value_is_refused_and_named(option: str, value: object):
    rejection = game(3).rejection("ana", Configure({option: value}))

    assert (Reason.INVALID_OPTIONS, f"options/{option}") == (rejection.reason, rejection.field)


def test_any_of_the_categories_may_be_chosen_and_stand_in_their_own_order():
    table = game(3).when("ana", Configure({"categories": ["ropa", "animales"]}))

    assert ("animales", "ropa") == table.sees("bea").public.table.options.categories


def test_the_schema_says_that_some_of_the_categories_are_chosen_and_that_impostors_are_named_or_counted():
    told = schema(Options)["properties"]

    assert {
        "type": "array",
        "items": {"enum": [*CATEGORIES]},
        "minItems": 1,
        "uniqueItems": True,
        "default": CATEGORIES,
    } == told["categories"]
    assert {"enum": ["auto", "random", 1, 2, 3, 4, 5], "default": "auto"} == told["impostors"]


@pytest.mark.parametrize("phase", [phase for phase in PHASES if phase not in ("lobby", "closed")])
def test_options_are_chosen_in_the_lobby_only(phase: str):
    table = reached(phase)

    assert Reason.WRONG_PHASE == table.refuses(table.host, Configure({"words": 5}))
