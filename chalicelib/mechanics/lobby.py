"""Between rounds and before the clock: options, the deal, looking at the card, starting, ending the match."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar, TypeAlias

from chalicelib.core import options
from chalicelib.core.action import Action, Context, actor
from chalicelib.core.legal import NO_CHOICE, Move, Offered, Settings, Text, offer
from chalicelib.core.reason import Reason, Refusal
from chalicelib.core.ruleset import Phase
from chalicelib.core.state import enter
from chalicelib.mechanics.bot_names import NAMES
from chalicelib.mechanics.nickname import MOST_GRAPHEMES, Nickname, looks
from chalicelib.mechanics.scoring import MATCH_OVER, ROUND_OVER, VoidReason, end_match
from chalicelib.mechanics.seating import CLOSED, Enter, Seats, TableView, full, round_refusal, sit_down
from chalicelib.mechanics.table import Public, Table, TableState, with_table

LOBBY = "lobby"
DEALT = "dealt"


@dataclass(frozen=True, slots=True)
class Configure(Action):
    """Change some of the room's options; the others stay."""

    type: ClassVar[str] = "configure"
    options: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Deal(Action):
    """Give everybody at the table a new secret card."""

    type: ClassVar[str] = "deal"


@dataclass(frozen=True, slots=True)
class AddBot(Action):
    """Fill a seat with a bot."""

    type: ClassVar[str] = "add_bot"
    nickname: Nickname | None = None


@dataclass(frozen=True, slots=True)
class Seen(Action):
    """I have looked at my card."""

    type: ClassVar[str] = "seen"
    any_time: ClassVar[bool] = True
    dated: ClassVar[bool] = True


@dataclass(frozen=True, slots=True)
class Start(Action):
    """Start the round and its clock."""

    type: ClassVar[str] = "start"


@dataclass(frozen=True, slots=True)
class Interrupt(Action):
    """Break the round off: no points for anybody."""

    type: ClassVar[str] = "interrupt"


@dataclass(frozen=True, slots=True)
class Finish(Action):
    """End the match here."""

    type: ClassVar[str] = "finish"


@dataclass(frozen=True, slots=True)
class Rematch(Action):
    """Begin a new match with the same people."""

    type: ClassVar[str] = "rematch"


Dealer: TypeAlias = Callable[[TableState, Context], TableState]
"""Gives a card to everybody in `table.in_round`: sets hands, round and secret."""
Starter: TypeAlias = Callable[[TableState, Context], TableState]
"""Starts the dealt round: its clock, its first turn, its phase."""
Void: TypeAlias = Callable[[TableState, VoidReason], TableState]
"""Ends the round without points, everything revealed."""


def phases(
    options_type: type[Any],
    seats: Seats,
    deal: Dealer,
    start: Starter,
    *,
    before_deal: Callable[[TableView], Refusal | None],
    in_dealt: tuple[Move, ...],
    configure_later: bool,
    bots: bool,
) -> tuple[Phase, ...]:
    """The phases around every game's own: lobby, dealt, round_over, match_over, closed.

    `before_deal` is the game's own condition of a deal, `in_dealt` its moves once the cards are dealt;
    `configure_later` allows new options between rounds too, `bots` bots at the table.
    """

    def may_configure(view: TableView) -> Offered:
        return offer(options=Settings(options_type))

    def may_deal(view: TableView) -> Offered:
        few = Reason.NOT_ENOUGH_PLAYERS if len(view.public.table.seated) < seats.players.start else None
        return few or before_deal(view) or NO_CHOICE

    def deal_round(state: TableState, action: Deal, ctx: Context) -> TableState:
        table = seats.shortened(state.public.table)
        fresh = replace(table.at_the_deal(), dealt=table.dealt + 1)
        state = deal(replace(state, public=replace(state.public, table=fresh, result=None)), ctx)
        return enter(state, DEALT)

    def may_add_bot(view: TableView) -> Offered:
        if not view.public.table.takes_bots:
            return Reason.BOTS_NOT_AVAILABLE
        return full(view, seats) or offer(nickname=Text(MOST_GRAPHEMES))

    def seat_bot(state: TableState, action: AddBot, ctx: Context) -> TableState:
        return add_bot(state, action, ctx, seats)

    def no_bots(view: TableView) -> Offered:
        return Reason.BOTS_NOT_AVAILABLE

    add_bot_move = Move(AddBot, may_add_bot if bots else no_bots, seat_bot, for_host=True)
    configure_move = Move(Configure, may_configure, configure, for_host=True)
    deal_move = Move(Deal, may_deal, deal_round, for_host=True)
    start_move = Move(Start, may_start, lambda state, action, ctx: start(state, ctx), for_host=True)
    later = (configure_move,) if configure_later else ()
    return (
        Phase(LOBBY, (configure_move, deal_move, add_bot_move)),
        Phase(DEALT, (Move(Seen, may_see, see), start_move, *in_dealt)),
        Phase(ROUND_OVER, (*later, deal_move, add_bot_move, Move(Finish, always, finish, for_host=True))),
        Phase(MATCH_OVER, (Move(Rematch, always, rematch, for_host=True),)),
        Phase(CLOSED, ()),
    )


def interrupt(void: Void) -> Move:
    """The host's way out of a round, in every phase of it."""
    return Move(Interrupt, always, lambda state, action, ctx: void(state, "interrupted"), for_host=True)


def always(view: TableView) -> Offered:
    """Without a condition of its own."""
    return NO_CHOICE


def may_see(view: TableView) -> Offered:
    """Every player of the round; looking twice is no offence."""
    return round_refusal(view) or NO_CHOICE


def may_start(view: TableView) -> Offered:
    """Once everybody of the round has looked at their card."""
    unseen = any(not p.seen for p in view.public.table.players if p.status == "playing")
    return Reason.NOT_ALL_SEEN if unseen else NO_CHOICE


def configure(state: TableState, action: Configure, ctx: Context) -> TableState:
    """Change the options that are named, if every one of them is valid."""
    table = state.public.table
    return with_table(state, replace(table, options=options.change(table.options, action.options)))


def see(state: TableState, action: Seen, ctx: Context) -> TableState:
    """Mark the card as looked at."""
    return with_table(state, state.public.table.with_player(actor(ctx), seen=True))


def add_bot(state: TableState, action: AddBot, ctx: Context, seats: Seats) -> TableState:
    """Seat a bot, under a name of its own if it was given none."""
    table = state.public.table
    taken = frozenset[str]().union(*(looks(p.nickname) for p in table.seated))
    free = [name for name in NAMES[table.locale] if taken.isdisjoint(looks(name))]
    nickname = ctx.rng.fork("bot").pick(free) if action.nickname is None else action.nickname
    return sit_down(state, Enter(nickname, "bot"), seats)


def finish(state: TableState, action: Finish, ctx: Context) -> TableState:
    """End the match; the last result stays visible."""
    return end_match(state)


def rematch(state: TableState, action: Rematch, ctx: Context) -> TableState:
    """Back to the lobby with the same seats and the same memory of what was dealt; scores start at 0."""
    table = state.public.table
    fresh: Table[Any] = replace(
        table.with_seated(score=0, seen=False),
        match=table.match + 1,
        dealt=0,
        rounds_played=0,
        standings=None,
    )
    fresh = replace(fresh, players=fresh.seated)
    return enter(replace(state, public=Public(fresh, None, None), hands={}), LOBBY)


def new_table(opts: Any, locale: str) -> Table[Any]:
    """A room in which nobody sits yet."""
    return Table(players=(), host=None, options=opts, locale=locale)
