"""How a round ends: its result, its points, and the standings when it was the match's last."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Generic, Literal, NamedTuple, TypeVar

from chalicelib.core.ids import PlayerId
from chalicelib.core.state import enter
from chalicelib.mechanics.table import Player, Standing, TableState

V = TypeVar("V")

ROUND_OVER = "round_over"
MATCH_OVER = "match_over"

VoidReason = Literal["spy_left", "too_few", "parity_by_leaving", "interrupted", "removed"]


class Points(NamedTuple):
    """What one player got in a round, and for what."""

    player: PlayerId
    points: int
    because: tuple[str, ...] = ()


def award(player: PlayerId, earned: Mapping[str, int]) -> Points:
    """The sum of what a player earned, and what of it brought anything."""
    return Points(player, sum(earned.values()), tuple(why for why, points in earned.items() if points))


@dataclass(frozen=True, slots=True)
class Result(Generic[V]):
    """The end of a round: how, who won, everything revealed, points by whom and why."""

    outcome: str
    winners: str | None
    reveal: V
    points: tuple[Points, ...] = ()
    void_reason: VoidReason | None = None


def end_round(state: TableState, result: Result[V], rounds_total: int | None) -> TableState:
    """Add up the points; the last counted round ends the match. A void round counts for nothing.

    From here on everybody at the table is a player of the next round.
    """
    table = state.public.table.after_round({p.player: p.points for p in result.points})
    counted = table.rounds_played + (result.outcome != "void")
    table = replace(table, rounds_played=counted)
    state = replace(state, public=replace(state.public, table=table, result=result))
    is_last = rounds_total is not None and counted >= rounds_total
    return end_match(state) if is_last else enter(state, ROUND_OVER)


def end_match(state: TableState) -> TableState:
    """Draw up the standings."""
    table = replace(state.public.table, standings=standings(state.public.table.players))
    return enter(replace(state, public=replace(state.public, table=table)), MATCH_OVER)


def standings(players: Iterable[Player]) -> tuple[Standing, ...]:
    """Everybody who is listed, best first, those who left included; ties share the place."""
    ranking = sorted(players, key=lambda p: -p.score)
    scores = [p.score for p in ranking]
    return tuple(Standing(p.id, p.score, scores.index(p.score) + 1) for p in ranking)
