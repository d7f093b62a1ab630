"""The last impostor has gone out, and may still name the word."""

from chalicelib.core.action import Context
from chalicelib.core.ids import PlayerId
from chalicelib.core.legal import Move, Offered, Words, offer
from chalicelib.core.reason import Reason, Refused, Rejection
from chalicelib.core.ruleset import Phase
from chalicelib.core.state import enter
from chalicelib.core.text import tidy, words
from chalicelib.core.timer import Due
from chalicelib.games.impostor.actions import Guess
from chalicelib.games.impostor.dealing import word_of
from chalicelib.games.impostor.reveal import civilians_win, impostors_win, void
from chalicelib.games.impostor.state import ImpostorState, ImpostorView, LastChance
from chalicelib.mechanics.clock import time_limit, timer_due
from chalicelib.mechanics.lobby import interrupt
from chalicelib.mechanics.seating import round_refusal
from chalicelib.mechanics.table import with_round
from chalicelib.mechanics.words import is_guess

LAST_CHANCE = "last_chance"
MOST_CHARACTERS = 40


def begin(state: ImpostorState, guesser: PlayerId, ctx: Context) -> ImpostorState:
    """One guess, and a time for it."""
    timer = time_limit("guess", ctx.now, state.public.table.options.guess_seconds)
    return enter(with_round(state, last_chance=LastChance(guesser), timer=timer), LAST_CHANCE)


def may_guess(view: ImpostorView) -> Offered:
    """The impostor who went out last."""
    chance = view.public.round and view.public.round.last_chance
    if chance and chance.player == view.viewer:
        return offer(word=Words(MOST_CHARACTERS))
    return round_refusal(view) or Reason.NOT_YOUR_TURN


def guess(state: ImpostorState, action: Guess, ctx: Context) -> ImpostorState:
    """Right: the impostors win after all. What has no word in it is no guess."""
    text = tidy(action.word)
    if not words(text):
        raise Refused(Rejection(Reason.INVALID_VALUE, "word"))
    assert state.secret.word is not None
    if is_guess(ctx.deck, word_of(ctx.deck, state.secret.word), text):
        return impostors_win(state, "impostor_guessed", guesser=ctx.actor, guess=text)
    return missed(state, text)


def missed(state: ImpostorState, text: str | None = None) -> ImpostorState:
    """A wrong guess, or none."""
    return civilians_win(state, guess=text)


def due(state: ImpostorState) -> Due | None:
    """The end of the time to guess."""
    return timer_due(state.public.round.timer if state.public.round else None, state.phase_seq)


def expire(state: ImpostorState, ctx: Context) -> ImpostorState:
    """No guess is a wrong guess."""
    return missed(state)


PHASE = Phase(LAST_CHANCE, (Move(Guess, may_guess, guess), interrupt(void)), due=due, expire=expire)
