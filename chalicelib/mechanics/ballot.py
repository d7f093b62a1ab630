"""A secret ballot with blanks: all vote at once, most votes goes out; then it is told who voted for whom.

A round that uses this has `timer`, `voted`, `ballots`; its hands have `vote`, its options `vote_seconds`.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import ClassVar, NamedTuple, TypeAlias

from chalicelib.core.action import Action, Context
from chalicelib.core.ids import PlayerId, seat_number
from chalicelib.core.legal import Move, OneOf
from chalicelib.core.ruleset import Phase
from chalicelib.core.state import enter
from chalicelib.mechanics.choosing import Choosing, Chosen, Close, singled_out
from chalicelib.mechanics.clock import time_limit
from chalicelib.mechanics.seating import TableView, others_in_round
from chalicelib.mechanics.table import TableState, with_hands, with_round

PHASE = "ballot"


@dataclass(frozen=True, slots=True)
class Vote(Action):
    """Vote for somebody to go out, in secret; None is a blank vote."""

    type: ClassVar[str] = "vote"
    suspect: PlayerId | None


@dataclass(frozen=True, slots=True)
class Votes(Mapping[PlayerId, PlayerId | None]):
    """Who voted for whom (None: blank), in seat order, kept in few bytes.

    `row` has a letter for each seat, which stands for the seat that it voted for: `A` for the first and so
    on, `@` for a blank; a space for a seat that had no vote.
    """

    row: str

    def letters(self) -> dict[int, str]:
        """Each seat that had a vote, with its letter."""
        return {seat: letter for seat, letter in enumerate(self.row, 1) if letter != _NO_VOTE}

    def __getitem__(self, voter: PlayerId) -> PlayerId | None:
        letter = self.row[seat_number(voter) - 1 :][:1]
        if letter in ("", _NO_VOTE):
            raise KeyError(voter)
        return None if letter == _BLANK else PlayerId(f"p{_seat(letter)}")

    def __iter__(self) -> Iterator[PlayerId]:
        return (PlayerId(f"p{seat}") for seat in self.letters())

    def __len__(self) -> int:
        return len(self.row) - self.row.count(_NO_VOTE)


_BLANK, _NO_VOTE = "@", " "


def votes(chosen: Chosen) -> Votes:
    """These votes, to be kept."""
    return _votes({seat_number(p): _letter(seat_number(s) if s else 0) for p, s in chosen.items()})


def _votes(letters: Mapping[int, str]) -> Votes:
    return Votes("".join(letters.get(seat, _NO_VOTE) for seat in range(1, max(letters, default=0) + 1)))


def _letter(seat: int) -> str:
    return chr(ord(_BLANK) + seat)


def _seat(letter: str) -> int:
    return ord(letter) - ord(_BLANK)


@dataclass(frozen=True, slots=True)
class Ballot:
    """A closed one: who voted for whom, who went out, and what they turned out to be."""

    votes: Votes
    out: PlayerId | None = None
    was: str | None = None


class Out(NamedTuple):
    """Who went out in a ballot, and what they turned out to be."""

    player: PlayerId
    was: str | None


@dataclass(frozen=True, slots=True)
class Ballots:
    """The closed ballots of a round in their order, kept in few bytes.

    `voters` has the letter of each seat that voted, and each of `rows` what these voted, both as in `Votes`;
    `outs` has an entry for each ballot, counted from 0, in which somebody went out.
    """

    voters: str = ""
    rows: tuple[str, ...] = ()
    outs: Mapping[int, Out] = field(default_factory=dict)

    def plus(self, ballot: Ballot) -> "Ballots":
        """These and one more."""
        given = {_letter(seat): vote for seat, vote in ballot.votes.letters().items()}
        voters = self.voters + "".join(voter for voter in given if voter not in self.voters)
        row = "".join(given.get(voter, _NO_VOTE) for voter in voters)
        outs = {**self.outs, len(self.rows): Out(ballot.out, ballot.was)} if ballot.out else self.outs
        return Ballots(voters, (*self.rows, row), outs)

    def __iter__(self) -> Iterator[Ballot]:
        return map(self.__getitem__, range(len(self.rows)))

    def __len__(self) -> int:
        return len(self.rows)

    def __getitem__(self, number: int) -> Ballot:
        given = zip(
            map(_seat, self.voters), self.rows[number], strict=False
        )  # who voted later had no vote yet
        votes = _votes({seat: vote for seat, vote in given if vote != _NO_VOTE})
        return Ballot(votes, *self.outs.get(number % len(self.rows), ()))


NO_BALLOTS = Ballots()

Count: TypeAlias = Callable[[TableState, Ballot, Context], TableState]
"""A game's answer to a closed ballot, whose `was` it has to fill in."""


def begin(state: TableState, ctx: Context) -> TableState:
    """Everybody votes."""
    timer = time_limit("vote", ctx.now, state.public.table.options.vote_seconds)
    return enter(with_round(state, timer=timer), PHASE)


def phase(count: Count, others: tuple[Move, ...]) -> Phase:
    """The phase in which all vote; `others` are the game's own moves in it."""
    return VOTING.to_phase(_counted(count), others)


def left(state: TableState, player: PlayerId, ctx: Context, count: Count) -> TableState:
    """Somebody goes: their vote is dropped, and whoever voted for them votes again."""
    return VOTING.left(state, player, ctx, _counted(count))


def shut(state: TableState) -> tuple[TableState, Chosen]:
    """The state without an open ballot, and the votes that were cast in it."""
    cast = VOTING.choices(state)
    holding = [p for p, hand in state.hands.items() if hand.vote is not None]
    return with_round(with_hands(state, holding, vote=None), timer=None, voted=()), cast


def _counted(count: Count) -> Close:
    """Whoever has not voted has voted blank."""

    def close(state: TableState, cast: Chosen, ctx: Context) -> TableState:
        state, cast = shut(state)
        cast = {p: cast.get(p) for p in state.public.table.in_round}
        return count(state, Ballot(votes(cast), singled_out(cast)), ctx)

    return close


def _anybody_or_nobody(view: TableView) -> OneOf:
    others = others_in_round(view)
    return OneOf((*others.values, None), others.why_not)


VOTING = Choosing(
    PHASE,
    Vote,
    "vote",
    chosen=lambda round_: round_.voted,
    note=lambda state, voted: with_round(state, voted=voted),
    among=_anybody_or_nobody,
)
