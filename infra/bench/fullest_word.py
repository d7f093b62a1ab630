"""The fullest rooms of `impostor`: sixteen players, five impostors, and nobody is ever voted out.

Eleven ballots are held, with three laps before the first one: 208 clues. Every option is another than the
default, where that takes more room.
"""

from collections.abc import Iterable
from itertools import cycle
from random import Random

from chalicelib.core.action import Action, Context
from chalicelib.core.ids import PlayerId
from chalicelib.core.legal import AnyState
from chalicelib.core.play import play
from chalicelib.games.impostor.actions import Clue
from chalicelib.games.impostor.phases.clues import CLUES
from chalicelib.games.registry import RULESETS
from chalicelib.mechanics.ballot import Vote
from chalicelib.mechanics.lobby import Configure, Deal, Interrupt, Seen, Start
from chalicelib.mechanics.seating import Enter
from chalicelib.mechanics.words import Word
from chalicelib.rooms.room import Room
from infra.bench.fullest import LIBRARY, NAMES, NOW, furnished

WORDS_BEFORE = 40
RULESET = RULESETS["impostor"]
DECK = LIBRARY.rules_deck("impostor-palabras")
NICKNAMES = (*NAMES, "Ada", "Noelia", "Teodoro", "Uma", "Victoria", "Wenceslao")
PLAYERS = tuple(PlayerId(f"p{n + 1}") for n in range(len(NICKNAMES)))
OPTIONS = {
    "impostors": 5,
    "help": "hint",
    "laps": 3,
    "words": 1,
    "impostors_know_each_other": True,
    "categories": [*RULESET.options().categories][:-1],
}


def ordinary_clues() -> list[str]:
    """What may be said of the words of the bank, in no order."""
    clues = [clue.text for word in DECK.cards.values() if isinstance(word, Word) for clue in word.clues]
    Random(1).shuffle(clues)
    return clues


def after(state: AnyState, action: Action, actor: PlayerId | None) -> AnyState:
    """The state after an action that must be accepted."""
    outcome = play(RULESET, state, action, Context(actor, NOW, DECK))
    if outcome.rejection is not None:
        raise RuntimeError(f"{action}: {outcome.rejection}")
    return outcome.state


def fullest_room(
    clues: Iterable[str] = (), nicknames: Iterable[str] = NICKNAMES, is_over: bool = False
) -> Room:
    """All but two have voted in the last ballot, or it `is_over` and so is the match.

    `clues` are given in turn, over and over; by default ordinary ones.
    """
    state = RULESET.new("f" * 32, RULESET.options(), "es")
    for name in nicknames:
        state = after(state, Enter(name), None)
    state = after(state, Configure(OPTIONS), PLAYERS[0])
    for _ in range(WORDS_BEFORE):
        state = after(after(state, Deal(), PLAYERS[0]), Interrupt(), PLAYERS[0])
    state = after(state, Deal(), PLAYERS[0])
    for player in PLAYERS:
        state = after(state, Seen(), player)
    state = after(state, Start(), PLAYERS[0])
    said = cycle([*clues] or ordinary_clues())
    while True:
        while state.phase == CLUES:
            state = after(state, Clue(next(said)), state.public.round.turn)
        is_last = state.public.round.ballots_left == 1
        for number, voter in enumerate(PLAYERS[:-2] if is_last and not is_over else PLAYERS):
            state = after(state, Vote(PLAYERS[(number + 1) % len(PLAYERS)]), voter)
        if is_last:
            return furnished("impostor", state)
