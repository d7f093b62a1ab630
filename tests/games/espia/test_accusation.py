"""An accusation stops the clock, and all but the accused vote on it."""

import pytest

from chalicelib.core.reason import Reason
from chalicelib.games.espia.state import RevealedCard
from chalicelib.mechanics.accusation import Accuse, Ballot, Closed, Vote
from chalicelib.mechanics.lobby import Interrupt
from tests.table import Table


@pytest.fixture
def asking() -> Table:
    """Five at the table, eva the spy, two minutes gone."""
    return Table("espia", 5).dealt(spy="eva", place="piscina").started(asker="leo").after(minutes=2)


@pytest.fixture
def accused(asking: Table) -> Table:
    """Ana has accused sol, who is innocent; bea, eva and leo are asked."""
    return asking.when("ana", Accuse("sol"))


def ballot(table: Table) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Who has voted, who is still asked."""
    return table.named((table.round.accusation.voted, table.round.accusation.missing))


# Accusing


def test_an_accusation_opens_a_ballot(accused: Table):
    open_ = accused.sees("leo").public.round.accusation

    assert "accusation" == accused.phase
    assert ("ana", "sol") == accused.named((open_.accuser, open_.suspect))


@pytest.mark.parametrize("ms", [0, 1, 999, 123_457, 359_999])
def test_the_clock_stops_to_the_millisecond(asking: Table, ms: int):
    table = asking.after(ms=ms).when("ana", Accuse("sol"))

    assert ("paused", 360_000 - ms) == (table.round.clock.state, table.round.clock.remaining_ms)
    assert 360_000 - ms == table.after(seconds=100).remaining_ms


def test_the_accuser_has_said_yes(accused: Table):
    assert (("ana",), ("bea", "eva", "leo")) == ballot(accused)
    assert accused.sees("ana").hand.vote is True
    assert Reason.ALREADY_VOTED == accused.refuses("ana", Vote(False))


def test_nobody_accuses_themselves(asking: Table):
    assert Reason.CANNOT_CHOOSE_SELF == asking.refuses("ana", Accuse("ana"))


def test_only_people_of_the_round_accuse_and_are_accused(asking: Table):
    table = asking.enters("max").leaves("bea")

    assert Reason.AUDIENCE_ONLY_WATCHES == table.refuses("max", Accuse("eva"))
    assert Reason.NOT_IN_ROUND == table.refuses("bea", Accuse("eva"))
    assert Reason.NOT_IN_ROUND == table.refuses("ana", Accuse("max"))
    assert Reason.NOT_IN_ROUND == table.refuses("ana", Accuse("bea"))
    assert Reason.UNKNOWN_PLAYER == table.refuses("ana", Accuse("p99"))


def test_everybody_accuses_once_in_a_round(accused: Table):
    table = accused.each(("bea", "eva", "leo"), Vote(False))

    assert Reason.ALREADY_ACCUSED == table.refuses("ana", Accuse("eva"))
    assert table.may("bea", Accuse)


def test_everybody_may_accuse_again_in_the_next_round(accused: Table):
    table = accused.when("ana", Interrupt()).dealt().started()

    assert table.may("ana", Accuse)


def test_the_same_person_may_be_accused_again(accused: Table):
    table = accused.each(("bea", "eva", "leo"), Vote(False))

    assert "sol" in table.choices("bea", Accuse)


def test_nobody_accuses_during_another_ballot(accused: Table):
    assert Reason.WRONG_PHASE == accused.refuses("bea", Accuse("eva"))


def test_nobody_accuses_before_the_clock_runs():
    assert Reason.WRONG_PHASE == Table("espia", 5).dealt().refuses("ana", Accuse("eva"))


# Voting


def test_all_of_the_round_vote_but_the_accused(accused: Table):
    table = accused.enters("max")

    assert Reason.ACCUSED_CANNOT_VOTE == table.refuses("sol", Vote(False))
    assert Reason.AUDIENCE_ONLY_WATCHES == table.refuses("max", Vote(False))
    assert {"bea", "eva", "leo"} == {name for name in table.seated if table.may(name, Vote)}


def test_a_cast_vote_stands(accused: Table):
    assert Reason.ALREADY_VOTED == accused.when("bea", Vote(True)).refuses("bea", Vote(False))


def test_only_who_has_voted_is_shown(accused: Table):
    yes, no = (accused.when("leo", Vote(guilty)) for guilty in (True, False))

    assert (("ana", "leo"), ("bea", "eva")) == ballot(yes)
    assert all(yes.sees(name) == no.sees(name) for name in ("ana", "bea", "eva", "sol", None))
    assert (True, False) == (yes.sees("leo").hand.vote, no.sees("leo").hand.vote)


def test_a_no_does_not_close_the_ballot(accused: Table):
    table = accused.when("bea", Vote(False)).when("leo", Vote(True))

    assert (("ana", "bea", "leo"), ("eva",)) == ballot(table)


@pytest.mark.parametrize("against", ["bea", "eva", "leo"])
def test_one_no_and_the_clock_goes_on_from_where_it_stood(accused: Table, against: str):
    table = accused.after(seconds=50)
    for name in ("leo", "bea", "eva"):
        table = table.when(name, Vote(name != against))

    assert ("questions", "running", 360_000) == (table.phase, table.round.clock.state, table.remaining_ms)
    assert (None, None) == (table.round.accusation, table.round.timer)


def test_nobody_can_tell_whose_no_it_was_until_the_round_is_over(accused: Table):
    def failed(against: str) -> Table:
        table = accused
        for name in ("bea", "eva", "leo"):
            table = table.when(name, Vote(name != against))
        return table

    tables = [failed("bea"), failed("eva"), failed("leo")]

    assert (Closed("p1", "p5", "failed"),) == tables[0].round.accusations
    for name in ("ana", "bea", "eva", "leo", "sol", None):
        assert tables[0].sees(name) == tables[1].sees(name) == tables[2].sees(name)

    told = [table.when("ana", Interrupt()).result.reveal.accusations for table in tables]
    assert Ballot("p1", "p5", {"p1": True, "p2": False, "p3": True, "p4": True}) == told[0][0]
    assert Ballot("p1", "p5", {"p1": True, "p2": True, "p3": False, "p4": True}) == told[1][0]


def test_every_ballot_of_the_round_is_revealed_in_order(accused: Table):
    table = accused.each(("bea", "eva", "leo"), Vote(False)).when("bea", Accuse("eva"))
    table = table.each(("ana", "leo", "sol"), Vote(True))

    ballots = table.sees("sol").public.result.reveal.accusations
    assert [("ana", "sol"), ("bea", "eva")] == [table.named((b.accuser, b.suspect)) for b in ballots]
    assert {"ana": True, "bea": True, "leo": True, "sol": True} == table.named(ballots[1].votes)


def test_all_yes_on_the_spy_and_the_residents_win(asking: Table):
    table = asking.when("ana", Accuse("eva")).each(("bea", "leo", "sol"), Vote(True))

    assert ("round_over", "spy_accused", "residents") == (
        table.phase,
        table.result.outcome,
        table.result.winners,
    )
    assert "succeeded" == table.round.accusations[-1].result


def test_all_yes_on_an_innocent_and_the_spies_win(accused: Table):
    table = accused.each(("bea", "eva", "leo"), Vote(True))

    assert ("innocent_accused", "spies", {"eva": 4}) == (
        table.result.outcome,
        table.result.winners,
        table.points,
    )


def test_the_end_tells_everything_to_everybody(accused: Table):
    table = accused.enters("max").each(("bea", "eva", "leo"), Vote(True))
    reveal = table.sees("max").public.result.reveal

    assert "piscina" == reveal.place.id
    assert RevealedCard("spy", None) == reveal.cards[table.who("eva")]
    assert RevealedCard("resident", table.sees("ana").hand.card.role) == reveal.cards[table.who("ana")]
    assert {"ana", "bea", "eva", "leo", "sol"} == {table.name(player) for player in reveal.cards}


def test_the_clock_is_gone_when_the_round_is_over(accused: Table):
    table = accused.each(("bea", "eva", "leo"), Vote(True))

    assert ("none", None) == (table.round.clock.state, table.round.timer)


def test_a_spy_may_accuse(asking: Table):
    table = asking.when("eva", Accuse("ana")).each(("bea", "leo", "sol"), Vote(True))

    assert {"eva": 4} == table.points


def test_a_spy_may_accuse_the_other_spy_without_knowing():
    table = Table("espia", 7, spies=2).dealt(spies=("bea", "max")).started()
    table = table.when("max", Accuse("bea")).each(("ana", "eva", "leo", "sol", "paz"), Vote(True))

    assert ("spy_accused", "residents") == (table.result.outcome, table.result.winners)


# The time to vote


def test_a_ballot_has_a_time_of_its_own(accused: Table):
    assert ("vote", accused.now + 120_000) == (accused.round.timer.for_, accused.round.timer.deadline)
    assert "accusation" == accused.after(ms=119_999).phase
    assert "questions" == accused.after(ms=120_000).phase


def test_who_has_not_voted_in_time_has_said_no(accused: Table):
    table = accused.each(("bea", "eva"), Vote(True)).after(seconds=120)

    assert "failed" == table.round.accusations[-1].result
    assert {"ana": True, "bea": True, "eva": True, "leo": False} == table.named(
        table.when("ana", Interrupt()).result.reveal.accusations[0].votes
    )


def test_a_vote_one_millisecond_late_does_not_count(accused: Table):
    table = accused.each(("bea", "eva"), Vote(True))

    assert "round_over" == table.after(ms=119_999).when("leo", Vote(True)).phase
    assert Reason.WRONG_PHASE == table.after(ms=120_000).refuses("leo", Vote(True))


def test_a_ballot_without_a_limit_waits():
    table = Table("espia", 3, vote_seconds=None).dealt(spy="eva").started().when("ana", Accuse("eva"))

    assert table.round.timer is None
    assert "accusation" == table.after(minutes=24 * 60).phase


def test_votes_already_cast_do_not_stay_for_the_next_ballot(accused: Table):
    table = accused.each(("bea", "eva", "leo"), Vote(False))
    table = table.when("bea", Accuse("leo"))

    assert (("bea",), ("ana", "eva", "sol")) == ballot(table)
    assert table.sees("ana").hand.vote is None


def test_a_round_that_breaks_off_drops_the_open_ballot_and_tells_its_votes(accused: Table):
    table = accused.when("bea", Vote(False)).when("ana", Interrupt())

    assert (Closed(table.who("ana"), table.who("sol"), "dropped"),) == table.round.accusations
    assert [{"ana": True, "bea": False}] == [
        table.named(told.votes) for told in table.result.reveal.accusations
    ]
