"""Whatever people do, and whenever they do it, these things hold of a word."""

from collections.abc import Sequence
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from chalicelib.core.action import Action
from chalicelib.core.play import next_due
from chalicelib.games.impostor.actions import Clue, Guess
from chalicelib.mechanics.ballot import Vote
from chalicelib.mechanics.lobby import AddBot, Configure, Deal, Finish, Interrupt, Rematch, Seen, Start
from chalicelib.mechanics.seating import ClaimHost, Leave, MakeHost, Remove, Tick
from tests.random_play import filled, offered
from tests.table import Table

SELDOM = (Leave, Remove, Interrupt, Finish, Rematch, MakeHost, ClaimHost, Configure, AddBot)
LIMITS = (10, 90, None)


class Evening:
    """A table at which anything may happen, watched after every step."""

    def __init__(self, data: st.DataObject) -> None:
        self.data = data
        self.table = Table(
            "impostor",
            data.draw(st.integers(3, 16), label="players"),
            seed=str(data.draw(st.integers(0, 999), label="seed")),
            impostors=self.choose(("auto", "random", 1, 2, 5)),
            laps=self.choose((1, 2)),
            words=self.choose((1, 3)),
            clues=self.choose(("written", "spoken")),
            impostors_know_each_other=self.choose((False, True)),
            clue_seconds=self.choose(LIMITS),
            vote_seconds=self.choose(LIMITS),
            guess_seconds=self.choose(LIMITS),
        )
        self.table = self.table.dealt().started()

    def choose(self, items: Sequence[Any]) -> Any:
        return self.data.draw(st.sampled_from(items))

    def goes_on(self, steps: int) -> "Evening":
        """So many things happen."""
        for _ in range(steps):
            if self.table.phase == "closed":
                break
            self.table = self.something_happens()
            watch(self.table)
        return self

    def something_happens(self) -> Table:
        kind = self.choose(("play",) * 12 + ("time", "guest", "seldom"))
        if kind == "time":
            due = next_due(self.table.ruleset, self.table.state)
            left = due.at - self.table.now if due else 1_000
            return self.table.after(ms=max(0, self.choose((0, left - 1, left, left + 60_000, 3_600_000))))
        if kind == "guest":
            guest = f"guest {self.table.state.public.table.entered}"
            return self.table.enters(guest) if len(self.table.seated) < 16 else self.table
        moves = [
            (name, offer)
            for name, offer in offered(self.table, host_away=kind == "seldom")
            if (offer.action in SELDOM) == (kind == "seldom") and not is_idle(self.table, name, offer.action)
        ]
        if not moves:
            return self.table
        name, offer = self.choose(moves)
        return self.table.tries(name, filled(offer, (), self.choose), phase_seq=self.table.phase_seq)


def is_idle(table: Table, name: str, action: type[Action]) -> bool:
    """Whether others wait for nothing of the kind."""
    if action is Vote:
        return table.who(name) in table.round.voted
    return action in (Tick, Seen)


def watch(table: Table) -> None:
    """What holds of every word."""
    state = table.state
    round_, seats, secret = state.public.round, state.public.table, state.secret
    if round_ is None:
        return
    impostors = {*secret.impostors}
    assert 1 <= len(impostors) <= 5 and 2 * len(impostors) < len(state.hands)
    assert not impostors & {round_.opener}
    assert len(round_.ballots) <= 2 * len(impostors) + 1
    if round_.impostors is not None:
        assert (len(impostors), 2 * len(impostors) + 1) == (
            round_.impostors,
            round_.ballots_left + len(round_.ballots),
        )
    if not state.public.is_on:
        assert (None, None, ()) == (round_.turn, round_.timer, round_.voted)
        assert not any(hand.vote for hand in state.hands.values())
        return
    living, at_table = {*seats.in_round}, [p for p in seats.players if p.status in ("playing", "out")]
    assert len(at_table) >= 3
    assert (table.phase == "last_chance") == (not impostors & living)
    assert table.phase == "last_chance" or 2 * len(impostors & living) < len(living)
    assert (round_.turn in living) if table.phase == "clues" else round_.turn is None
    assert round_.lap <= round_.laps and {*round_.voted} <= living
    assert all(ballot.votes.get(p) != p for ballot in round_.ballots for p in ballot.votes)


evenings = given(st.data())


@evenings
def test_any_evening_can_be_played(data: st.DataObject):
    Evening(data).goes_on(40)


@evenings
def test_there_is_always_a_way_to_the_end_of_a_word(data: st.DataObject):
    table = Evening(data).goes_on(15).table
    steps = 0
    while table.phase not in ("round_over", "match_over", "closed", "lobby"):
        table, steps = towards_the_end(table), steps + 1
        watch(table)
        assert steps < 400, f"no way out of {table.phase}"


def towards_the_end(table: Table) -> Table:
    """What people do next who wait for no time limit; nobody breaks the word off."""
    for name, offer in offered(table):
        if offer.action in (Seen, Start, Deal, Clue, Vote, Guess) and not is_done(table, name, offer.action):
            return table.when(name, filled(offer, (), lambda items: items[0]))
    raise AssertionError(f"nobody has anything to do in {table.phase}")


def is_done(table: Table, name: str, action: type[Action]) -> bool:
    """Whether they have done it already."""
    if action is Seen:
        return table.sees(name).seat.seen
    return is_idle(table, name, action)


@evenings
def test_a_word_that_has_started_ends_by_itself_when_there_are_limits(data: st.DataObject):
    table = Evening(data).goes_on(15).table
    options = table.state.public.table.options
    if None in (options.clue_seconds, options.vote_seconds, options.guess_seconds) or table.phase == "dealt":
        return

    assert table.after(minutes=6_000).phase in ("lobby", "round_over", "match_over", "closed")
