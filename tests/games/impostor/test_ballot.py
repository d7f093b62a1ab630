"""All living players vote at once and in secret, and the votes become public by name."""

import pytest

from chalicelib.core.reason import Reason
from chalicelib.mechanics.ballot import Ballot, Vote
from chalicelib.mechanics.lobby import Interrupt
from tests.games.impostor.phases import ballot_of, clues, game, votes
from tests.table import Table


@pytest.fixture
def voting() -> Table:
    """Six at the table, leo the impostor, nobody has voted."""
    return clues(game(6).dealt(impostor="leo", word="playa").started(opener="ana"))


def closed(table: Table) -> tuple[dict[str, str | None], str | None, str | None]:
    """The last closed ballot: the votes, who went out, and what they were."""
    last: Ballot = table.sees(None).public.round.ballots[-1]
    return table.named(last.votes), table.named(last.out), last.was


def status(table: Table, name: str) -> str:
    return table.sees(None).public.table.player(table.who(name)).status


# Voting


def test_everybody_alive_votes_for_anybody_else_or_for_nobody(voting: Table):
    assert ("ana", "bea", "eva", "sol", "max", None) == voting.choices("leo", Vote)
    assert Reason.CANNOT_CHOOSE_SELF == voting.refuses("leo", Vote("leo"))
    assert Reason.UNKNOWN_PLAYER == voting.refuses("leo", Vote("p99"))


def test_the_audience_neither_votes_nor_is_voted_for(voting: Table):
    table = voting.enters("paz")

    assert Reason.AUDIENCE_ONLY_WATCHES == table.refuses("paz", Vote("leo"))
    assert Reason.NOT_IN_ROUND == table.refuses("ana", Vote("paz"))


def test_whoever_is_out_neither_votes_nor_is_voted_for(voting: Table):
    table = clues(votes(voting, {"bea": "ana"}, others="bea"))

    assert Reason.NOT_IN_ROUND == table.refuses("bea", Vote("leo"))
    assert Reason.NOT_IN_ROUND == table.refuses("ana", Vote("bea"))
    assert ("ana", "eva", "leo", "sol", "max") == table.in_round


def test_only_who_has_voted_is_shown_and_a_blank_looks_like_any_vote(voting: Table):
    blank, leo, eva = (voting.when("bea", Vote(suspect)) for suspect in (None, "leo", "eva"))

    assert ("bea",) == blank.named(blank.round.voted)
    for name in ("ana", "eva", "leo", "sol", "max", None):
        assert blank.sees(name) == leo.sees(name) == eva.sees(name)
    assert (None, "p4", "p3") == tuple(table.sees("bea").hand.vote for table in (blank, leo, eva))


def test_a_vote_may_be_changed_until_the_last_one_has_voted(voting: Table):
    table = voting.when("bea", Vote("leo")).when("bea", Vote("ana")).when("ana", Vote("leo"))
    table = table.when("ana", Vote(None)).each(("eva", "leo", "sol", "max"), Vote("bea"))

    assert {"ana": None, "bea": "ana"} == {name: closed(table)[0][name] for name in ("ana", "bea")}
    assert Reason.WRONG_PHASE == table.refuses("bea", Vote("leo"))


def test_a_changed_vote_shows_to_nobody_else(voting: Table):
    before = voting.when("bea", Vote("leo"))
    after = before.when("bea", Vote(None))

    assert all(before.sees(name) == after.sees(name) for name in ("ana", "eva", "leo", "sol", "max", None))
    assert before.sees("bea").version < after.sees("bea").version


def test_the_votes_are_public_by_name_once_all_have_voted(voting: Table):
    by = {"ana": "bea", "bea": None, "eva": "sol", "leo": "ana", "sol": "bea", "max": None}

    assert by == closed(votes(voting, by))[0]


def test_the_ballot_closes_as_soon_as_the_last_one_votes(voting: Table):
    table = voting.each(("ana", "bea", "eva", "sol", "max"), Vote("leo"))
    assert "ballot" == table.phase

    assert "last_chance" == table.when("leo", Vote("ana")).phase


# Counting


@pytest.mark.parametrize(
    ("by", "out"),
    [
        ({"ana": "sol", "bea": "sol", "eva": "sol", "leo": "ana", "sol": "ana"}, "sol"),
        ({"ana": "sol", "bea": "sol", "eva": "max", "leo": "max"}, None),
        ({"ana": "sol", "bea": "sol", "eva": "max", "leo": "max", "sol": "max"}, "max"),
        ({"ana": "sol", "bea": "sol", "eva": "max", "leo": "bea"}, None),
        ({"ana": "sol", "bea": "sol", "eva": "sol"}, None),
        ({"ana": "sol", "bea": "sol", "eva": "sol", "leo": "ana"}, "sol"),
        ({"ana": "sol"}, None),
        ({}, None),
    ],
    ids=[
        "most votes goes out",
        "a tie",
        "one more than the next",
        "as many blanks as the top",
        "half are blank",
        "fewer blanks than the top",
        "more blanks than votes",
        "blanks alone",
    ],
)
def test_most_votes_goes_out_but_nobody_in_a_tie_or_against_as_many_blanks(
    voting: Table, by: dict[str, str], out: str | None
):
    assert out == closed(votes(voting, by))[1]


def test_an_innocent_who_goes_out_is_shown_as_one(voting: Table):
    table = votes(voting, {"bea": "ana"}, others="bea")

    assert ("bea", "civilian", "out") == (*closed(table)[1:], status(table, "bea"))
    assert "clues" == table.phase


def test_an_impostor_who_goes_out_is_shown_as_one_and_the_rest_go_on():
    table = game(8).dealt(impostors=("leo", "max"), word="playa").started()
    table = ballot_of(table, {"leo": "ana"}, others="leo")

    assert ("leo", "impostor", "out", "clues") == (*closed(table)[1:], status(table, "leo"), table.phase)


def test_nobody_out_is_told_without_a_side(voting: Table):
    assert (None, None) == closed(votes(voting, {}))[1:]


def test_who_is_out_still_sees_their_card_and_all_that_is_public(voting: Table):
    table = votes(voting, {"bea": "ana"}, others="bea")

    assert "playa" == table.sees("bea").hand.card.word.id
    assert table.sees("bea").public == table.sees("ana").public


def test_the_next_ballot_starts_without_votes(voting: Table):
    table = clues(votes(voting, {"bea": "ana"}, others="bea"))

    assert ((), None, "ballot") == (table.round.voted, table.sees("ana").hand.vote, table.phase)


# Time


def test_out_of_time_missing_votes_are_blank_and_cast_ones_stand(voting: Table):
    table = voting.when("ana", Vote("leo")).when("bea", Vote(None))
    assert "ballot" == table.after(ms=89_999).phase

    table = table.after(seconds=90)
    assert ({"ana": "leo"}, None, None) == (
        {name: vote for name, vote in closed(table)[0].items() if vote},
        *closed(table)[1:],
    )
    assert {"ana", "bea", "eva", "leo", "sol", "max"} == closed(table)[0].keys()


def test_a_vote_that_arrives_after_time_is_judged_in_the_new_phase(voting: Table):
    late = voting.when("ana", Vote("leo")).after(seconds=90)

    assert Reason.STALE_PHASE == late.refuses("bea", Vote("leo"), phase_seq=voting.phase_seq)
    assert Reason.WRONG_PHASE == late.refuses("bea", Vote("leo"))


def test_the_time_of_a_ballot_is_not_started_anew_by_votes(voting: Table):
    table = voting.after(seconds=60).when("ana", Vote("leo"))

    assert ("vote", voting.now + 90_000) == (table.round.timer.for_, table.round.timer.deadline)


def test_without_a_limit_a_ballot_waits():
    table = clues(game(4, vote_seconds=None).dealt(impostor="leo").started())

    assert "ballot" == table.after(minutes=600).phase


# The reveal


def test_every_ballot_of_the_word_is_revealed(voting: Table):
    table = ballot_of(votes(voting, {"bea": "ana"}, others="bea"), {"ana": "eva"})
    table = table.when("ana", Interrupt())

    assert table.round.ballots == table.result.reveal.ballots
    assert ["p2", None] == [ballot.out for ballot in table.result.reveal.ballots]


def test_a_ballot_that_is_broken_off_is_revealed_with_the_votes_it_had(voting: Table):
    table = voting.when("ana", Vote("leo")).when("bea", Vote(None)).when("ana", Interrupt())

    assert {"ana": "leo", "bea": None} == table.named(table.result.reveal.ballots[-1].votes)
    assert [] == [*table.round.ballots]
    assert table.sees("ana").hand.vote is None
