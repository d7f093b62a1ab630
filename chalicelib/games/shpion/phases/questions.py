"""In turn somebody asks somebody, who answers and asks next; ready-made questions or any others."""

from dataclasses import replace

from chalicelib.core.action import Context, actor
from chalicelib.core.ids import PlayerId
from chalicelib.core.legal import Move, Offered, OneOf, Words, offer
from chalicelib.core.reason import Reason
from chalicelib.core.text import tidy
from chalicelib.games.shpion.actions import Answer, Ask, PassTurn
from chalicelib.games.shpion.keeping import keep
from chalicelib.games.shpion.phases import pointing
from chalicelib.games.shpion.phases.guess import GUESS
from chalicelib.games.shpion.phases.notes import CROSS_OUT
from chalicelib.games.shpion.reason import ShpionReason
from chalicelib.games.shpion.reveal import void
from chalicelib.games.shpion.state import Round, ShpionState, ShpionView
from chalicelib.games.shpion.talk import (
    Chosen,
    OwnQuestion,
    Question,
    ReadyQuestion,
    Spoken,
    Written,
    said_aloud,
)
from chalicelib.mechanics import questions
from chalicelib.mechanics.accusation import ACCUSE, everybody_has_accused
from chalicelib.mechanics.lobby import interrupt
from chalicelib.mechanics.seating import not_in_round, round_refusal
from chalicelib.mechanics.table import with_round
from chalicelib.mechanics.topics import OPTIONS
from chalicelib.mechanics.turn_order import answerers

MOST_CHARACTERS = 300


def may_ask(view: ShpionView) -> Offered:
    """The asker, unless an answer is awaited: anything ready-made, and people in words of one's own too."""
    round_ = view.public.round
    refused = round_refusal(view)
    if refused is not None or round_ is None:
        return refused or Reason.WRONG_PHASE
    if round_.asker is None or view.viewer != round_.asker:
        return Reason.NOT_ASKER
    if round_.asked is not None:
        return Reason.NOT_YOUR_TURN
    anybody = answerers(view, round_.asker, round_.asked_by)
    return (
        {"to": anybody, "question": OneOf(round_.theme.questions)},
        {"to": _people(view, anybody), "text": Words(MOST_CHARACTERS, required=False, nullable=False)},
    )


def _people(view: ShpionView, anybody: OneOf) -> OneOf:
    people = tuple(p for p in anybody.values if p not in view.public.bots)
    needs_ready = ShpionReason.BOT_NEEDS_READY_QUESTION
    return OneOf(people, lambda who: needs_ready if who in anybody.values else anybody.why_not(who))


def ask(state: ShpionState, action: Ask, ctx: Context) -> ShpionState:
    """The question is open until whoever was asked has answered."""
    asker = actor(ctx)
    question: Question = (
        OwnQuestion(asker, action.to, tidy(action.text or ""))
        if action.question is None
        else ReadyQuestion(asker, action.to, action.question)
    )
    return with_round(keep(state, (*_round(state).questions, question)), asked=action.to)


def may_answer(view: ShpionView) -> Offered:
    """Whoever was asked: one of the options if the question is ready-made, else in words of their own."""
    round_ = view.public.round
    refused = round_refusal(view)
    if refused is not None or round_ is None:
        return refused or Reason.WRONG_PHASE
    if view.viewer != round_.asked:
        return Reason.NOT_YOUR_TURN
    if isinstance(round_.questions[-1], ReadyQuestion):
        return offer(option=OneOf(OPTIONS))
    return offer(text=Words(MOST_CHARACTERS, required=False))


def answer(state: ShpionState, action: Answer, ctx: Context) -> ShpionState:
    """Whoever answered asks next, anybody but the one who asked them."""
    round_ = _round(state)
    *earlier, open_ = round_.questions
    text = tidy(action.text or "")
    if action.option is not None:
        open_ = replace(open_, answer=Chosen(action.option))
    else:
        open_ = replace(open_, answer=Written(text) if text else Spoken(True))
    state = keep(state, (*earlier, open_))
    return with_round(state, asker=actor(ctx), asked_by=round_.asker, asked=None)


def may_pass_turn(view: ShpionView) -> Offered:
    """Anybody of the round may be told to ask."""
    return offer(to=OneOf(view.public.table.in_round, lambda who: not_in_round(view, who)))


def pass_turn(state: ShpionState, action: PassTurn, ctx: Context) -> ShpionState:
    """An open question is dropped; who asks next may ask anybody."""
    return with_round(state, asker=action.to, asked_by=None, asked=None)


def resume(state: ShpionState, ctx: Context) -> ShpionState:
    """Go on asking; without a clock, only while somebody could still accuse."""
    unlimited = state.public.table.options.minutes is None
    if unlimited and everybody_has_accused(state):
        return pointing.begin(state, ctx)
    return state if state.phase == questions.QUESTIONS else questions.resume(state, ctx)


def left(state: ShpionState, player: PlayerId) -> ShpionState:
    """Somebody goes: whoever asked them asks again; a question of theirs is still answered.

    Where neither is left, and where nothing was open, the next in seat order asks.
    """
    round_ = _round(state)
    if round_.asked is None:
        return questions.left(state, player)
    if player == round_.asker:
        return with_round(state, asker=None, asked_by=None)
    if player != round_.asked:
        return questions.left(state, player)
    unanswered = with_round(state, asked=None)
    return (
        unanswered
        if round_.asker is not None
        else questions.left(with_round(unanswered, asker=player), player)
    )


def unsaid(state: ShpionState, player: PlayerId) -> ShpionState:
    """Nobody reads any more what they asked and answered in their own words."""
    round_ = state.public.round
    return state if round_ is None else with_round(state, questions=said_aloud(round_.questions, player))


def _round(state: ShpionState) -> Round:
    assert state.public.round is not None
    return state.public.round


PHASE = questions.phase(
    (
        Move(Ask, may_ask, ask),
        Move(Answer, may_answer, answer),
        Move(PassTurn, may_pass_turn, pass_turn, for_host=True),
        ACCUSE,
        GUESS,
        CROSS_OUT,
        interrupt(void),
    ),
    time_is_up=pointing.begin,
)
