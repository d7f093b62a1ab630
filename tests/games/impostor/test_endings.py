"""How a word ends, in which order, and what each way is worth."""

import pytest

from chalicelib.core.deck import CardRef
from chalicelib.core.reason import Reason
from chalicelib.games.impostor.actions import Guess
from chalicelib.games.impostor.state import RevealedCard
from chalicelib.mechanics.lobby import Interrupt
from tests.games.impostor.phases import PHASES, ballot_of, clues, game, reached
from tests.table import Table


def playing(players: int, *impostors: str, **options: object) -> Table:
    """So many at the table, these are the impostors, the beach the word, ana opens."""
    return game(players, **options).dealt(impostors=impostors, word="playa").started(opener="ana")


@pytest.fixture
def caught() -> Table:
    """The first worked example: six players, leo has just gone out, the last impostor."""
    by = {"ana": "leo", "bea": "leo", "eva": "leo", "sol": "ana", "max": None, "leo": "ana"}
    return ballot_of(playing(6, "leo"), by)


def ending(table: Table) -> tuple[str, str | None]:
    return table.result.outcome, table.result.winners


def because(table: Table) -> dict[str, tuple[str, ...]]:
    return {table.name(p.player): p.because for p in table.result.points}


# The last chance


@pytest.mark.parametrize("text", ["...", "¿?", "-", "🐱", "\u200b"])
def test_a_guess_without_a_word_in_it_costs_nothing(caught: Table, text: str):
    assert Reason.INVALID_VALUE == caught.refuses("leo", Guess(text))
    assert caught.may("leo", Guess)


def test_the_last_impostor_to_go_out_may_name_the_word(caught: Table):
    assert ("last_chance", "leo") == (caught.phase, caught.name(caught.round.last_chance.player))
    assert {"leo"} == {name for name in caught.seated if caught.may(name, Guess)}
    assert Reason.NOT_YOUR_TURN == caught.refuses("ana", Guess("playa"))


def test_a_wrong_guess_and_the_civilians_win_two_each_and_one_for_each_right_vote(caught: Table):
    table = caught.when("leo", Guess("museo"))

    assert ("impostors_out", "civilians") == ending(table)
    assert {"ana": 3, "bea": 3, "eva": 3, "sol": 2, "max": 2} == table.points
    assert ("team_win", "vote_on_impostor") == because(table)["ana"]
    assert (("team_win",), ()) == (because(table)["sol"], because(table)["leo"])


def test_a_right_guess_and_the_impostor_wins_three_and_two_more_and_right_votes_count_still(caught: Table):
    table = caught.when("leo", Guess("playa"))

    assert ("impostor_guessed", "impostors") == ending(table)
    assert {"leo": 5, "ana": 1, "bea": 1, "eva": 1} == table.points
    assert ("team_win", "word_guessed") == because(table)["leo"]
    assert (("vote_on_impostor",), ()) == (because(table)["ana"], because(table)["sol"])


@pytest.mark.parametrize("text", ["playa", "PLAYA", "la playa", "playas", "beach", "  Pláya ", "plaia"])
def test_case_accents_article_number_language_and_a_slip_are_forgiven(caught: Table, text: str):
    assert "impostor_guessed" == caught.when("leo", Guess(text)).result.outcome


@pytest.mark.parametrize("text", ["museo", "pulpo", "mar", "pla", "x" * 40, "una playa enorme"])
def test_anything_else_is_wrong(caught: Table, text: str):
    assert "impostors_out" == caught.when("leo", Guess(text)).result.outcome


@pytest.mark.parametrize("text", ["", "  ", "\u200b", "x" * 41])
def test_what_is_no_word_at_all_does_not_spend_the_guess(caught: Table, text: str):
    assert (Reason.INVALID_VALUE, "word") == (
        (rejection := caught.rejection("leo", Guess(text))).reason,
        rejection.field,
    )


def test_the_reveal_tells_the_word_everybodys_card_and_the_guess_as_it_was_typed(caught: Table):
    reveal = caught.enters("paz").when("leo", Guess(" La  Playa ")).sees("paz").public.result.reveal

    assert (CardRef("playa"), "La Playa") == (reveal.word, reveal.guess)
    assert RevealedCard("impostor") == reveal.cards["p4"]
    assert {f"p{n}" for n in range(1, 7)} == reveal.cards.keys()


def test_a_wrong_guess_is_told_as_it_was_typed_too(caught: Table):
    table = caught.when("leo", Guess("  el MUSEO "))

    assert ("impostors_out", "el MUSEO") == (table.result.outcome, table.result.reveal.guess)


def test_out_of_time_is_a_wrong_guess(caught: Table):
    assert ("guess", "last_chance") == (caught.round.timer.for_, caught.after(ms=44_999).phase)

    table = caught.after(seconds=45)
    assert (("impostors_out", "civilians"), None) == (ending(table), table.result.reveal.guess)


def test_without_a_limit_the_guess_is_waited_for():
    table = ballot_of(playing(4, "leo", guess_seconds=None), {"leo": None}, others="leo")

    assert "last_chance" == table.after(minutes=600).phase


@pytest.mark.parametrize("phase", [phase for phase in PHASES if phase not in ("last_chance", "closed")])
def test_nobody_guesses_before(phase: str):
    assert Reason.WRONG_PHASE == reached(phase).refuses("eva", Guess("playa"))


# Parity and the limit of ballots


def test_as_many_impostors_as_civilians_and_the_impostors_win_at_once():
    table = ballot_of(playing(5, "leo", "sol", impostors=2), {"bea": "ana"}, others="bea")

    assert ("impostors_parity", "impostors") == ending(table)
    assert {"leo": 3, "sol": 3} == table.points


def test_at_three_players_the_first_innocent_out_is_parity():
    table = ballot_of(playing(3, "eva"), {"bea": "ana"}, others="bea")

    assert ("impostors_parity", {"eva": 3}) == (table.result.outcome, table.points)


def test_an_innocent_out_who_leaves_more_civilians_than_impostors_ends_nothing():
    assert "clues" == ballot_of(playing(6, "leo", "sol", impostors=2), {"bea": "ana"}, others="bea").phase


@pytest.mark.parametrize(
    ("impostors", "ballots"), [(("leo",), 3), (("leo", "sol"), 5), (("leo", "sol", "max"), 7)]
)
def test_the_impostors_win_when_the_ballots_are_used_up(impostors: tuple[str, ...], ballots: int):
    table = playing(9, *impostors)
    for left in range(ballots, 0, -1):
        assert (left, None) == (table.round.ballots_left, table.result)
        table = ballot_of(table, {})

    assert ("ballots_exhausted", "impostors") == ending(table)
    assert (0, ballots) == (table.round.ballots_left, len(table.round.ballots))
    assert {3} == {*table.points.values()} and {*impostors} == table.points.keys()


def test_a_secret_number_limits_the_ballots_all_the_same():
    table = playing(9, "leo", "sol", impostors="random")
    for _ in range(5):
        assert table.result is None
        table = ballot_of(table, {})

    assert "ballots_exhausted" == table.result.outcome


def test_the_last_impostor_caught_in_the_last_ballot_has_a_last_chance_and_not_yet_won():
    table = ballot_of(ballot_of(playing(6, "leo"), {}), {})

    assert "last_chance" == ballot_of(table, {"leo": "ana"}, others="leo").phase


def test_parity_comes_before_the_limit():
    table = playing(6, "leo", "sol", impostors=2)
    for _ in range(4):
        table = ballot_of(table, {})
    table = ballot_of(table, {"bea": "ana"}, others="bea")
    assert "ballots_exhausted" == table.result.outcome

    table = playing(5, "leo", "sol", impostors=2)
    for _ in range(4):
        table = ballot_of(table, {})
    assert "impostors_parity" == ballot_of(table, {"bea": "ana"}, others="bea").result.outcome


def test_with_impostors_left_the_word_goes_on_until_the_last_one_is_out():
    table = ballot_of(playing(8, "leo", "sol"), {"leo": "ana"}, others="leo")
    assert ("clues", 4) == (table.phase, table.round.ballots_left)

    table = ballot_of(table, {"sol": "ana"}, others="sol")
    assert ("last_chance", "sol") == (table.phase, table.name(table.round.last_chance.player))


# Points


def test_an_innocent_who_was_voted_out_wins_with_the_civilians():
    table = ballot_of(playing(7, "leo"), {"bea": "leo"}, others="bea")
    table = ballot_of(table, {"leo": "ana"}, others="leo").when("leo", Guess("museo"))

    assert {"ana": 3, "bea": 3, "eva": 3, "sol": 3, "max": 3, "paz": 3} == table.points


def test_an_impostor_who_was_voted_out_wins_with_the_impostors():
    table = ballot_of(playing(8, "leo", "sol"), {"leo": "ana"}, others="leo")
    table = ballot_of(table, {"sol": "ana"}, others="sol").when("sol", Guess("playa"))

    assert {"leo": 3, "sol": 5} == {name: table.points[name] for name in ("leo", "sol")}
    assert {2} == {table.points[name] for name in ("ana", "bea", "eva", "max", "paz", "luz")}


def test_every_vote_on_an_impostor_counts_in_every_closed_ballot_even_where_nobody_went_out():
    table = ballot_of(playing(7, "leo"), {"ana": "leo", "leo": "ana"})
    table = ballot_of(table, {"ana": "leo", "bea": "leo"})
    table = ballot_of(table, {"ana": "leo", "bea": "sol"})

    assert ("ballots_exhausted", {"leo": 3, "ana": 3, "bea": 1}) == (table.result.outcome, table.points)
    assert ("vote_on_impostor",) == because(table)["ana"]


def test_an_impostors_vote_on_another_brings_nothing():
    table = ballot_of(playing(8, "leo", "sol"), {"sol": "leo", "leo": "sol"})
    for _ in range(4):
        table = ballot_of(table, {})

    assert {"leo": 3, "sol": 3} == table.points


def test_everybody_who_played_to_the_end_is_named_even_without_points(caught: Table):
    table = caught.when("leo", Guess("playa"))

    assert ("ana", "bea", "eva", "leo", "sol", "max") == tuple(because(table))


def test_the_audience_gets_no_points(caught: Table):
    assert "paz" not in because(caught.enters("paz").when("leo", Guess("playa")))


# Void


@pytest.mark.parametrize("phase", ["dealt", "clues", "ballot", "last_chance"])
def test_the_host_may_break_a_word_off_and_it_brings_nobody_anything(phase: str):
    table = reached(phase).when("ana", Interrupt())

    assert ("void", None) == ending(table)
    assert ("interrupted", {}, 0) == (
        table.result.void_reason,
        table.points,
        table.sees(None).public.table.rounds_played,
    )
    assert (CardRef("playa"), RevealedCard("impostor")) == (
        table.result.reveal.word,
        table.result.reveal.cards["p3"],
    )


def test_only_the_host_breaks_a_word_off():
    assert Reason.HOST_ONLY == reached("clues").refuses("bea", Interrupt())


def test_when_a_word_is_over_nobody_has_the_turn_and_no_time_runs(caught: Table):
    table = clues(playing(5, "eva")).when("ana", Interrupt())

    assert (None, None, ()) == (table.round.turn, table.round.timer, table.round.voted)
