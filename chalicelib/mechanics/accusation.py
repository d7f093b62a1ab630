"""Accusing somebody: the clock stands, all others vote, and only unanimity opens the card.

The ballot stays open until every voter has voted or its time is over, even after a "no": closing at the first
one would name the voter. Who voted how is a secret until the round's reveal.

A round that uses this has `clock`, `timer`, `accusation`, `accusations`; its hands have `vote`; its secret
has `ballots`.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import ClassVar, Literal, TypeAlias

from chalicelib.core.action import Action, Context, actor
from chalicelib.core.ids import PlayerId
from chalicelib.core.legal import Move, Offered, OneOf, offer
from chalicelib.core.reason import Reason
from chalicelib.core.ruleset import Phase
from chalicelib.core.state import enter
from chalicelib.core.timer import Due
from chalicelib.mechanics.clock import time_limit, timer_due
from chalicelib.mechanics.seating import TableView, others_in_round, round_refusal
from chalicelib.mechanics.table import (
    TableState,
    in_seat_order,
    with_hand,
    with_round,
)

PHASE = "accusation"


@dataclass(frozen=True, slots=True)
class Accuse(Action):
    """Accuse somebody of being the one who does not know."""

    type: ClassVar[str] = "accuse"
    suspect: PlayerId


@dataclass(frozen=True, slots=True)
class Vote(Action):
    """Say whether the suspect is guilty; a cast vote stands."""

    type: ClassVar[str] = "vote"
    guilty: bool


@dataclass(frozen=True, slots=True)
class Accusation:
    """The open one: who has voted, and who is still asked. Whom the host removed counts as a "no"."""

    accuser: PlayerId
    suspect: PlayerId
    voted: tuple[PlayerId, ...]
    missing: tuple[PlayerId, ...]
    removed: tuple[PlayerId, ...] = ()


Outcome: TypeAlias = Literal["failed", "dropped", "succeeded"]


@dataclass(frozen=True, slots=True)
class Closed:
    """A past accusation as the table knows it during the round: how it ended, never who voted how."""

    accuser: PlayerId
    suspect: PlayerId
    result: Outcome


Votes: TypeAlias = Mapping[PlayerId, bool]
"""Who said yes and who no; secret until the reveal, kept in the order of the past accusations."""


@dataclass(frozen=True, slots=True)
class Ballot:
    """A past accusation with its votes, as the reveal tells it."""

    accuser: PlayerId
    suspect: PlayerId
    votes: Votes


Convict: TypeAlias = Callable[[TableState, Closed, Context], TableState]
"""A game's answer to a unanimous accusation: open the card, end the round."""
Resume: TypeAlias = Callable[[TableState, Context], TableState]
"""A game's answer to one that came to nothing: go on, the clock running again."""


def may_accuse(view: TableView) -> Offered:
    """Every player of the round, once per round, anybody but themselves."""
    refused = round_refusal(view)
    if refused is not None:
        return refused
    if any(past.accuser == view.viewer for past in view.public.round.accusations):
        return Reason.ALREADY_ACCUSED
    return offer(suspect=others_in_round(view))


def everybody_has_accused(state: TableState) -> bool:
    """Whether nobody is left in the round who could still accuse."""
    accusers = {past.accuser for past in state.public.round.accusations}
    return accusers.issuperset(state.public.table.in_round)


def accuse(state: TableState, action: Accuse, ctx: Context) -> TableState:
    """Stop the clock, cast the accuser's own yes, and ask the others."""
    accuser, table = actor(ctx), state.public.table
    missing = tuple(p for p in table.in_round if p not in (accuser, action.suspect))
    state = with_round(
        state,
        clock=state.public.round.clock.pause(ctx.now),
        timer=time_limit("vote", ctx.now, table.options.vote_seconds),
        accusation=Accusation(accuser, action.suspect, voted=(accuser,), missing=missing),
    )
    return enter(with_hand(state, accuser, vote=True), PHASE)


def may_vote(view: TableView) -> Offered:
    """Every player of the round but the accused, once."""
    refused = round_refusal(view)
    if refused is not None:
        return refused
    accusation: Accusation = view.public.round.accusation
    if view.viewer == accusation.suspect:
        return Reason.ACCUSED_CANNOT_VOTE
    return Reason.ALREADY_VOTED if view.viewer in accusation.voted else offer(guilty=OneOf((True, False)))


ACCUSE = Move(Accuse, may_accuse, accuse)


def phase(convict: Convict, resume: Resume, others: tuple[Move, ...]) -> Phase:
    """The phase of an open ballot. `others` are the game's own moves in it."""

    def vote(state: TableState, action: Vote, ctx: Context) -> TableState:
        voter, open_ = actor(ctx), state.public.round.accusation
        state = with_hand(state, voter, vote=action.guilty)
        voted = in_seat_order(state.public.table, (*open_.voted, voter))
        missing = tuple(p for p in open_.missing if p != voter)
        return _settle(_with(state, voted=voted, missing=missing), ctx, convict, resume)

    def expire(state: TableState, ctx: Context) -> TableState:
        return _close(state, ctx, convict, resume)

    return Phase(PHASE, (Move(Vote, may_vote, vote), *others), due, expire)


def due(state: TableState) -> Due | None:
    """The end of the ballot's own time; the round's clock stands meanwhile."""
    return timer_due(state.public.round.timer, state.phase_seq)


def left(
    state: TableState, player: PlayerId, removed: bool, ctx: Context, convict: Convict, resume: Resume
) -> TableState:
    """Somebody of the round goes while a ballot is open, and the round goes on.

    The accused: dropped. A voter: their vote is dropped, a "no" too; removed by the host it counts as a "no".
    """
    open_: Accusation = state.public.round.accusation
    if player == open_.suspect:
        return _back(shut(state, "dropped"), ctx, resume)
    without = {
        "voted": tuple(p for p in open_.voted if p != player),
        "missing": tuple(p for p in open_.missing if p != player),
        "removed": in_seat_order(state.public.table, (*open_.removed, player)) if removed else open_.removed,
    }
    return _settle(_with(state, **without), ctx, convict, resume)


def shut(state: TableState, result: Outcome, silent: tuple[PlayerId, ...] = ()) -> TableState:
    """Close the ballot, if one is open: its end is told, its votes are kept for the reveal.

    `silent` are voters who said no by letting the time run out.
    """
    round_ = state.public.round
    open_: Accusation | None = round_.accusation
    if open_ is None:
        return state
    votes = {p: bool(state.hands[p].vote) for p in open_.voted}
    votes.update({p: False for p in (*open_.removed, *silent)})
    ordered: Votes = {p: votes[p] for p in in_seat_order(state.public.table, votes)}
    past = (*round_.accusations, Closed(open_.accuser, open_.suspect, result))
    told = replace(round_, accusation=None, timer=None, accusations=past)
    return replace(
        state,
        public=replace(state.public, round=told),
        hands={**state.hands, **{p: replace(state.hands[p], vote=None) for p in open_.voted}},
        secret=replace(state.secret, ballots=(*state.secret.ballots, ordered)),
    )


def told(state: TableState) -> tuple[Ballot, ...]:
    """The past accusations of the round with their votes, for its reveal."""
    past = zip(state.public.round.accusations, state.secret.ballots, strict=True)
    return tuple(Ballot(closed.accuser, closed.suspect, votes) for closed, votes in past)


def _with(state: TableState, **changes: tuple[PlayerId, ...]) -> TableState:
    return with_round(state, accusation=replace(state.public.round.accusation, **changes))


def _settle(state: TableState, ctx: Context, convict: Convict, resume: Resume) -> TableState:
    return state if state.public.round.accusation.missing else _close(state, ctx, convict, resume)


def _close(state: TableState, ctx: Context, convict: Convict, resume: Resume) -> TableState:
    open_: Accusation = state.public.round.accusation
    guilty = not open_.missing and not open_.removed and all(state.hands[p].vote for p in open_.voted)
    if not guilty:
        return _back(shut(state, "failed", silent=open_.missing), ctx, resume)
    return convict(shut(state, "succeeded"), Closed(open_.accuser, open_.suspect, "succeeded"), ctx)


def _back(state: TableState, ctx: Context, resume: Resume) -> TableState:
    return resume(with_round(state, clock=state.public.round.clock.resume(ctx.now)), ctx)
