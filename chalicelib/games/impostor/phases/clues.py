"""In turn, everybody says a word or two of the secret; every turn is a step of its own for late clicks."""

from chalicelib.core.action import Context, actor
from chalicelib.core.ids import PlayerId
from chalicelib.core.legal import Move, Offered, Words, offer
from chalicelib.core.reason import Reason, Refused, Rejection
from chalicelib.core.ruleset import Phase
from chalicelib.core.state import enter
from chalicelib.core.text import tidy
from chalicelib.core.timer import Due
from chalicelib.games.impostor.actions import MOST_CHARACTERS, MOST_WORDS, Clue
from chalicelib.games.impostor.keeping import keep
from chalicelib.games.impostor.reason import ImpostorReason
from chalicelib.games.impostor.reveal import void
from chalicelib.games.impostor.state import ImpostorState, ImpostorView
from chalicelib.games.impostor.talk import says_the_word
from chalicelib.mechanics import ballot
from chalicelib.mechanics.clock import time_limit, timer_due
from chalicelib.mechanics.lobby import interrupt
from chalicelib.mechanics.seating import round_refusal
from chalicelib.mechanics.table import with_round
from chalicelib.mechanics.turn_order import next_seat

CLUES = "clues"


def begin_lap(state: ImpostorState, ctx: Context) -> ImpostorState:
    """The next lap starts with the opener, always a civilian; one who is out or gone is drawn anew."""
    round_, in_round = state.public.round, state.public.table.in_round
    assert round_ is not None
    opener = round_.opener
    if opener is None or opener not in in_round:
        civilians = [p for p in in_round if p not in state.secret.impostors]
        opener = ctx.rng.fork("opener").pick(civilians)
    clues = round_.clues.opened_by(opener)
    return _turn_of(with_round(state, opener=opener, lap=round_.lap + 1, clues=clues), opener, ctx)


def pass_turn(state: ImpostorState, ctx: Context) -> ImpostorState:
    """The next in seat order who has had no turn in this lap; after the last one, a lap or the ballot."""
    round_ = state.public.round
    assert round_ is not None and round_.turn is not None
    waiting = [p for p in state.public.table.in_round if p not in round_.clues.of(round_.lap)]
    if waiting:
        return _turn_of(state, next_seat(waiting, round_.turn), ctx)
    if round_.lap < round_.laps:
        return begin_lap(state, ctx)
    return ballot.begin(with_round(state, turn=None), ctx)


def may_give_clue(view: ImpostorView) -> Offered:
    """Whoever's turn it is."""
    round_ = view.public.round
    refused = round_refusal(view)
    if refused is not None or round_ is None:
        return refused or Reason.WRONG_PHASE
    if view.viewer != round_.turn:
        return Reason.NOT_YOUR_TURN
    is_written = view.public.table.options.clues == "written"
    return offer(text=Words(MOST_CHARACTERS, MOST_WORDS, is_written))


def give_clue(state: ImpostorState, action: Clue, ctx: Context) -> ImpostorState:
    """A civilian's clue may not contain the word; an impostor's may contain anything."""
    player, text = actor(ctx), tidy(action.text or "")
    if says_the_word(state.hands[player], ctx.deck, text):
        raise Refused(Rejection(ImpostorReason.CLUE_CONTAINS_WORD, "text"))
    return pass_turn(_noted(state, player, text), ctx)


def due(state: ImpostorState) -> Due | None:
    """The end of the turn's time."""
    return timer_due(state.public.round.timer if state.public.round else None, state.phase_seq)


def expire(state: ImpostorState, ctx: Context) -> ImpostorState:
    """They said nothing."""
    round_ = state.public.round
    assert round_ is not None and round_.turn is not None
    return pass_turn(_noted(state, round_.turn, None), ctx)


def _turn_of(state: ImpostorState, player: PlayerId, ctx: Context) -> ImpostorState:
    timer = time_limit("clue", ctx.now, state.public.table.options.clue_seconds)
    return enter(with_round(state, turn=player, timer=timer), CLUES)


def _noted(state: ImpostorState, player: PlayerId, text: str | None) -> ImpostorState:
    round_ = state.public.round
    assert round_ is not None
    return with_round(state, clues=keep(state, round_.clues.plus(player, text)))


PHASE = Phase(CLUES, (Move(Clue, may_give_clue, give_clue), interrupt(void)), due=due, expire=expire)
