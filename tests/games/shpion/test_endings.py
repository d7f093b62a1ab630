"""How a round ends, and what each way is worth."""

import pytest

from chalicelib.core.reason import Reason
from chalicelib.games.shpion.actions import Guess
from chalicelib.mechanics.accusation import Accuse, Ballot, Closed, Vote
from chalicelib.mechanics.lobby import Interrupt
from chalicelib.mechanics.pointing import Point
from chalicelib.mechanics.spies import RevealedCard
from tests.games.shpion.phases import PHASES, accused, game, point, reached, time_is_up
from tests.table import Table


@pytest.fixture
def asking() -> Table:
    """Four at the table, p4 the spy, as in the worked examples."""
    return four()


def four(**options: object) -> Table:
    """Ana, bea, eva and leo, who is the spy."""
    return game(4, **options).dealt(spy="leo", word="баня").started(asker="ana")


def ending(table: Table) -> tuple[str, str | None, dict[str, int]]:
    return table.result.outcome, table.result.winners, table.points


def because(table: Table) -> dict[str, tuple[str, ...]]:
    return {table.name(p.player): p.because for p in table.result.points}


# The worked examples


def test_example_1_whoever_accused_the_spy_first_in_vain_has_two_and_the_others_one(asking: Table):
    table = accused(asking, "ana", "leo", against="eva")
    assert "questions" == table.phase
    table = accused(table, "bea", "leo")

    assert ("spy_accused", "residents", {"ana": 2, "bea": 1, "eva": 1}) == ending(table)


def test_example_2_time_is_up_and_all_but_the_spy_point_at_the_spy(asking: Table):
    table = point(time_is_up(asking), {"leo": "ana"}, others="leo")

    assert ("spy_pointed", "residents", {"ana": 1, "bea": 1, "eva": 1}) == ending(table)


def test_example_3_all_but_one_are_not_all(asking: Table):
    table = point(time_is_up(asking), {"eva": "bea", "leo": "bea"}, others="leo")

    assert ("spy_hidden", "spies", {"leo": 2}) == ending(table)


def test_example_4_all_the_others_point_at_an_innocent(asking: Table):
    table = point(time_is_up(asking), {"bea": "leo"}, others="bea")

    assert ("innocent_pointed", "spies", {"leo": 4}) == ending(table)


def test_example_5_the_accused_spy_guesses_wrong_while_the_ballot_is_open(asking: Table):
    table = asking.when("ana", Accuse("leo")).when("leo", Guess("цирк"))

    assert ("spy_guess_wrong", "residents", {"ana": 2, "bea": 1, "eva": 1}) == ending(table)
    assert (Closed("p1", "p4", "dropped"),) == table.round.accusations


# Accusations (how a ballot is held is told by the rules of `espia`, and tested there)


def test_a_unanimous_accusation_of_the_spy_opens_the_card(asking: Table):
    table = accused(asking, "bea", "leo")

    assert ("spy_accused", "residents", {"bea": 2, "ana": 1, "eva": 1}) == ending(table)
    assert {
        "ana": ("team_win",),
        "bea": ("team_win", "first_accuser"),
        "eva": ("team_win",),
        "leo": (),
    } == because(table)


def test_a_unanimous_accusation_of_an_innocent_is_the_spys_win(asking: Table):
    table = accused(asking, "ana", "eva")

    assert ("innocent_accused", "spies", {"leo": 4}) == ending(table)
    assert ("team_win",) == because(table)["leo"]


def test_one_no_and_the_clock_goes_on_from_where_it_stood(asking: Table):
    table = asking.after(seconds=100).when("ana", Accuse("leo")).after(seconds=60)
    assert ("paused", 500_000) == (table.round.clock.state, table.remaining_ms)
    table = table.each(("bea", "eva"), Vote(False))

    assert ("questions", "running", 500_000) == (table.phase, table.round.clock.state, table.remaining_ms)
    assert Reason.ALREADY_ACCUSED == table.refuses("ana", Accuse("eva"))


def test_the_spy_may_accuse_too_and_is_never_the_first_accuser(asking: Table):
    table = accused(asking, "leo", "bea", against="ana")
    table = accused(table, "eva", "leo")

    assert {"eva": 2, "ana": 1, "bea": 1} == table.points


def test_who_accused_somebody_else_first_is_not_the_first_accuser(asking: Table):
    table = accused(asking, "ana", "bea", against="eva")
    table = accused(table, "bea", "leo")

    assert {"bea": 2, "ana": 1, "eva": 1} == table.points


def test_a_vote_that_does_not_come_in_time_is_a_no(asking: Table):
    table = asking.when("ana", Accuse("leo")).when("bea", Vote(True)).after(seconds=120)

    assert ("questions", (Closed("p1", "p4", "failed"),)) == (table.phase, table.round.accusations)


# The first accuser


def test_the_first_accuser_has_two_by_pointing_too(asking: Table):
    table = accused(asking, "eva", "leo", against="ana")
    table = point(time_is_up(table), {"leo": "ana"}, others="leo")

    assert ("spy_pointed", {"eva": 2, "ana": 1, "bea": 1}) == (table.result.outcome, table.points)


def test_the_first_accuser_has_two_when_the_spy_guesses_wrong_later(asking: Table):
    table = accused(asking, "eva", "leo", against="ana").when("leo", Guess("цирк"))

    assert {"eva": 2, "ana": 1, "bea": 1} == table.points


def test_nobody_accused_the_spy_and_a_wrong_word_is_worth_one_to_everybody(asking: Table):
    assert {"ana": 1, "bea": 1, "eva": 1} == asking.when("leo", Guess("цирк")).points


def test_a_first_accuser_who_has_left_leaves_the_two_to_nobody():
    table = game(5).dealt(spy="leo", word="баня").started()
    table = accused(table, "ana", "leo", against="eva").leaves("ana")
    table = accused(table, "bea", "leo")

    assert {"bea": 1, "eva": 1, "sol": 1} == table.points


def test_the_first_accuser_has_nothing_when_the_spy_wins(asking: Table):
    table = accused(asking, "ana", "leo", against="eva").when("leo", Guess("баня"))

    assert {"leo": 4} == table.points


# The spy's guess


@pytest.mark.parametrize("suspect", ["leo", "bea"])
@pytest.mark.parametrize("word", ["баня", "цирк"])
def test_the_spy_guesses_while_a_ballot_is_open_whoever_is_accused(asking: Table, suspect: str, word: str):
    table = asking.when("ana", Accuse(suspect)).when("leo", Guess(word))

    assert ("spy_guessed" if word == "баня" else "spy_guess_wrong") == table.result.outcome
    assert word == table.result.reveal.guess.id


def test_a_spy_who_has_voted_may_still_guess(asking: Table):
    table = asking.when("ana", Accuse("bea")).when("leo", Vote(True)).when("leo", Guess("баня"))

    assert ("spy_guessed", {"leo": 4}) == (table.result.outcome, table.points)


def test_the_right_word_is_worth_four(asking: Table):
    assert ("spy_guessed", "spies", {"leo": 4}) == ending(asking.when("leo", Guess("баня")))


def test_a_word_that_is_not_on_the_list_costs_nothing(asking: Table):
    for word in ("матрица", "nowhere", ""):
        assert Reason.UNKNOWN_CARD == asking.refuses("leo", Guess(word))
    assert asking.allows("leo", Guess("цирк"))


def test_only_the_spy_guesses(asking: Table):
    assert Reason.SPY_ONLY == asking.refuses("ana", Guess("баня"))
    assert Reason.SPY_ONLY == asking.when("ana", Accuse("leo")).refuses("bea", Guess("баня"))
    assert Reason.AUDIENCE_ONLY_WATCHES == asking.enters("max").refuses("max", Guess("баня"))


@pytest.mark.parametrize("phase", [p for p in PHASES if p not in ("questions", "accusation", "closed")])
def test_the_spy_guesses_neither_before_the_start_nor_when_time_is_up(phase: str):
    assert Reason.WRONG_PHASE == reached(phase).refuses("eva", Guess("баня"))


# Time is up


@pytest.mark.parametrize("minutes", [5, 10])
def test_when_time_is_up_all_point(minutes: int):
    table = four(minutes=minutes)

    assert "questions" == table.after(ms=minutes * 60_000 - 1).phase
    table = table.after(minutes=minutes)
    assert ("pointing", "none", "point") == (table.phase, table.round.clock.state, table.round.timer.for_)
    assert Reason.WRONG_PHASE == table.refuses("ana", Accuse("leo"))


def test_a_finger_may_be_moved_until_the_last_one_has_pointed(asking: Table):
    table = point(time_is_up(asking), {"ana": "bea", "bea": "leo", "eva": "leo"}).when("ana", Point("leo"))

    assert "spy_pointed" == table.when("leo", Point("ana")).result.outcome


def test_whoever_does_not_point_in_time_points_at_nobody(asking: Table):
    table = point(time_is_up(asking), {"ana": "leo", "bea": "leo"}).after(seconds=120)

    assert ("spy_hidden", {"leo": 2}) == (table.result.outcome, table.points)
    assert {"ana": "leo", "bea": "leo"} == table.named(table.result.reveal.pointing)


def test_the_one_pointed_at_need_not_point(asking: Table):
    table = point(time_is_up(asking), {"ana": "leo", "bea": "leo", "eva": "leo"})
    assert "pointing" == table.phase

    assert "spy_pointed" == table.after(seconds=120).result.outcome


def test_nobody_points_and_the_spy_is_not_caught(asking: Table):
    assert "spy_hidden" == time_is_up(asking).after(seconds=120).result.outcome


def test_there_is_no_last_chance():
    assert ("lobby", "dealt", "questions", "accusation", "pointing") == tuple(
        phase for phase in PHASES if phase not in ("round_over", "match_over", "closed")
    )


# Without a limit of minutes


def test_a_round_without_a_limit_has_no_clock_and_waits():
    table = four(minutes=None)

    assert ("none", None) == (table.round.clock.state, table.round.clock.deadline)
    assert "questions" == table.after(minutes=6_000).phase
    assert "none" == accused(table, "ana", "bea", against="eva").round.clock.state


def test_when_all_have_accused_in_vain_all_point():
    table = four(minutes=None)
    for accuser, suspect in (("ana", "bea"), ("bea", "eva"), ("leo", "ana")):
        table = accused(table, accuser, suspect, against=next(n for n in ("eva", "ana") if n != suspect))
        assert "questions" == table.phase
    before = table.phase_seq
    table = accused(table, "eva", "leo", against="ana")

    assert ("pointing", before + 2) == (table.phase, table.phase_seq)
    assert {"eva": 2, "ana": 1, "bea": 1} == point(table, {"leo": "ana"}, others="leo").points


def test_it_is_scored_as_when_time_is_up():
    table = four(minutes=None)
    for accuser, suspect in (("ana", "bea"), ("bea", "eva"), ("leo", "ana"), ("eva", "bea")):
        table = accused(table, accuser, suspect, against="leo" if accuser != "leo" else "eva")

    table = point(table, {"eva": "bea", "leo": "bea"}, others="leo")

    assert ("spy_hidden", "spies", {"leo": 2}) == ending(table)


def test_with_a_clock_everybody_may_have_accused_and_questions_go_on():
    table = four()
    for accuser, suspect in (("ana", "bea"), ("bea", "eva"), ("leo", "ana"), ("eva", "bea")):
        table = accused(table, accuser, suspect, against="leo" if accuser != "leo" else "eva")

    assert "questions" == table.phase


def test_the_last_one_who_could_still_accuse_leaves_and_all_point():
    table = game(5, minutes=None).dealt(spy="leo", word="баня").started(asker="ana")
    for accuser, suspect in (("ana", "bea"), ("bea", "eva"), ("leo", "ana"), ("eva", "bea")):
        table = accused(table, accuser, suspect, against="sol")
    assert "questions" == table.phase

    assert "pointing" == table.leaves("sol").phase
    assert "questions" == table.enters("max").leaves("ana").phase


def test_the_last_accused_leaves_and_all_point():
    table = game(5, minutes=None).dealt(spy="leo", word="баня").started(asker="ana")
    for accuser, suspect in (("ana", "bea"), ("bea", "eva"), ("leo", "ana"), ("eva", "bea")):
        table = accused(table, accuser, suspect, against="sol")
    table = table.when("sol", Accuse("bea")).leaves("bea")

    assert ("pointing", "dropped") == (table.phase, table.round.accusations[-1].result)


# What is told at the end


def test_the_end_tells_everything_to_everybody(asking: Table):
    table = accused(asking.enters("max"), "ana", "bea", against="leo")
    table = point(time_is_up(table), {"leo": "ana"}, others="leo")
    reveal = table.sees("max").public.result.reveal

    assert ("баня", None) == (reveal.word.id, reveal.guess)
    assert RevealedCard("spy") == reveal.cards[table.who("leo")]
    assert RevealedCard("resident", table.sees("ana").hand.card.role) == reveal.cards[table.who("ana")]
    assert {"ana", "bea", "eva", "leo"} == {table.name(player) for player in reveal.cards}
    assert (Ballot("p1", "p2", {"p1": True, "p3": True, "p4": False}),) == reveal.accusations
    assert {"ana": "leo", "bea": "leo", "eva": "leo", "leo": "ana"} == table.named(reveal.pointing)


@pytest.mark.parametrize("phase", ["dealt", "questions", "accusation", "pointing"])
def test_an_interrupted_round_is_void_and_tells_everything_all_the_same(phase: str):
    table = reached(phase).when("ana", Interrupt())

    assert ("void", None, "interrupted", ()) == (
        table.result.outcome,
        table.result.winners,
        table.result.void_reason,
        table.result.points,
    )
    assert "баня" == table.sees("bea").public.result.reveal.word.id
    assert ("none", None, None) == (table.round.clock.state, table.round.timer, table.round.asked)
