"""The fullest room of `impostor`: sixteen players, four impostors, eight ballots in vain, a ninth open.

Nobody ever went out, so all sixteen have given a clue in each of ten laps. Longer clues, a fifth impostor or
a third lap before the first ballot would make it fuller; people who ever agree on somebody keep it far below.
"""

from chalicelib.core.action import Action, Context
from chalicelib.core.ids import PlayerId
from chalicelib.core.legal import AnyState
from chalicelib.core.play import play
from chalicelib.games.impostor.actions import Clue
from chalicelib.games.impostor.phases.clues import CLUES
from chalicelib.games.registry import RULESETS
from chalicelib.mechanics.ballot import Vote
from chalicelib.mechanics.lobby import Deal, Interrupt, Seen, Start
from chalicelib.mechanics.seating import Enter
from chalicelib.rooms.room import Room
from infra.bench.fullest import LIBRARY, NAMES, NOW, furnished

WORDS_BEFORE = 40
CLUE = "verde oscuro"
RULESET = RULESETS["impostor"]
DECK = LIBRARY.rules_deck("impostor-palabras")
NICKNAMES = (*NAMES, "Ada", "Noelia", "Teodoro", "Uma", "Victoria", "Wenceslao")
PLAYERS = tuple(PlayerId(f"p{n + 1}") for n in range(len(NICKNAMES)))


def after(state: AnyState, action: Action, actor: PlayerId | None) -> AnyState:
    """The state after an action that must be accepted."""
    outcome = play(RULESET, state, action, Context(actor, NOW, DECK))
    if outcome.rejection is not None:
        raise RuntimeError(f"{action}: {outcome.rejection}")
    return outcome.state


def fullest_room() -> Room:
    """All but two have voted in the last ballot, one more but the last is about to."""
    state = RULESET.new("f" * 32, RULESET.options(), "es")
    for name in NICKNAMES:
        state = after(state, Enter(name), None)
    for _ in range(WORDS_BEFORE):
        state = after(after(state, Deal(), PLAYERS[0]), Interrupt(), PLAYERS[0])
    state = after(state, Deal(), PLAYERS[0])
    for player in PLAYERS:
        state = after(state, Seen(), player)
    state = after(state, Start(), PLAYERS[0])
    while True:
        while state.phase == CLUES:
            state = after(state, Clue(CLUE), state.public.round.turn)
        is_last = state.public.round.ballots_left == 1
        for number, voter in enumerate(PLAYERS[:-2] if is_last else PLAYERS):
            state = after(state, Vote(PLAYERS[(number + 1) % len(PLAYERS)]), voter)
        if is_last:
            return furnished("impostor", state)
