"""The spy names the word: while people ask, and while they vote on an accusation."""

from chalicelib.core.action import Context
from chalicelib.core.deck import CardRef
from chalicelib.core.legal import Move
from chalicelib.games.shpion.actions import Guess
from chalicelib.games.shpion.reveal import residents_win, spy_wins
from chalicelib.games.shpion.state import ShpionState
from chalicelib.mechanics.spies import may_guess


def guess(state: ShpionState, action: Guess, ctx: Context) -> ShpionState:
    """Right: the spy wins. Wrong: the residents do."""
    word = CardRef(action.word)
    if word == state.secret.word:
        return spy_wins(state, "spy_guessed", 4, guess=word)
    return residents_win(state, "spy_guess_wrong", guess=word)


GUESS = Move(Guess, may_guess("word"), guess)
