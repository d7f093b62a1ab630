"""What the host chooses before the first card is dealt."""

import pytest

from chalicelib.core.options import schema
from chalicelib.core.reason import Reason
from chalicelib.games.shpion.dealing import mix
from chalicelib.games.shpion.state import Options
from chalicelib.games.shpion.themes import THEMES
from chalicelib.mechanics.lobby import Configure
from tests.games.shpion.phases import PHASES, game, reached


def test_by_default_five_rounds_of_places_are_played_ten_minutes_each():
    assert Options() == Options(
        themes="classic",
        origin="any",
        minutes=10,
        rounds=5,
        vote_seconds=120,
        bot_level="normal",
    )
    assert Options() == game(3).sees("bea").public.table.options


@pytest.mark.parametrize(
    ("option", "value"),
    [
        *(("themes", preset) for preset in ("classic", "culture", "world", "everything")),
        *(("origin", origin) for origin in ("any", "ours", "foreign")),
        *(("minutes", minutes) for minutes in (5, 10, None)),
        *(("rounds", rounds) for rounds in (1, 20)),
        *(("vote_seconds", seconds) for seconds in (10, 600, None)),
        *(("bot_level", level) for level in ("easy", "normal", "hard")),
    ],
)
def test_the_host_sets_an_option(option: str, value: object):
    table = game(3).when("ana", Configure({option: value}))

    assert value == getattr(table.sees("bea").public.table.options, option)


@pytest.mark.parametrize(
    ("option", "value"),
    [
        *(
            ("themes", value)
            for value in ("", "places", None, [], ["places"] * 2, ["classic"], [1], [["films"]])
        ),
        *(("origin", origin) for origin in ("theirs", "", None, ["ours"])),
        *(("minutes", minutes) for minutes in (0, 8, "5", 5.0, True)),
        *(("rounds", rounds) for rounds in (0, 21, None, "5")),
        *(("vote_seconds", seconds) for seconds in (9, 601, 0, True, "60")),
        ("guess_seconds", 60),
    ],
)
def test_an_unknown_option_or_a_wrong_value_is_refused_and_named(option: str, value: object):
    rejection = game(3).rejection("ana", Configure({option: value}))

    assert (Reason.INVALID_OPTIONS, f"options/{option}") == (rejection.reason, rejection.field)


def test_the_presets_are_mixes_of_themes():
    mixes = {preset: mix(Options(themes=preset)) for preset in ("classic", "culture", "world", "everything")}

    assert {
        "classic": ("places",),
        "culture": ("films", "music", "books", "painting"),
        "world": ("geography", "history"),
        "everything": THEMES,
    } == mixes
    assert 7 == len({*THEMES})


def test_any_mix_of_themes_may_be_chosen_and_stands_in_their_own_order():
    table = game(3).when("ana", Configure({"themes": ["history", "places"]}))

    assert ("places", "history") == table.sees("bea").public.table.options.themes


def test_the_schema_says_that_a_preset_or_some_of_the_themes_are_chosen_and_that_minutes_may_be_without_end():
    told = schema(Options)["properties"]

    assert {
        "anyOf": [
            {"enum": ["classic", "culture", "world", "everything"]},
            {"type": "array", "items": {"enum": [*THEMES]}, "minItems": 1, "uniqueItems": True},
        ],
        "default": "classic",
    } == told["themes"]
    assert {"enum": [10, 5, None], "default": 10} == told["minutes"]


@pytest.mark.parametrize("phase", [phase for phase in PHASES if phase not in ("lobby", "closed")])
def test_options_are_chosen_in_the_lobby_only(phase: str):
    table = reached(phase)

    assert Reason.WRONG_PHASE == table.refuses(table.host, Configure({"rounds": 3}))
