"""Whatever people do, and whenever they do it, these things hold of a round."""

from collections.abc import Sequence
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from chalicelib.core.action import Action
from chalicelib.core.play import next_due
from chalicelib.games.shpion.actions import Ask, Guess
from chalicelib.games.shpion.dealing import mix
from chalicelib.games.shpion.themes import PRESETS
from chalicelib.mechanics.accusation import Accuse, Vote
from chalicelib.mechanics.lobby import AddBot, Configure, Finish, Interrupt, Rematch, Seen, Start
from chalicelib.mechanics.pointing import Point
from chalicelib.mechanics.seating import ClaimHost, Leave, MakeHost, Remove, Tick
from tests.random_play import filled, offered
from tests.table import Table

SELDOM = (Leave, Remove, Interrupt, Finish, Rematch, MakeHost, ClaimHost, Configure, AddBot, Guess)


class Evening:
    """A table at which anything may happen, watched after every step."""

    def __init__(self, data: st.DataObject) -> None:
        self.data = data
        self.table = Table(
            "shpion",
            data.draw(st.integers(3, 12), label="players"),
            seed=str(data.draw(st.integers(0, 999), label="seed")),
            themes=self.choose((*PRESETS, ("films", "history"))),
            origin=self.choose(("any", "ours", "foreign")),
            minutes=self.choose((5, 10, None)),
            rounds=self.choose((1, 3)),
            vote_seconds=self.choose((10, 120, None)),
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
            return self.table.enters(guest) if len(self.table.seated) < 12 else self.table
        moves = [
            (name, offer)
            for name, offer in offered(self.table, host_away=kind == "seldom")
            if (offer.action in SELDOM) == (kind == "seldom") and not is_idle(self.table, name, offer.action)
        ]
        if not moves:
            return self.table
        name, offer = self.choose(moves)
        action = filled(offer, self.table.candidates(name) or (), self.choose)
        return self.table.tries(name, action, phase_seq=self.table.phase_seq)


def is_idle(table: Table, name: str, action: type[Action]) -> bool:
    """Whether others wait for nothing of the kind."""
    if action is Point:
        return table.who(name) in table.round.pointing.pointed
    return action in (Tick, Seen)


def watch(table: Table) -> None:
    """What holds of every round."""
    state = table.state
    round_, seats, secret = state.public.round, state.public.table, state.secret
    if round_ is None:
        return
    held = {hand.card.word for hand in state.hands.values()} - {None}
    assert {secret.word} == held
    assert [secret.spy] == [player for player, hand in state.hands.items() if hand.card.kind == "spy"]
    assert round_.theme.id in mix(seats.options) and round_.theme.id == table.deck.cards[secret.word.id].group
    if not state.public.is_on:
        assert (None, None, None) == (round_.asked, round_.timer, round_.accusation)
        assert table.result.outcome == "void" or 0 < sum(p.points for p in table.result.points) <= 12
        return
    assert secret.spy in seats.in_round and len(seats.in_round) >= 3
    assert secret.word.id in table.candidates(table.in_round[0])
    talk_is_in_order(table)
    accusers = [past.accuser for past in round_.accusations]
    assert len(accusers) == len({*accusers})
    if seats.options.minutes is None and table.phase == "questions":
        assert not {*seats.in_round} <= {*accusers}, "nobody is left who could accuse, and still they ask"


def talk_is_in_order(table: Table) -> None:
    """Somebody of the round has the turn, and only the last question may be open."""
    round_, in_round = table.round, {*table.state.public.table.in_round}
    if table.phase in ("questions", "accusation"):
        assert (round_.asked or round_.asker) in in_round
        assert {round_.asker, round_.asked_by, round_.asked} <= {*in_round, None}
    else:
        assert round_.asked is None
    if round_.asked is not None:
        assert (round_.asked, None) == (round_.questions[-1].to, round_.questions[-1].answer)
        assert round_.asked != round_.asker
    assert all(question.asker != question.to for question in round_.questions)


evenings = given(st.data())


@evenings
def test_any_evening_can_be_played(data: st.DataObject):
    Evening(data).goes_on(40)


@evenings
def test_there_is_always_a_way_to_the_end_of_a_round(data: st.DataObject):
    table = Evening(data).goes_on(15).table
    steps = 0
    while table.phase not in ("round_over", "match_over", "closed", "lobby"):
        table, steps = towards_the_end(table), steps + 1
        watch(table)
        assert steps < 400, f"no way out of {table.phase}"


def towards_the_end(table: Table) -> Table:
    """What people do next who wait for no time limit; nobody breaks the round off."""
    for name, offer in offered(table):
        if offer.action in (Seen, Start, Accuse, Vote, Point) and not is_done(table, name, offer.action):
            return table.when(name, filled(offer, (), lambda items: items[-1]))
    if table.phase == "questions":
        return table.after(ms=table.remaining_ms)
    raise AssertionError(f"nobody has anything to do in {table.phase}")


def is_done(table: Table, name: str, action: type[Action]) -> bool:
    """Whether they have done it already."""
    if action is Seen:
        return table.sees(name).seat.seen
    return is_idle(table, name, action)


@evenings
def test_whoever_asks_may_always_ask_somebody(data: st.DataObject):
    table = Evening(data).goes_on(20).table
    if table.phase == "questions" and table.round.asked is None:
        assert table.may(table.name(table.round.asker), Ask)


@evenings
def test_a_round_that_has_started_ends_by_itself_when_there_are_limits(data: st.DataObject):
    table = Evening(data).goes_on(15).table
    options = table.state.public.table.options
    if None in (options.minutes, options.vote_seconds) or table.phase in ("dealt", "lobby"):
        return

    assert table.after(minutes=6_000).phase in ("round_over", "match_over", "closed")
