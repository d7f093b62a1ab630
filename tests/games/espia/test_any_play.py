"""Whatever people do, and whenever they do it, these things hold."""

from collections.abc import Sequence
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from chalicelib.core.action import Action
from chalicelib.core.ids import seat_number
from chalicelib.core.legal import Candidate, Candidates, Choice, OneOf
from chalicelib.core.play import next_due
from chalicelib.games.espia.actions import CrossOut, Guess, PassTurn
from chalicelib.mechanics.accusation import Accuse, Vote
from chalicelib.mechanics.lobby import Configure, Deal, Finish, Interrupt, Rematch, Seen, Start
from chalicelib.mechanics.pointing import Point
from chalicelib.mechanics.seating import ClaimHost, Leave, MakeHost, Remove, Tick
from tests.random_play import filled, offered
from tests.table import NAMES, Table

GOINGS = (Leave, Remove, Interrupt, Finish, Rematch, MakeHost, ClaimHost)
PLACES = ("circo", "museo", "piscina", "tren", "casino", "nowhere")
people = st.sampled_from([*NAMES, "guest 10", "p99"])


class Evening:
    """A table at which anything may happen, watched after every step."""

    def __init__(self, data: st.DataObject) -> None:
        self.data = data
        players = data.draw(st.integers(1, 10), label="players")
        spies = self.choose((1, 2)) if players >= 7 else 1
        self.table = Table(
            "espia",
            players,
            seed=str(data.draw(st.integers(0, 999), label="seed")),
            spies=spies,
            vote_seconds=self.choose((10, 120, None)),
            guess_seconds=self.choose((10, 120, None)),
        )
        self.scores: dict[str, int] = {}
        if players >= 3 and self.choose((True, True, False)):
            self.table = self.table.dealt().started()

    def choose(self, items: Sequence[object]):
        return self.data.draw(st.sampled_from(items))

    def goes_on(self, steps: int) -> "Evening":
        """So many things happen."""
        for _ in range(steps):
            if self.table.phase == "closed":
                break
            before = self.table
            self.table = self.something_happens()
            self.watch(before, self.table)
        return self

    def something_happens(self) -> Table:
        kind = self.choose(("play",) * 9 + ("time",) * 3 + ("guest", "going"))
        if kind == "time":
            return self.time_passes()
        guest = f"guest {self.table.state.public.table.entered}"
        if kind == "guest":
            return self.table.enters(guest) if len(self.table.seated) < 10 else self.table
        host_away = kind == "going"
        moves = [
            (name, offer)
            for name, offer in offered(self.table, host_away=host_away)
            if (offer.action in GOINGS) == (kind == "going") and not is_idle(self.table, name, offer.action)
        ]
        if not moves:
            return self.time_passes()
        name, offer = self.choose(moves)
        action = filled(offer, self.table.candidates(name) or (), self.choose)
        return self.table.when(name, action, phase_seq=self.table.phase_seq, host_away=host_away)

    def time_passes(self) -> Table:
        due = next_due(self.table.ruleset, self.table.state)
        left = due.at - self.table.now if due else 1_000
        return self.table.after(ms=self.choose((0, 1, left - 1, left, left + 1, left + 120_000, 3_600_000)))

    def watch(self, before: Table, after: Table) -> None:
        one_host_while_somebody_sits(after)
        everything_in_seat_order(after)
        versions_follow_views(before, after)
        self.scores_come_from_results(before, after)

    def scores_come_from_results(self, before: Table, after: Table) -> None:
        if after.result is not None and after.result != before.result:
            for points in after.result.points:
                self.scores[points.player] = self.scores.get(points.player, 0) + points.points
        if after.state.public.table.match > before.state.public.table.match:
            self.scores = {}
        shown = {p.id: p.score for p in after.state.public.table.players}
        assert {player: self.scores.get(player, 0) for player in shown} == shown


def one_host_while_somebody_sits(table: Table) -> None:
    seats = table.state.public.table
    assert seats.is_seated(seats.host) if table.seated else seats.host is None
    assert (table.phase == "closed") == (not table.seated)


def everything_in_seat_order(table: Table) -> None:
    public = table.state.public
    lists = [
        [p.id for p in public.table.players],
        public.table.in_round,
        table.state.hands,
        table.state.secret.spies,
    ]
    if public.round and public.round.accusation:
        lists += [public.round.accusation.voted, public.round.accusation.missing]
    if public.round and public.round.pointing:
        lists += [public.round.pointing.pointed, public.round.pointing.votes or {}]
    if public.result:
        reveal = public.result.reveal
        lists += [reveal.cards, reveal.pointing or {}, [p.player for p in public.result.points]]
        lists += [ballot.votes for ballot in reveal.accusations]
    for players in lists:
        assert sorted(players, key=seat_number) == list(players)


def versions_follow_views(before: Table, after: Table) -> None:
    for name in (*before.seated, None):
        was, now = before.sees(name).version, after.sees(name).version
        assert was == now if before.knows(name) == after.knows(name) else was < now
    assert before.phase_seq <= after.phase_seq
    assert before.phase == after.phase or before.phase_seq < after.phase_seq


evenings = given(st.data())


@evenings
def test_any_evening_can_be_played(data: st.DataObject):
    Evening(data).goes_on(30)


wishes = st.one_of(
    st.sampled_from(
        [Deal(), Start(), Seen(), Interrupt(), Finish(), Rematch(), Leave(), Tick(), ClaimHost()]
    ),
    st.builds(PassTurn, people),
    st.builds(Accuse, people),
    st.builds(Vote, st.booleans()),
    st.builds(Guess, st.sampled_from(PLACES)),
    st.builds(CrossOut, st.lists(st.sampled_from(PLACES), max_size=3).map(tuple)),
    st.builds(Point, people),
    st.builds(MakeHost, people),
    st.builds(Remove, people),
)
"""Anything that somebody might send."""


@evenings
def test_exactly_what_is_listed_is_accepted(data: st.DataObject):
    table = Evening(data).goes_on(12).table
    for _ in range(8):
        name, wish = data.draw(people, label="who"), data.draw(wishes, label="what")

        assert is_listed(table, name, wish) == table.allows(name, wish)


def is_listed(table: Table, name: str, wish: Action) -> bool:
    """Whether that seat's list of actions has the wish in it, read as a frontend reads it."""
    sent = table.with_ids(wish)
    candidates = table.candidates(name) or ()
    return any(
        offer.action is type(sent)
        and all(fits(choice, getattr(sent, field), candidates) for field, choice in offer.choices.items())
        for offer in table.offers(name)
    )


def fits(choice: Choice, wanted: Any, candidates: Sequence[str]) -> bool:
    match choice:
        case OneOf(values=listed):
            return wanted in listed
        case Candidate():
            return wanted in candidates
        case Candidates():
            return {*wanted} <= {*candidates}
    raise AssertionError(f"no action of this game has a choice like {choice}")


@evenings
def test_there_is_always_a_way_to_the_end_of_a_round(data: st.DataObject):
    table = Evening(data).goes_on(12).table
    steps = 0
    while table.phase not in ("round_over", "closed"):
        table, steps = towards_the_end(table), steps + 1
        assert steps < 60, f"no way out of {table.phase}"


def towards_the_end(table: Table) -> Table:
    """What reasonable people do next; nobody breaks the round off, and nobody waits for a time limit."""
    if table.phase == "match_over":
        return table.when(table.host, Rematch())
    if table.phase == "lobby":
        table = table.when(table.host, Configure({"spies": 1}))
        few = len(table.seated) < 3
        return table.enters(f"late {len(table.seated)}") if few else table.when(table.host, Deal())
    if table.phase == "questions":
        return table.after(ms=table.remaining_ms)
    for name, offer in offered(table):
        if offer.action in (Seen, Start, Vote, Point, Guess) and not is_idle(table, name, offer.action):
            return table.when(name, filled(offer, table.candidates(name) or (), lambda items: items[0]))
    raise AssertionError(f"nobody has anything to do in {table.phase}")


def is_idle(table: Table, name: str, action: type[Action]) -> bool:
    """Whether it changes nothing, or nothing that others wait for."""
    if action is Point:
        return table.who(name) in table.round.pointing.pointed
    return action is Tick or (action is Seen and table.sees(name).public.table.player(table.who(name)).seen)


@evenings
def test_a_round_that_has_started_ends_by_itself_when_there_are_limits(data: st.DataObject):
    table = Evening(data).goes_on(12).table
    options = table.state.public.table.options
    if None in (options.vote_seconds, options.guess_seconds) or table.phase == "dealt":
        return

    assert table.after(minutes=60).phase in ("lobby", "round_over", "match_over", "closed")
