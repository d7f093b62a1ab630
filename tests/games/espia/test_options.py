"""What the host chooses before the cards are dealt."""

import pytest

from chalicelib.core.reason import Reason
from chalicelib.games.espia.phases.last_chance import LAST_CHANCE
from chalicelib.games.espia.reason import EspiaReason
from chalicelib.games.espia.state import Options
from chalicelib.mechanics import accusation, pointing
from chalicelib.mechanics.lobby import DEALT, Configure, Deal, Finish, Interrupt
from chalicelib.mechanics.questions import QUESTIONS
from chalicelib.mechanics.scoring import MATCH_OVER
from tests.games.espia import phases
from tests.table import Table


def options(table: Table) -> Options:
    return table.sees("bea").public.table.options


def test_by_default_it_is_the_familiar_deck_eight_minutes_one_spy_and_two_minutes_to_decide():
    assert Options(deck="familiar", minutes=8, spies=1, vote_seconds=120, guess_seconds=120) == Options()
    assert Options() == options(Table("espia", 3))


@pytest.mark.parametrize(
    ("option", "value"),
    [
        *(("deck", deck) for deck in ("familiar", "completa")),
        *(("minutes", minutes) for minutes in (5, 8, 10)),
        *(("spies", spies) for spies in (1, 2)),
        *(("vote_seconds", seconds) for seconds in (10, 11, 599, 600, None)),
        *(("guess_seconds", seconds) for seconds in (10, 11, 599, 600, None)),
    ],
)
def test_the_host_sets_an_option(option: str, value: object):
    table = Table("espia", 3).when("ana", Configure({option: value}))

    assert value == getattr(options(table), option)


@pytest.mark.parametrize(
    ("option", "value"),
    [
        *(("deck", deck) for deck in ("espia-familiar", "Familiar", "", 1, None, [], {})),
        *(("minutes", minutes) for minutes in (0, 6, -5, 8.0, "8", True, None, [8])),
        *(("spies", spies) for spies in (0, 3, True, 1.0, "1", None)),
        *(("vote_seconds", seconds) for seconds in (9, 601, -1, 0, True, 60.0, "60", float("nan"))),
        *(("guess_seconds", seconds) for seconds in (9, 601, -1, 0, True, 60.0, "60", float("inf"))),
        *((unknown, 1) for unknown in ("rounds", "Deck", "", "players")),
    ],
)
def test_an_unknown_option_or_a_wrong_value_is_refused_and_named(option: str, value: object):
    rejection = Table("espia", 3).rejection("ana", Configure({option: value}))

    assert (Reason.INVALID_OPTIONS, f"options/{option}") == (rejection.reason, rejection.field)


def test_one_wrong_value_leaves_all_options_as_they_were():
    table = Table("espia", 3)

    assert Reason.INVALID_OPTIONS == table.refuses("ana", Configure({"minutes": 5, "spies": 3}))


def test_options_not_named_stay():
    table = Table("espia", 3).when("ana", Configure({"minutes": 5})).when("ana", Configure({"spies": 2}))

    assert Options(minutes=5, spies=2) == options(table)


def test_only_the_host_sets_options():
    assert Reason.HOST_ONLY == Table("espia", 3).refuses("bea", Configure({"minutes": 5}))


def test_options_may_change_between_rounds():
    table = Table("espia", 3).dealt().when("ana", Interrupt()).when("ana", Configure({"minutes": 10}))

    assert 10 == options(table).minutes


@pytest.mark.parametrize(
    "phase", [DEALT, QUESTIONS, accusation.PHASE, pointing.PHASE, LAST_CHANCE, MATCH_OVER]
)
def test_options_stand_while_a_round_is_on_and_after_the_match(phase: str):
    table = phases.reached(phase)

    assert Reason.WRONG_PHASE == table.refuses(table.host, Configure({"minutes": 5}))


def test_two_spies_may_be_set_at_a_small_table_but_not_dealt():
    table = Table("espia", 6).when("ana", Configure({"spies": 2}))

    assert EspiaReason.TWO_SPIES_NEED_SEVEN == table.refuses("ana", Deal())
    assert [(Deal, EspiaReason.TWO_SPIES_NEED_SEVEN)] == table.ruleset.blocked(table.sees("ana"))
    assert table.enters("paz").may("ana", Deal)


def test_a_table_that_shrank_below_seven_is_not_dealt_two_spies_again():
    table = Table("espia", 7, spies=2).dealt().when("ana", Interrupt()).leaves("bea")

    assert EspiaReason.TWO_SPIES_NEED_SEVEN == table.refuses("ana", Deal())
    assert table.when("ana", Configure({"spies": 1})).may("ana", Deal)


def test_a_match_that_is_over_keeps_its_options():
    table = Table("espia", 3, minutes=5).dealt().when("ana", Interrupt()).when("ana", Finish())

    assert 5 == options(table).minutes
