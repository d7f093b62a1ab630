"""The three boxes of the game."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

from chalicelib.core.deck import CardRef
from chalicelib.core.ids import PlayerId
from chalicelib.core.options import one_of, whole
from chalicelib.core.state import State
from chalicelib.core.view import View
from chalicelib.mechanics import scoring, table
from chalicelib.mechanics.accusation import Accusation, Ballot, Closed, Votes
from chalicelib.mechanics.clock import NO_CLOCK, Clock, Timer
from chalicelib.mechanics.dealing import NO_CARDS, NOTHING_DEALT, CardSet, Dealt
from chalicelib.mechanics.pointing import Pointing
from chalicelib.mechanics.spies import Kind, RevealedCard


@dataclass(frozen=True, slots=True)
class Options:
    """What the host may choose."""

    deck: str = one_of("familiar", "completa")
    minutes: int = one_of(8, 5, 10)
    spies: int = one_of(1, 2)
    vote_seconds: int | None = whole(120, 10, 600, nullable=True)
    guess_seconds: int | None = whole(120, 10, 600, nullable=True)


@dataclass(frozen=True, slots=True)
class LastChance:
    """The spy whose card was opened by the pointing, and who may still guess."""

    player: PlayerId


@dataclass(frozen=True, slots=True)
class Round:
    """What everybody sees of a round."""

    number: int
    deck: str
    asker: PlayerId | None = None
    asked_by: PlayerId | None = None
    clock: Clock = NO_CLOCK
    timer: Timer | None = None
    accusation: Accusation | None = None
    accusations: tuple[Closed, ...] = ()
    pointing: Pointing | None = None
    last_chance: LastChance | None = None


@dataclass(frozen=True, slots=True)
class Card:
    """A card: residents hold the place and a role in it, a spy neither."""

    kind: Kind
    place: CardRef | None = None
    role: str | None = None


@dataclass(frozen=True, slots=True)
class Hand:
    """What one player alone sees: their card, their notes, their own vote and finger."""

    card: Card
    crossed_out: CardSet = NO_CARDS
    vote: bool | None = None
    point: PlayerId | None = None


@dataclass(frozen=True, slots=True)
class Secret:
    """What nobody sees before the reveal: place, spies, who voted how, what was dealt in this room."""

    place: CardRef | None = None
    spies: tuple[PlayerId, ...] = ()
    ballots: tuple[Votes, ...] = ()
    dealt: Dealt = NOTHING_DEALT


@dataclass(frozen=True, slots=True)
class Reveal:
    """Everything, told to all at the end of a round."""

    place: CardRef
    cards: Mapping[PlayerId, RevealedCard]
    guess: CardRef | None = None
    accusations: tuple[Ballot, ...] = ()
    pointing: Mapping[PlayerId, PlayerId] | None = None


Result: TypeAlias = scoring.Result[Reveal]
Public: TypeAlias = table.Public[Options, Round | None, Result | None]
EspiaState: TypeAlias = State[Public, Hand, Secret]
EspiaView: TypeAlias = View[Public, Hand]
