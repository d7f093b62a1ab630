"""In turn, a word or two of the secret."""

import pytest

from chalicelib.core.reason import Reason
from chalicelib.games.impostor.actions import Clue
from chalicelib.games.impostor.reason import ImpostorReason
from chalicelib.mechanics.clues import Clue as Given
from chalicelib.mechanics.lobby import Interrupt
from tests.games.impostor.phases import ballot_of, clues, game, turn
from tests.table import Table


@pytest.fixture
def saying() -> Table:
    """Five at the table, eva the impostor, the beach the word, ana opens."""
    return game(5).dealt(impostor="eva", word="playa").started(opener="ana")


def given(table: Table) -> list[tuple[str, int, bool, str | None]]:
    """All clues as everybody sees them."""
    return [(table.name(c.player), c.lap, c.said, c.text) for c in table.sees(None).public.round.clues.each()]


# Turns


def test_the_turn_goes_round_in_seat_order_from_the_opener():
    table = game(4, laps=1).dealt(impostor="eva").started(opener="leo")
    turns = []
    while table.phase == "clues":
        turns.append(turn(table))
        table = table.when(turn(table), Clue("algo"))

    assert ["leo", "ana", "bea", "eva"] == turns


@pytest.mark.parametrize("laps", [1, 2, 3])
def test_so_many_laps_come_before_the_ballot(laps: int):
    table = game(3, laps=laps).dealt(impostor="eva").started()

    assert 3 * laps == len(given(clues(table)))
    assert ("ballot", None) == (clues(table).phase, clues(table).round.turn)


def test_only_whoever_has_the_turn_gives_a_clue(saying: Table):
    table = saying.enters("max")

    assert Reason.NOT_YOUR_TURN == table.refuses("bea", Clue("algo"))
    assert Reason.AUDIENCE_ONLY_WATCHES == table.refuses("max", Clue("algo"))
    assert {"ana"} == {name for name in table.seated if table.may(name, Clue)}


def test_clues_stay_visible_to_all_through_the_word(saying: Table):
    table = ballot_of(saying.when("ana", Clue("mucha sal")), {})

    assert ("ana", 1, True, "mucha sal") == given(table)[0]
    assert 10 == len(given(table))
    assert given(table.enters("max")) == given(table)


def test_nobody_reads_the_clue_of_who_is_forgotten_any_more(saying: Table):
    table = saying.when("ana", Clue("arena")).when("bea", Clue("olas"))
    table = table.with_state(table.ruleset.unsaid(table.state, table.who("ana")))

    assert [("ana", 1, True, None), ("bea", 1, True, "olas")] == given(table)


def test_the_next_word_starts_without_clues(saying: Table):
    assert [] == given(clues(saying).when("ana", Interrupt()).dealt().started())


def test_every_turn_is_a_step_of_its_own_for_late_clicks(saying: Table):
    table = saying.when("ana", Clue("sal"), phase_seq=saying.phase_seq)

    assert saying.phase_seq + 1 == table.phase_seq
    assert Reason.STALE_PHASE == table.refuses("bea", Clue("sal"), phase_seq=saying.phase_seq)
    assert "eva" == turn(table.when("bea", Clue("sal"), phase_seq=table.phase_seq))


# What a clue is


@pytest.mark.parametrize(
    "text", ["sal", "mucha sal", "  mucha   sal  ", "x" * 40, "x" * 20 + " " + "y" * 19, "🌊 🐚"]
)
def test_a_clue_has_one_or_two_words_and_at_most_forty_characters(saying: Table, text: str):
    table = saying.when("ana", Clue(text))

    assert " ".join(text.split()) == given(table)[0][3]


@pytest.mark.parametrize(
    "text", ["", " ", None, "\u200b", "\u3164 \u2800", "una dos tres", "x" * 41, "a\u200bb " + "y" * 39]
)
def test_any_other_text_is_no_clue(saying: Table, text: str | None):
    rejection = saying.rejection("ana", Clue(text))

    assert (Reason.INVALID_VALUE, "text") == (rejection.reason, rejection.field)


def test_what_would_disturb_a_screen_is_not_kept(saying: Table):
    assert "sal gorda" == given(saying.when("ana", Clue("\u202esal\u0007 gor\u200bda\ufeff")))[0][3]


def test_the_same_clue_may_be_given_twice(saying: Table):
    assert "ballot" == clues(saying, "sal").phase


# The word is not said


@pytest.mark.parametrize("text", ["playa", "PLAYAS", "la playa", "beach", "pl4ya", "Plàyá!"])
def test_a_civilians_clue_may_not_contain_the_word_in_either_language(saying: Table, text: str):
    rejection = saying.rejection("ana", Clue(text))

    assert (ImpostorReason.CLUE_CONTAINS_WORD, "text") == (rejection.reason, rejection.field)


def test_a_refused_clue_is_seen_by_nobody_and_costs_no_turn(saying: Table):
    table = saying.tries("ana", Clue("playa"))

    assert table.state == saying.state
    assert "bea" == turn(table.when("ana", Clue("arena")))


def test_an_impostors_clue_is_not_checked(saying: Table):
    table = saying.when("ana", Clue("sal")).when("bea", Clue("sal")).when("eva", Clue("playa"))

    assert ("eva", 1, True, "playa") == given(table)[-1]


def test_no_refusal_tells_an_impostor_whether_it_was_the_word(saying: Table):
    table = saying.when("ana", Clue("sal")).when("bea", Clue("sal"))

    assert table.allows("eva", Clue("playa")) and table.allows("eva", Clue("museo"))
    assert table.allows("ana", Clue("playa")) == table.allows("ana", Clue("museo")) is False


# Spoken clues


def test_where_clues_are_spoken_no_text_is_needed():
    table = game(4, clues="spoken").dealt(impostor="eva", word="playa").started(opener="ana")
    table = table.when("ana", Clue()).when("bea", Clue("")).when("eva", Clue("arena"))

    assert [("ana", 1, True, None), ("bea", 1, True, None), ("eva", 1, True, "arena")] == given(table)


def test_what_is_written_where_clues_are_spoken_is_checked_all_the_same():
    table = game(4, clues="spoken").dealt(impostor="eva", word="playa").started(opener="ana")

    assert ImpostorReason.CLUE_CONTAINS_WORD == table.refuses("ana", Clue("playa"))
    assert Reason.INVALID_VALUE == table.refuses("ana", Clue("una dos tres"))


# Time


def test_out_of_time_the_turn_passes_as_said_nothing(saying: Table):
    assert "ana" == turn(saying.after(ms=59_999))

    table = saying.after(seconds=60)
    assert ("bea", [("ana", 1, False, None)]) == (turn(table), given(table))


def test_said_nothing_is_told_apart_from_said_aloud():
    table = game(4, clues="spoken").dealt(impostor="eva").started(opener="ana").when("ana", Clue())

    assert [("ana", 1, True, None), ("bea", 1, False, None)] == given(table.after(seconds=60))


def test_every_turn_has_its_own_time_from_when_it_came(saying: Table):
    table = saying.after(seconds=50).when("ana", Clue("sal"))

    assert ("clue", table.now + 60_000) == (table.round.timer.for_, table.round.timer.deadline)
    assert "bea" == turn(table.after(ms=59_999))


def test_with_nobody_there_the_laps_run_out_turn_by_turn(saying: Table):
    table = saying.after(seconds=60 * 10)

    assert ("ballot", 10) == (table.phase, len(given(table)))
    assert saying.now + 690_000 == table.round.timer.deadline
    assert "clues" == saying.after(ms=599_999).phase


def test_a_clue_a_millisecond_late_is_judged_in_the_next_turn(saying: Table):
    late = saying.after(seconds=60)

    assert Reason.STALE_PHASE == late.refuses("ana", Clue("sal"), phase_seq=saying.phase_seq)
    assert Reason.NOT_YOUR_TURN == late.refuses("ana", Clue("sal"))


def test_without_a_limit_a_turn_lasts():
    table = game(4, clue_seconds=None).dealt(impostor="eva").started(opener="ana")

    assert (None, "ana") == (table.round.timer, turn(table.after(minutes=600)))


# Extra laps


def test_after_a_ballot_that_ends_nothing_there_is_one_more_lap(saying: Table):
    table = ballot_of(saying, {})

    assert ("clues", 3, 3, "ana") == (table.phase, table.round.lap, table.round.laps, turn(table))
    assert "ballot" == clues(table, laps=1).phase


def test_whoever_is_out_has_no_turn_any_more():
    table = game(6).dealt(impostor="eva", word="playa").started(opener="ana")
    table = ballot_of(table, {"bea": "ana"}, others="bea")

    assert Reason.NOT_IN_ROUND == table.refuses("bea", Clue("sal"))
    assert ("ana", "eva", "leo", "sol", "max") == tuple(
        table.named(c.player) for c in clues(table).round.clues.each() if c.lap == 3
    )


def test_a_clue_is_a_plain_fact():
    assert Given("p1", 2, False, None)._asdict() == {"player": "p1", "lap": 2, "said": False, "text": None}
