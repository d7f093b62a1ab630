"""Coming, going and the host's rights: moves of every phase and every game."""

from collections.abc import Callable, Container
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Literal, TypeAlias

from chalicelib.core.action import Action, Context, actor
from chalicelib.core.ids import PlayerId
from chalicelib.core.legal import NO_CHOICE, Move, Offered, OneOf, Value, offer
from chalicelib.core.reason import Reason, Refusal, Refused, Rejection
from chalicelib.core.state import advance, enter
from chalicelib.core.view import View
from chalicelib.mechanics.nickname import SURE_BYTES, is_like, size
from chalicelib.mechanics.table import Player, Public, Table, TableState, with_table

CLOSED = "closed"
SEATS_EVER = 99
"""Seats are never used twice, so a room that lives long is bounded by those it ever had: their numbers have
two digits."""

ENTRY_BYTES = 146
"""What is shown of a player beside the nickname."""

TableView: TypeAlias = View[Public[Any, Any, Any], Any]
Left: TypeAlias = Callable[[TableState, PlayerId, bool, Context], TableState]
"""A game's answer to a player of the round going: (state without them, who, removed by the host?, ctx)."""
Fit: TypeAlias = Callable[[TableState], TableState]
"""A game's answer to a table that has grown: the state without talk that a view has no more room for."""


def as_it_is(state: TableState) -> TableState:
    """For games that keep no talk."""
    return state


@dataclass(frozen=True, slots=True)
class Seats:
    """How many a game takes, and what there is room for of their names and of people who left.

    `listed` are the bytes of all nicknames, and of the entries beyond the seats.
    """

    players: range
    listed: int = 5_700
    fit: Fit = as_it_is

    @property
    def most(self) -> int:
        """How many may sit at a time."""
        return self.players[-1]

    def are_full(self, table: Table[Any]) -> bool:
        """Whether nobody more may sit down."""
        is_full = len(table.seated) >= self.most or table.entered >= SEATS_EVER
        return is_full or self.is_long(table)

    def is_long(self, table: Table[Any]) -> bool:
        """Whether there is no room left for one nickname more."""
        return self._bytes(table) + SURE_BYTES > self.listed

    def longest_name(self, table: Table[Any]) -> int:
        """How many bytes the next nickname may have, so that all who may still come find room for theirs."""
        free = max(0, self.most - len(table.seated) - 1)
        return max(SURE_BYTES, self.listed - self._bytes(table, 1 + free) - free * SURE_BYTES)

    def shortened(
        self, table: Table[Any], n_bytes: int = SURE_BYTES, told_of: Container[PlayerId] = ()
    ) -> Table[Any]:
        """The table between rounds; if there is no room for a name, without some of those who left.

        Who has points stays, and who is still `told_of`.
        """
        if not self.is_long(table) and n_bytes <= self.longest_name(table):
            return table
        stay = (p for p in table.players if p.status != "left" or p.score or p.id in told_of)
        return replace(table, players=tuple(stay))

    def _bytes(self, table: Table[Any], coming: int = 1) -> int:
        """Of what is listed if so many more enter, but for their names."""
        names = sum(size(p.nickname) for p in table.players)
        return names + ENTRY_BYTES * max(0, len(table.players) + coming - self.most)


@dataclass(frozen=True, slots=True)
class Enter(Action):
    """Take a free seat; the nickname is already checked for form."""

    type: ClassVar[str] = "enter"
    any_time: ClassVar[bool] = True
    internal: ClassVar[bool] = True
    nickname: str
    kind: Literal["human", "bot"] = "human"


@dataclass(frozen=True, slots=True)
class Leave(Action):
    """Leave for good."""

    type: ClassVar[str] = "leave"
    any_time: ClassVar[bool] = True


@dataclass(frozen=True, slots=True)
class Tick(Action):
    """Do nothing, but let due time take effect."""

    type: ClassVar[str] = "tick"
    any_time: ClassVar[bool] = True


@dataclass(frozen=True, slots=True)
class Remove(Action):
    """The host shows somebody the door."""

    type: ClassVar[str] = "remove"
    any_time: ClassVar[bool] = True
    player: PlayerId


@dataclass(frozen=True, slots=True)
class MakeHost(Action):
    """The host hands the room to somebody else."""

    type: ClassVar[str] = "make_host"
    any_time: ClassVar[bool] = True
    player: PlayerId


@dataclass(frozen=True, slots=True)
class ClaimHost(Action):
    """Somebody takes the room over from a host who is away."""

    type: ClassVar[str] = "claim_host"
    any_time: ClassVar[bool] = True


def moves(left: Left, seats: Seats) -> tuple[Move, ...]:
    """The moves of every phase; `left` is the game's answer."""

    def leave(state: TableState, action: Leave, ctx: Context) -> TableState:
        return _go(state, actor(ctx), False, ctx, left)

    def remove(state: TableState, action: Remove, ctx: Context) -> TableState:
        return _go(state, action.player, True, ctx, left)

    def may_enter(view: TableView) -> Offered:
        return full(view, seats) or NO_CHOICE

    def take_seat(state: TableState, action: Enter, ctx: Context) -> TableState:
        return sit_down(state, action, seats)

    return (
        Move(Remove, may_remove, remove, for_host=True),
        Move(MakeHost, may_make_host, make_host, for_host=True),
        Move(ClaimHost, may_claim_host, claim_host),
        Move(Leave, if_seated, leave),
        Move(Tick, if_seated, lambda state, action, ctx: state),
        Move(Enter, may_enter, take_seat),
    )


def full(view: TableView, seats: Seats) -> Refusal | None:
    """Why nobody more may sit down."""
    return Reason.ROOM_FULL if seats.are_full(_to_enter(view.public, seats, SURE_BYTES)) else None


def if_seated(view: TableView) -> Offered:
    """For everyone who has a seat."""
    return Reason.NOT_IN_ROUND if view.seat is None or view.seat.status == "left" else NO_CHOICE


def round_refusal(view: TableView) -> Refusal | None:
    """Why the viewer is not one of those who play the round."""
    seat: Player | None = view.seat
    if seat is None or seat.status in ("left", "out"):
        return Reason.NOT_IN_ROUND
    return None if seat.status == "playing" else Reason.AUDIENCE_ONLY_WATCHES


def others_in_round(view: TableView) -> OneOf:
    """A choice among the players of the round but oneself."""
    others = tuple([p for p in view.public.table.in_round if p != view.viewer])
    return OneOf(others, lambda who: _not_oneself(view, who) or not_in_round(view, who))


def not_in_round(view: TableView, who: Value) -> Refusal:
    """Why somebody who does not play the round may not be chosen."""
    known = any(p.id == who for p in view.public.table.players)
    return Reason.NOT_IN_ROUND if known else Reason.UNKNOWN_PLAYER


def may_remove(view: TableView) -> Offered:
    """Anybody else at the table."""
    others = tuple([p.id for p in view.public.table.seated if p.id != view.viewer])
    return offer(player=OneOf(others, lambda who: _not_oneself(view, who) or Reason.UNKNOWN_PLAYER))


def may_make_host(view: TableView) -> Offered:
    """Any other human at the table."""
    others = [p for p in view.public.table.seated if p.id != view.viewer]
    humans = tuple([p.id for p in others if p.kind == "human"])

    def why_not(who: Value) -> Refusal:
        bot = any(p.id == who for p in others)
        return _not_oneself(view, who) or (Reason.HUMANS_ONLY if bot else Reason.UNKNOWN_PLAYER)

    return offer(player=OneOf(humans, why_not))


def _not_oneself(view: TableView, who: Value) -> Refusal | None:
    return Reason.CANNOT_CHOOSE_SELF if who == view.viewer else None


def may_claim_host(view: TableView) -> Offered:
    """For any seated human, once the host has been away for a minute of real time."""
    seat: Player | None = view.seat
    if seat is None or seat.status == "left" or seat.kind != "human":
        return Reason.HUMANS_ONLY
    if seat.id == view.public.table.host:
        return Reason.ALREADY_HOST
    return NO_CHOICE if view.presence.host_away else Reason.HOST_PRESENT


def sit_down(state: TableState, action: Enter, seats: Seats) -> TableState:
    """Take the next seat: as a player between rounds, as audience while a round is on."""
    n_bytes = size(action.nickname)
    table = _to_enter(state.public, seats, n_bytes)
    longest = seats.longest_name(table)
    if n_bytes > longest:
        raise Refused(Rejection(Reason.INVALID_NICKNAME, "nickname", f"≤ {longest} B"))
    if any(is_like(action.nickname, p.nickname) for p in table.seated):
        raise Refused(Rejection(Reason.NICKNAME_TAKEN, "nickname"))
    number = table.entered + 1
    player = Player(
        id=PlayerId(f"p{number}"),
        nickname=action.nickname,
        kind=action.kind,
        status="audience" if state.public.is_on else "playing",
        seen=False,
    )
    host = table.host or (player.id if player.kind == "human" else None)
    table = replace(table, players=(*table.players, player), host=host, entered=number)
    return seats.fit(with_table(state, table))


def _to_enter(public: Public[Any, Any, Any], seats: Seats, n_bytes: int) -> Table[Any]:
    """The table; between rounds, only the last one's reveal speaks of those who left without points."""
    if public.is_on or public.table.standings is not None:
        return public.table
    told_of = () if public.result is None else public.result.reveal.cards
    return seats.shortened(public.table, n_bytes, told_of)


def close(state: TableState) -> TableState:
    """The room is over, whoever is still there."""
    table = replace(state.public.table.with_seated(status="left"), host=None)
    return advance(state, enter(replace(with_table(state, table), wakes={}), CLOSED))


def forgotten(state: TableState, player: PlayerId, unsaid: Callable[[Any, PlayerId], Any]) -> TableState:
    """Nobody learns from the table any more who that player was; `unsaid` takes out what they typed."""
    table = state.public.table.with_player(player, nickname=player)
    return advance(state, unsaid(with_table(state, table), player))


def make_host(state: TableState, action: MakeHost, ctx: Context) -> TableState:
    """Hand the room over."""
    return with_table(state, replace(state.public.table, host=action.player))


def claim_host(state: TableState, action: ClaimHost, ctx: Context) -> TableState:
    """Take the room over."""
    return with_table(state, replace(state.public.table, host=actor(ctx)))


def _go(state: TableState, player: PlayerId, removed: bool, ctx: Context, left: Left) -> TableState:
    before = state.public.table.player(player)
    in_round = state.public.is_on and before is not None and before.status in ("playing", "out")
    state = with_table(state, _without_host(state.public.table.with_player(player, status="left"), player))
    if not any(p.kind == "human" for p in state.public.table.seated):
        return enter(state, CLOSED)
    return left(state, player, removed, ctx) if in_round else state


def _without_host(table: Table[Any], player: PlayerId) -> Table[Any]:
    """The longest-seated human left is host when the host goes."""
    if table.host != player:
        return table
    return replace(table, host=next((p.id for p in table.seated if p.kind == "human"), None))
