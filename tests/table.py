"""The language of scenarios: named people at a table, a round is dealt, time passes, somebody acts.

    table = Table("espia", 5).dealt(spy="eva", place="piscina").started().after(minutes=8)

    assert Reason.WRONG_PHASE == table.refuses("ana", Accuse("eva"))
    assert "pointing" == table.sees("ana").phase

A table never changes: every step returns another one. People are named, also inside actions; `ana` comes
first and is the host. What is due takes effect when somebody next looks or acts. No dice are mocked: a round
is dealt and started by the rules, then whatever the scenario states of it takes the place of how the dice
fell. What can be stated of a game is its stage.
"""

from collections.abc import Callable, Iterable, Mapping
from copy import copy
from dataclasses import replace
from functools import cache, cached_property
from typing import Any, Protocol, get_type_hints

from chalicelib.core.action import Action, Context, Presence
from chalicelib.core.deck import CardId, Deck
from chalicelib.core.ids import Millis, PlayerId
from chalicelib.core.legal import AnyState, AnyView, Offer, OneOf
from chalicelib.core.play import Outcome, play
from chalicelib.core.reason import Refusal, Rejection
from chalicelib.core.view import project
from chalicelib.games.registry import RULESETS
from chalicelib.mechanics.clock import MINUTE, SECOND
from chalicelib.mechanics.lobby import Deal, Seen, Start
from chalicelib.mechanics.seating import Enter, Leave, Remove
from tests.games.espia import stage as espia
from tests.games.impostor import stage as impostor
from tests.games.shpion import stage as shpion

NAMES = (
    *("ana", "bea", "eva", "leo", "sol", "max", "paz", "luz", "gil", "iris"),
    *("ada", "noe", "lía", "teo", "uma", "vic"),
)
NOON = Millis(1_767_268_800_000)

Who = Callable[[str], PlayerId]


class Stage(Protocol):
    """What can be stated of a game: its test decks, and how the dice of a deal and of a start fell."""

    DECKS: Mapping[str, Deck]

    def deal(self, state: AnyState, deck: Deck, who: Who, **stated: Any) -> AnyState: ...

    def start(self, state: AnyState, who: Who, **stated: Any) -> AnyState: ...


STAGES: Mapping[str, Stage] = {"espia": espia, "impostor": impostor, "shpion": shpion}


class Table:
    """A room at one moment of a scenario."""

    def __init__(self, game: str, players: int, *, seed: str = "a table", **options: Any) -> None:
        """So many people in the lobby, with the game's default options but for those named."""
        self.ruleset = RULESETS[game]
        self.stage = STAGES[game]
        self.now = NOON
        self._state = self.ruleset.new(seed, self.ruleset.options(**options), self.ruleset.locales[0])
        for name in NAMES[:players]:
            self._state = self._play(None, Enter(name)).state

    # What happens

    def enters(self, name: str) -> "Table":
        """Somebody takes a seat."""
        return self.when(None, Enter(name))

    def dealt(self, **stated: Any) -> "Table":
        """The host deals, and the cards fall as stated."""
        table = self.when(self.host, Deal())
        return table.with_state(self.stage.deal(table.state, table.deck, table.who, **stated))

    def started(self, **stated: Any) -> "Table":
        """Everybody looks at their card, the host starts, and the first turn falls as stated."""
        table = self.each(self.in_round, Seen()).when(self.host, Start())
        return table.with_state(self.stage.start(table.state, table.who, **stated))

    def after(self, *, minutes: int = 0, seconds: int = 0, ms: int = 0) -> "Table":
        """Time passes and nobody looks."""
        return self._with(now=Millis(self.now + minutes * MINUTE + seconds * SECOND + ms))

    def when(
        self, name: str | None, action: Action, *, phase_seq: int | None = None, host_away: bool = False
    ) -> "Table":
        """Somebody acts, and may."""
        outcome = self._play(name, action, phase_seq, host_away)
        assert outcome.rejection is None, f"{name} may not {action}: {outcome.rejection}"
        return self.with_state(outcome.state)

    def each(self, names: Iterable[str], action: Action) -> "Table":
        """Several do the same, one after the other."""
        table = self
        for name in names:
            table = table.when(name, action)
        return table

    def leaves(self, name: str) -> "Table":
        """Somebody leaves for good."""
        return self.when(name, Leave())

    def removed(self, name: str) -> "Table":
        """The host shows somebody the door."""
        return self.when(self.host, Remove(self.who(name)))

    def tries(self, name: str | None, action: Action, *, phase_seq: int | None = None) -> "Table":
        """Somebody acts, whether they may or not."""
        return self.with_state(self._play(name, action, phase_seq).state)

    # What is refused

    def refuses(
        self, name: str | None, action: Action, *, phase_seq: int | None = None, host_away: bool = False
    ) -> Refusal:
        """Why somebody may not act so."""
        return self.rejection(name, action, phase_seq=phase_seq, host_away=host_away).reason

    def rejection(self, name: str | None, action: Action, **seen: Any) -> Rejection:
        """Why somebody may not act so, with the field at fault."""
        outcome = self._play(name, action, **seen)
        assert outcome.rejection is not None, f"{name} may {action}"
        assert outcome.state == self.state, "a refused action changed something"
        return outcome.rejection

    def allows(self, name: str | None, action: Action) -> bool:
        """Whether somebody may act so."""
        return self._play(name, action).rejection is None

    # What is seen

    @cached_property
    def state(self) -> AnyState:
        """The state of this moment, all that is due settled."""
        return self._play(None, None).state

    def sees(self, name: str | None) -> AnyView:
        """What somebody may know; None for people outside."""
        return project(self.state, self.who(name) if name else None)

    def knows(self, name: str | None) -> Any:
        """What somebody may know, whatever the count of its changes."""
        view = self.sees(name)
        return view.phase, view.phase_seq, view.public, view.hand

    def offers(self, name: str, *, host_away: bool = False) -> list[Offer]:
        """What somebody may do."""
        return self.ruleset.legal(project(self.state, self.who(name), Presence(host_away=host_away)))

    def may(self, name: str, action: type[Action]) -> bool:
        """Whether somebody may act so, with some choice or other."""
        return any(offer.action is action for offer in self.offers(name))

    def choices(self, name: str, action: type[Action]) -> Any:
        """The values among which the one choice of an action is made; empty if it is not offered."""
        offered = [offer.choices for offer in self.offers(name) if offer.action is action]
        values = [choice.values for (choice,) in map(dict.values, offered) if isinstance(choice, OneOf)]
        return self.named(tuple(value for several in values for value in several))

    def candidates(self, name: str) -> tuple[CardId, ...] | None:
        """The open list of cards that somebody chooses from."""
        return self.ruleset.candidates(self.sees(name), self.deck)

    @property
    def phase(self) -> str:
        return self.state.phase

    @property
    def phase_seq(self) -> int:
        return self.state.phase_seq

    @property
    def round(self) -> Any:
        return self.state.public.round

    @property
    def result(self) -> Any:
        return self.state.public.result

    @property
    def host(self) -> str:
        return self.name(self.state.public.table.host)

    @property
    def seated(self) -> tuple[str, ...]:
        return tuple(p.nickname for p in self.state.public.table.seated)

    @property
    def in_round(self) -> tuple[str, ...]:
        return self.named(self.state.public.table.in_round)

    @property
    def scores(self) -> dict[str, int]:
        """The scores of the match, of everybody who has one."""
        return {p.nickname: p.score for p in self.state.public.table.players if p.score}

    @property
    def points(self) -> dict[str, int]:
        """What the last round brought, to everybody who got anything."""
        return {self.name(p.player): p.points for p in self.result.points if p.points}

    @property
    def remaining_ms(self) -> int:
        """What is left on the round's clock, running or not."""
        clock = self.round.clock
        return clock.deadline - self.now if clock.state == "running" else clock.remaining_ms

    # Who is who

    def who(self, name: str) -> PlayerId:
        """The id of whoever sits here under that name, or did last; ids stand for themselves."""
        players = self._state.public.table.players
        named = [p for p in players if p.nickname == name]
        found = [p for p in named if p.status != "left"] or named[-1:]
        return found[0].id if found else PlayerId(name)

    def name(self, player: PlayerId) -> str:
        """The name of a player."""
        return self.named(player)

    def named(self, told: Any) -> Any:
        """The same with names in place of ids."""
        if isinstance(told, tuple):
            return tuple(map(self.named, told))
        if isinstance(told, Mapping):
            return {self.named(key): self.named(value) for key, value in told.items()}
        player = self._state.public.table.player(told) if isinstance(told, str) else None
        return player.nickname if player else told

    def with_ids(self, action: Action) -> Action:
        """The same with ids in place of names, as it is sent."""
        told = {field: getattr(action, field) for field in _players_in(type(action))}
        named = {field: self.who(name) for field, name in told.items() if name is not None}
        return replace(action, **named) if named else action

    # How it works

    @property
    def deck(self) -> Deck:
        """The deck that the options of the room name."""
        return self.stage.DECKS[self.ruleset.deck_id(self._state.public.table.options)]

    def with_state(self, state: AnyState) -> "Table":
        """Another state at the same moment."""
        return self._with(_state=state)

    def reseeded(self, seed: str) -> "Table":
        """The same with other dice from here on."""
        return self.with_state(replace(self._state, seed=seed))

    def _with(self, **changes: Any) -> "Table":
        other = copy(self)
        vars(other).pop("state", None)
        vars(other).update(changes)
        return other

    def _play(
        self,
        name: str | None,
        action: Action | None,
        phase_seq: int | None = None,
        host_away: bool = False,
    ) -> Outcome:
        ctx = Context(
            actor=self.who(name) if name else None,
            now=self.now,
            deck=self.deck,
            presence=Presence(host_away=host_away),
            phase_seq=phase_seq,
        )
        return play(self.ruleset, self._state, action and self.with_ids(action), ctx)


@cache
def _players_in(action: type[Action]) -> tuple[str, ...]:
    """The fields of an action that name players."""
    return tuple(name for name, hint in get_type_hints(action).items() if hint in (PlayerId, PlayerId | None))
