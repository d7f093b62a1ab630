"""The fullest rooms of `impostor`: sixteen players, five impostors, and nobody is ever voted out.

Eleven ballots are held, with three laps before the first one: 208 clues. Every option is another than the
default, where that takes more room.
"""

from collections.abc import Iterable
from dataclasses import replace
from itertools import cycle
from random import Random

from chalicelib.core.action import Action, Context
from chalicelib.core.deck import Card, Deck
from chalicelib.core.ids import PlayerId
from chalicelib.core.legal import AnyState
from chalicelib.core.play import play
from chalicelib.games.impostor.actions import Clue, Guess
from chalicelib.games.impostor.phases.clues import CLUES
from chalicelib.games.impostor.phases.last_chance import LAST_CHANCE
from chalicelib.games.registry import RULESETS
from chalicelib.mechanics.ballot import Vote
from chalicelib.mechanics.lobby import Configure, Deal, Interrupt, Seen, Start
from chalicelib.mechanics.seating import Enter, Leave
from chalicelib.mechanics.table import with_table
from chalicelib.mechanics.words import Word
from chalicelib.rooms.room import Room
from infra.bench.fullest import LIBRARY, NAMES, NOW, furnished

WORDS_BEFORE = 40
RULESET = RULESETS["impostor"]
DECK = LIBRARY.rules_deck("impostor-palabras")


def _stored(card: Card) -> int:
    return 3 * len(card.id) + 5 * len(card.hint.encode()) if isinstance(card, Word) else 0


LONGEST = replace(DECK, cards=dict([max(DECK.cards.items(), key=lambda item: _stored(item[1]))]))
"""The deck if it had nothing but the card that takes most room: its id three times, each impostor's hint."""
POINTS_BEFORE = 9
NICKNAMES = (*NAMES, "Ada", "Noelia", "Teodoro", "Uma", "Victoria", "Wenceslao")
PLAYERS = tuple(PlayerId(f"p{n + 1}") for n in range(len(NICKNAMES)))
OPTIONS = {
    "impostors": 5,
    "help": "hint",
    "laps": 3,
    "words": 1,
    "impostors_know_each_other": True,
    "clue_seconds": 600,
    "vote_seconds": 600,
    "guess_seconds": 600,
    "bot_level": "normal",
    "categories": [*RULESET.options().categories][:-1],
}


def ordinary_clues() -> list[str]:
    """What may be said of the words of the bank, in no order."""
    clues = [clue.text for word in DECK.cards.values() if isinstance(word, Word) for clue in word.clues]
    Random(1).shuffle(clues)
    return clues


def after(state: AnyState, action: Action, actor: PlayerId | None, deck: Deck = DECK) -> AnyState:
    """The state after an action that must be accepted."""
    outcome = play(RULESET, state, action, Context(actor, NOW, deck))
    if outcome.rejection is not None:
        raise RuntimeError(f"{action}: {outcome.rejection}")
    return outcome.state


def fullest_room(
    clues: Iterable[str] = (),
    nicknames: Iterable[str] = NICKNAMES,
    is_over: bool = False,
    n_gone: int = 0,
    n_before: int = 0,
    guess: str | None = None,
) -> Room:
    """All but two have voted in the last ballot, or it `is_over` and so is the match.

    `clues` are given in turn, over and over; by default ordinary ones. So many people (`n_gone`) have come,
    won some points and gone before, others (`n_before`) before anybody of these came. With a `guess` all five
    impostors are voted out in the last ballots, and the last of them says this.
    """
    state = RULESET.new("f" * 32, RULESET.options(), "es")
    host, *names, last = nicknames
    state = after(state, Enter(host), None)
    for n in range(n_before):
        state = _coming_and_going(state, f"Maximiliano {n}")
    for name in names:
        state = after(state, Enter(name), None)
    for n in range(n_gone):
        state = _coming_and_going(state, f"Maximiliano {n}")
        left = state.public.table.players[-1].id
        state = with_table(state, state.public.table.with_player(left, score=POINTS_BEFORE))
    state = after(state, Enter(last), None)
    players = [p.id for p in state.public.table.seated]
    state = after(state, Configure(OPTIONS), players[0])
    for _ in range(WORDS_BEFORE):
        state = after(after(state, Deal(), players[0]), Interrupt(), players[0])
    state = after(state, Deal(), players[0], LONGEST)
    for player in players:
        state = after(state, Seen(), player)
    state = after(state, Start(), players[0])
    said = cycle([*clues] or ordinary_clues())
    while True:
        while state.phase == CLUES:
            state = after(state, Clue(next(said)), state.public.round.turn)
        is_last = state.public.round.ballots_left == 1
        voters = state.public.table.in_round
        caught = [p for p in voters if p in state.secret.impostors] if guess else []
        is_caught = len(caught) >= state.public.round.ballots_left
        for number, voter in enumerate(voters[:-2] if is_last and not is_over else voters):
            suspect = voters[(number + 1) % len(voters)]
            if is_caught:
                suspect = caught[0] if voter != caught[0] else voters[0]
            state = after(state, Vote(suspect), voter)
        if guess and state.phase == LAST_CHANCE:
            state = after(state, Guess(guess), state.public.round.last_chance.player)
        if is_last:
            return furnished("impostor", state)


def _coming_and_going(state: AnyState, name: str) -> AnyState:
    state = after(state, Enter(name), None)
    return after(state, Leave(), state.public.table.players[-1].id)
