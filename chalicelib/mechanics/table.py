"""Who sits at the table, and the public box that every game fills in its own way."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Generic, Literal, NamedTuple, TypeAlias, TypeVar

from chalicelib.core.ids import PlayerId
from chalicelib.core.state import State

Opts = TypeVar("Opts")
R = TypeVar("R")
Z = TypeVar("Z")

Status = Literal["playing", "audience", "out", "left"]


@dataclass(frozen=True, slots=True)
class Player:
    """A seat and who sits on it; the seat is never given to anybody else.

    `seen`: whether they have looked at their card. Most of the time they have, and the default is not stored.
    """

    id: PlayerId
    nickname: str
    kind: Literal["human", "bot"] = "human"
    status: Status = "playing"
    score: int = 0
    seen: bool = True


class Standing(NamedTuple):
    """A player's place at the end of a match; ties share the place."""

    player: PlayerId
    score: int
    place: int


@dataclass(frozen=True, slots=True)
class Table(Generic[Opts]):
    """The room as everybody sees it. Players stand in order of entry, those who left included.

    `entered` counts the seats ever taken, `dealt` the deals of this match, `rounds_played` those that
    counted. `takes_bots` is false where the deck tells bots too little to play with it.
    """

    players: tuple[Player, ...]
    host: PlayerId | None
    options: Opts
    locale: str
    entered: int = 0
    match: int = 1
    dealt: int = 0
    rounds_played: int = 0
    standings: tuple[Standing, ...] | None = None
    takes_bots: bool = True

    def player(self, player: PlayerId | None) -> Player | None:
        """The player of that id, whatever their status."""
        for found in self.players:
            if found.id == player:
                return found
        return None

    @property
    def seated(self) -> tuple[Player, ...]:
        """Everybody who has not left."""
        return tuple([p for p in self.players if p.status != "left"])

    @property
    def in_round(self) -> tuple[PlayerId, ...]:
        """The players of the round who still play, in seat order."""
        return tuple([p.id for p in self.players if p.status == "playing"])

    def is_seated(self, player: PlayerId | None) -> bool:
        """Whether the player has a seat and has not left it."""
        found = self.player(player)
        return found is not None and found.status != "left"

    def with_player(self, player: PlayerId, **changes: Any) -> "Table[Opts]":
        """The table with one player changed."""
        return replace(
            self, players=tuple(replace(p, **changes) if p.id == player else p for p in self.players)
        )

    def at_the_deal(self) -> "Table[Opts]":
        """The table with everybody who has not left a player; bots look at their card at once."""

        def dealt(p: Player) -> Player:
            return p if p.status == "left" else replace(p, status="playing", seen=p.kind == "bot")

        return replace(self, players=tuple(dealt(p) for p in self.players))

    def with_seated(self, **changes: Any) -> "Table[Opts]":
        """The table with everybody who has not left changed alike."""
        return replace(
            self, players=tuple(p if p.status == "left" else replace(p, **changes) for p in self.players)
        )

    def after_round(self, points: Mapping[PlayerId, int]) -> "Table[Opts]":
        """The table with points added to the scores, and everybody who has not left a player again."""

        def after(p: Player) -> Player:
            status: Status = "left" if p.status == "left" else "playing"
            gained = points.get(p.id, 0)
            same = not gained and status == p.status
            return p if same else replace(p, score=p.score + gained, status=status)

        return replace(self, players=tuple(after(p) for p in self.players))


def in_seat_order(table: Table[Any], players: Iterable[PlayerId]) -> tuple[PlayerId, ...]:
    """The players as every list of players is sorted."""
    chosen = set(players)
    return tuple(p.id for p in table.players if p.id in chosen)


@dataclass(frozen=True, slots=True)
class Public(Generic[Opts, R, Z]):
    """What all may see: the table, the round (None before the first), its result (None while it is on)."""

    table: Table[Opts]
    round: R
    result: Z

    @property
    def host(self) -> PlayerId | None:
        """Who has the host's rights."""
        return self.table.host

    @property
    def bots(self) -> tuple[PlayerId, ...]:
        """The seats that the room itself plays."""
        return tuple([p.id for p in self.table.players if p.kind == "bot" and p.status != "left"])

    def seat(self, player: PlayerId | None) -> Player | None:
        """The player of that id, whatever their status."""
        return self.table.player(player)

    @property
    def is_on(self) -> bool:
        """Whether a round is on, from its deal until its reveal."""
        return self.round is not None and self.result is None


TableState: TypeAlias = State[Public[Any, Any, Any], Any, Any]


def with_table(state: TableState, table: Table[Any]) -> TableState:
    """The state with another table."""
    return replace(state, public=replace(state.public, table=table))


def with_round(state: TableState, **changes: Any) -> TableState:
    """The state with some fields of its round changed."""
    return replace(state, public=replace(state.public, round=replace(state.public.round, **changes)))


def with_hand(state: TableState, player: PlayerId, **changes: Any) -> TableState:
    """The state with some fields of one hand changed."""
    return replace(state, hands={**state.hands, player: replace(state.hands[player], **changes)})


def with_hands(state: TableState, players: Iterable[PlayerId], **changes: Any) -> TableState:
    """The state with some fields of several hands changed alike; those that are equal then become one."""
    one: dict[Any, Any] = {}
    changed = {p: one.setdefault(hand := replace(state.hands[p], **changes), hand) for p in players}
    return replace(state, hands={**state.hands, **changed})


def with_secret(state: TableState, **changes: Any) -> TableState:
    """The state with some fields of the secret changed."""
    return replace(state, secret=replace(state.secret, **changes))
