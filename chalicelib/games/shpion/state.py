"""The three boxes of the game."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

from chalicelib.core.deck import CardRef, ThemeRef
from chalicelib.core.ids import PlayerId
from chalicelib.core.options import one_of, some_of, whole
from chalicelib.core.state import State
from chalicelib.core.view import View
from chalicelib.games.shpion.talk import Talk
from chalicelib.games.shpion.themes import PRESETS, THEMES
from chalicelib.mechanics import scoring, table
from chalicelib.mechanics.accusation import Accusation, Ballot, Closed, Votes
from chalicelib.mechanics.clock import NO_CLOCK, Clock, Timer
from chalicelib.mechanics.dealing import NO_CARDS, NOTHING_DEALT, CardSet, Dealt
from chalicelib.mechanics.pointing import Pointing
from chalicelib.mechanics.spies import Kind, RevealedCard


@dataclass(frozen=True, slots=True)
class Options:
    """What the host may choose; `themes` is the name of a preset or a mix of one's own."""

    themes: str | tuple[str, ...] = some_of(*THEMES, presets=tuple(PRESETS))
    origin: str = one_of("any", "ours", "foreign")
    minutes: int | None = one_of(10, 5, nullable=True)
    rounds: int = whole(5, 1, 20)
    vote_seconds: int | None = whole(120, 10, 600, nullable=True)
    bot_level: str = one_of("normal", "easy", "hard")


@dataclass(frozen=True, slots=True)
class Round:
    """What everybody sees of a round.

    `asked` owes an answer to the last of the questions; the `asker` of it is None once they have left.
    `questions_before` were asked before those in `questions`, which are the newest.
    """

    number: int
    deck: str
    theme: ThemeRef
    asker: PlayerId | None = None
    asked_by: PlayerId | None = None
    asked: PlayerId | None = None
    questions: Talk = ()
    questions_before: int = 0
    clock: Clock = NO_CLOCK
    timer: Timer | None = None
    accusation: Accusation | None = None
    accusations: tuple[Closed, ...] = ()
    pointing: Pointing | None = None


@dataclass(frozen=True, slots=True)
class Card:
    """A card: residents hold the word and, where it is a place, a role in it; the spy neither."""

    kind: Kind
    word: CardRef | None = None
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
    """What nobody sees before the reveal: word, spy, who voted how, what was dealt in this room.

    `themes` are those that were played since the mix was last used up, the latest at the end.
    """

    word: CardRef | None = None
    spy: PlayerId | None = None
    ballots: tuple[Votes, ...] = ()
    dealt: Dealt = NOTHING_DEALT
    themes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Reveal:
    """Everything, told to all at the end of a round."""

    word: CardRef
    cards: Mapping[PlayerId, RevealedCard]
    guess: CardRef | None = None
    accusations: tuple[Ballot, ...] = ()
    pointing: Mapping[PlayerId, PlayerId] | None = None


Result: TypeAlias = scoring.Result[Reveal]
Public: TypeAlias = table.Public[Options, Round | None, Result | None]
ShpionState: TypeAlias = State[Public, Hand, Secret]
ShpionView: TypeAlias = View[Public, Hand]
