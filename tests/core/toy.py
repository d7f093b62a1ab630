"""The smallest game that shows every part of the engine: people add to a heap until its time is over."""

from dataclasses import dataclass, replace
from typing import Any, ClassVar

from chalicelib.core.action import Action, Context, actor
from chalicelib.core.deck import Card, CardId, Deck
from chalicelib.core.ids import Millis, PlayerId
from chalicelib.core.legal import Candidate, Candidates, Move, Offered, OneOf, Text, offer
from chalicelib.core.options import one_of, whole
from chalicelib.core.reason import Reason, Refused, Rejection
from chalicelib.core.ruleset import Phase, Ruleset
from chalicelib.core.state import State, enter
from chalicelib.core.timer import Due
from chalicelib.core.view import View

ANA, BEA = PlayerId("p1"), PlayerId("p2")
CARDS = ("ace", "king", "queen")
DECK = Deck("toy", "1", {CardId(c): Card(CardId(c), n) for n, c in enumerate(CARDS)})


@dataclass(frozen=True, slots=True)
class Options:
    """Settings of each kind."""

    size: str = one_of("small", "large")
    rounds: int = one_of(3, 5)
    seconds: int | None = whole(60, 10, 600, nullable=True)
    lives: int = whole(1, 0, 9)


@dataclass(frozen=True, slots=True)
class Heap:
    """What all see: the heap, whose turn it is, and when each phase ends."""

    heap: int = 0
    turn: PlayerId = ANA
    ends: tuple[Millis, ...] = ()
    host: PlayerId | None = None
    bots: tuple[PlayerId, ...] = ()

    def seat(self, player: PlayerId | None) -> Any:
        return None


@dataclass(frozen=True, slots=True)
class Hand:
    """What one player sees."""

    note: str = ""


@dataclass(frozen=True, slots=True)
class Secret:
    """What nobody sees."""

    rolled: int = 0


ToyState = State[Heap, Hand, Secret]
ToyView = View[Heap, Hand]


@dataclass(frozen=True, slots=True)
class Add(Action):
    type: ClassVar[str] = "add"
    n: int


@dataclass(frozen=True, slots=True)
class Note(Action):
    type: ClassVar[str] = "note"
    any_time: ClassVar[bool] = True
    text: str


@dataclass(frozen=True, slots=True)
class Roll(Action):
    type: ClassVar[str] = "roll"


@dataclass(frozen=True, slots=True)
class Pick(Action):
    """Which cards may be struck depends on the card that is picked."""

    type: ClassVar[str] = "pick"
    card: str
    strike: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Give(Action):
    """There is nobody to give anything to."""

    type: ClassVar[str] = "give"
    to: str


@dataclass(frozen=True, slots=True)
class Later(Action):
    """Not possible yet."""

    type: ClassVar[str] = "later"


@dataclass(frozen=True, slots=True)
class Inside(Action):
    """Only the room itself does this."""

    type: ClassVar[str] = "inside"
    internal: ClassVar[bool] = True


def may_add(view: ToyView) -> Offered:
    return offer(n=OneOf((1, 2))) if view.viewer == view.public.turn else Reason.NOT_YOUR_TURN


def add(state: ToyState, action: Add, ctx: Context) -> ToyState:
    return replace(state, public=replace(state.public, heap=state.public.heap + action.n))


def note(state: ToyState, action: Note, ctx: Context) -> ToyState:
    if action.text == "taboo":
        raise Refused(Rejection(Reason.INVALID_VALUE, "text", "never say that"))
    return replace(state, hands={**state.hands, actor(ctx): Hand(action.text)})


def roll(state: ToyState, action: Roll, ctx: Context) -> ToyState:
    return replace(state, secret=Secret(ctx.rng.below(1_000_000) + 1))


def may_pick(view: ToyView) -> Offered:
    return (
        {"card": OneOf(("joker",)), "strike": OneOf(((),))},
        {"card": Candidate(), "strike": Candidates()},
    )


def due(state: ToyState) -> Due | None:
    return Due(f"{state.phase_seq}/end", state.public.ends[0]) if state.public.ends else None


def expire(state: ToyState, ctx: Context) -> ToyState:
    """Note the instant, and go on to the next phase."""
    now = replace(state.public, heap=ctx.now, ends=state.public.ends[1:])
    return enter(replace(state, public=now), "adding")


def always(view: ToyView) -> Offered:
    return offer()


def unchanged(state: ToyState, action: Action, ctx: Context) -> ToyState:
    return state


def ruleset(**changes: Any) -> Ruleset:
    """The game, with other parts where a test wants them."""
    adding = Phase(
        "adding",
        (
            Move(Add, may_add, add),
            Move(Roll, always, roll),
            Move(Pick, may_pick, unchanged),
            Move(Give, lambda view: offer(to=OneOf(())), unchanged),
            Move(Later, lambda view: Reason.NOT_ENOUGH_PLAYERS, unchanged),
        ),
        due,
        changes.pop("expire", expire),
    )
    return Ruleset(
        **{
            "id": "toy",
            "family": "toy",
            "title": {},
            "locales": (),
            "players": range(1, 3),
            "state_type": ToyState,
            "options": Options,
            "phases": (adding, Phase("resting", (Move(Later, always, unchanged),)), Phase("closed", ())),
            "common": (Move(Note, lambda view: offer(text=Text(20)), note), Move(Inside, always, unchanged)),
            "new": new,
            "deck_id": lambda options: "toy",
            "rounds_total": lambda options: None,
            "candidates": lambda view, deck: tuple(deck.cards) if view.viewer == ANA else None,
            "resample": lambda state, viewer, deck, rng: state,
            "texts": {},
            **changes,
        }
    )


def new(seed: str = "toy", options: object = None, locale: str = "es") -> ToyState:
    return State(Heap(), "adding", {ANA: Hand(), BEA: Hand()}, Secret(), seed)


def context(player: PlayerId | None, now: int = 0, **changes: Any) -> Context:
    return Context(player, Millis(now), DECK, **changes)


def ending(*instants: int) -> ToyState:
    """Each phase ends by itself at its instant."""
    state = new()
    return replace(state, public=replace(state.public, ends=tuple(map(Millis, instants))))


TOY: Ruleset = ruleset()
