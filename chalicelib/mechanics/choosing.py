"""Everybody of the round secretly chooses somebody at once; it may be changed until the last one has chosen.

Who has chosen is seen at once, whom they chose only when all have, or when time is up: until then it stands
in the hands alone. Somebody who goes takes their choice with them, and whoever chose them chooses again.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from chalicelib.core.action import Action, Context, actor
from chalicelib.core.ids import PlayerId
from chalicelib.core.legal import Move, Offered, OneOf, offer
from chalicelib.core.ruleset import Phase
from chalicelib.core.timer import Due
from chalicelib.mechanics.clock import timer_due
from chalicelib.mechanics.seating import TableView, round_refusal
from chalicelib.mechanics.table import TableState, in_seat_order, with_hand, with_hands

Chosen: TypeAlias = Mapping[PlayerId, PlayerId | None]
"""Who chose whom (None: nobody), in seat order, without those who did not choose."""
Close: TypeAlias = Callable[[TableState, Any, Context], TableState]
"""What comes of the choices of all, a `Chosen`."""


@dataclass(frozen=True)
class Choosing:
    """One kind of it: its phase, its action (whose field is `suspect`), and where things stand.

    `held` is the field of a hand that holds its choice. `chosen(round)` tells who has chosen;
    `note(state, players)` is the state in which these have. `among(view)` is whom the viewer may choose.
    """

    phase: str
    action: type[Action]
    held: str
    chosen: Callable[[Any], tuple[PlayerId, ...]]
    note: Callable[[TableState, tuple[PlayerId, ...]], TableState]
    among: Callable[[TableView], OneOf]

    def may_choose(self, view: TableView) -> Offered:
        """Every player of the round."""
        return round_refusal(view) or offer(suspect=self.among(view))

    def choices(self, state: TableState) -> dict[PlayerId, PlayerId | None]:
        """Who chose whom, in seat order; secret until all have."""
        return {p: getattr(state.hands[p], self.held) for p in self.chosen(state.public.round)}

    def to_phase(self, close: Close, others: tuple[Move, ...]) -> Phase:
        """The phase in which all choose; `others` are the game's own moves in it."""

        def choose(state: TableState, action: Any, ctx: Context) -> TableState:
            who = actor(ctx)
            state = with_hand(state, who, **{self.held: action.suspect})
            return self._settle(state, (*self.chosen(state.public.round), who), ctx, close)

        def expire(state: TableState, ctx: Context) -> TableState:
            return close(state, self.choices(state), ctx)

        return Phase(self.phase, (Move(self.action, self.may_choose, choose), *others), due, expire)

    def left(self, state: TableState, player: PlayerId, ctx: Context, close: Close) -> TableState:
        """Somebody goes: choices of them are withdrawn, and those who made them choose again."""
        anew = [p for p, suspect in self.choices(state).items() if suspect == player]
        stand = [p for p in self.chosen(state.public.round) if p not in (player, *anew)]
        return self._settle(with_hands(state, anew, **{self.held: None}), stand, ctx, close)

    def _settle(
        self, state: TableState, chosen: Iterable[PlayerId], ctx: Context, close: Close
    ) -> TableState:
        table = state.public.table
        state = self.note(state, in_seat_order(table, chosen))
        is_complete = self.chosen(state.public.round) == table.in_round
        return close(state, self.choices(state), ctx) if is_complete else state


def due(state: TableState) -> Due | None:
    """The end of the time to choose."""
    return timer_due(state.public.round.timer, state.phase_seq)


def unanimous(choices: Chosen, among: Iterable[PlayerId]) -> PlayerId | None:
    """Whom everybody among these but they themselves chose; among three or more there is one at most."""
    among = tuple(among)
    return next((p for p in among if all(choices.get(q) == p for q in among if q != p)), None)


def singled_out(choices: Chosen) -> PlayerId | None:
    """Who was chosen strictly more often than anybody else, and than nobody."""
    ranking = Counter(choices.values()).most_common(2)
    if not ranking or (len(ranking) == 2 and ranking[0][1] == ranking[1][1]):
        return None
    return ranking[0][0]
