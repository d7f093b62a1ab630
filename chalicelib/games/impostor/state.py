"""The three boxes of the game."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from chalicelib.core.deck import CardRef
from chalicelib.core.ids import PlayerId
from chalicelib.core.options import one_of, some_of, whole
from chalicelib.core.state import State
from chalicelib.core.view import View
from chalicelib.games.impostor.categories import CATEGORIES
from chalicelib.mechanics import scoring, table
from chalicelib.mechanics.ballot import NO_BALLOTS, Ballots
from chalicelib.mechanics.clock import NO_CLOCK, Clock, Timer
from chalicelib.mechanics.clues import NO_CLUES, Clues
from chalicelib.mechanics.dealing import NOTHING_DEALT, Dealt

Kind: TypeAlias = Literal["civilian", "impostor"]


@dataclass(frozen=True, slots=True)
class Options:
    """What the host may choose; `laps` are those before the first ballot, `words` those of a match."""

    impostors: Literal["auto", "random"] | int = one_of("auto", "random", 1, 2, 3, 4, 5)
    help: str = one_of("category", "hint", "none")
    laps: int = one_of(2, 1, 3)
    words: int = one_of(3, 1, 5, 8)
    impostors_know_each_other: bool = one_of(False, True)
    categories: tuple[str, ...] = some_of(*CATEGORIES)
    clues: str = one_of("written", "spoken")
    clue_seconds: int | None = whole(60, 10, 600, nullable=True)
    vote_seconds: int | None = whole(90, 10, 600, nullable=True)
    guess_seconds: int | None = whole(45, 10, 600, nullable=True)
    bot_level: str = one_of("normal", "easy", "hard")


@dataclass(frozen=True, slots=True)
class LastChance:
    """The last impostor to go out, who may still name the word."""

    player: PlayerId


@dataclass(frozen=True, slots=True)
class Round:
    """What everybody sees of a word.

    `laps` are those before the next ballot; `impostors` and `ballots_left` are None while the number of
    impostors is secret.
    """

    number: int
    deck: str
    laps: int
    impostors: int | None
    ballots_left: int | None
    opener: PlayerId | None = None
    turn: PlayerId | None = None
    lap: int = 0
    clock: Clock = NO_CLOCK
    timer: Timer | None = None
    clues: Clues = NO_CLUES
    voted: tuple[PlayerId, ...] = ()
    ballots: Ballots = NO_BALLOTS
    last_chance: LastChance | None = None


@dataclass(frozen=True, slots=True)
class Help:
    """What an impostor is told of the word, as far as the room grants it."""

    category: str | None = None
    category_name: str | None = None
    hint: str | None = None


@dataclass(frozen=True, slots=True)
class Card:
    """A card: civilians hold the word; impostors some help, and their partners if they know each other."""

    kind: Kind = "civilian"
    word: CardRef | None = None
    help: Help | None = None
    partners: tuple[PlayerId, ...] | None = None


@dataclass(frozen=True, slots=True)
class Hand:
    """What one player alone sees: their card, and their vote in the open ballot."""

    card: Card
    vote: PlayerId | None = None


@dataclass(frozen=True, slots=True)
class Secret:
    """What nobody sees before the reveal: the word, who the impostors are, what was dealt in this room."""

    word: CardRef | None = None
    impostors: tuple[PlayerId, ...] = ()
    dealt: Dealt = NOTHING_DEALT


@dataclass(frozen=True, slots=True)
class RevealedCard:
    """Who somebody was."""

    kind: Kind = "civilian"


@dataclass(frozen=True, slots=True)
class Reveal:
    """Everything, told to all at the end of a word; `guess` as it was typed."""

    word: CardRef
    cards: Mapping[PlayerId, RevealedCard]
    guess: str | None = None
    ballots: Ballots = NO_BALLOTS


Result: TypeAlias = scoring.Result[Reveal]
Public: TypeAlias = table.Public[Options, Round | None, Result | None]
ImpostorState: TypeAlias = State[Public, Hand, Secret]
ImpostorView: TypeAlias = View[Public, Hand]
