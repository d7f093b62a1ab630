"""The smallest game there could be, to prove that a new game takes no more than a package.

One player hides a coin in one hand or the other; when time is up all point, and find its holder or not.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import ClassVar, Literal, TypeAlias

from chalicelib.core.action import Action, Context, actor
from chalicelib.core.bots import Bots
from chalicelib.core.deck import Card, CardId, CardRef, Deck
from chalicelib.core.ids import PlayerId
from chalicelib.core.legal import Move, Offered, OneOf, offer
from chalicelib.core.options import one_of, whole
from chalicelib.core.reason import Reason, Refusal
from chalicelib.core.rng import Rng
from chalicelib.core.ruleset import Phase, Ruleset
from chalicelib.core.state import State, enter
from chalicelib.core.timer import Due
from chalicelib.core.view import View
from chalicelib.mechanics import lobby, pointing, scoring, seating, table
from chalicelib.mechanics.choosing import singled_out
from chalicelib.mechanics.clock import NO_CLOCK, SECOND, Clock, Timer, clock_due, running
from chalicelib.mechanics.dealing import NOTHING_DEALT, Dealt, draw
from chalicelib.mechanics.pointing import Pointing
from chalicelib.mechanics.table import with_hand, with_round

SEATS = seating.Seats(range(3, 6))
HANDS = OneOf(("left", "right"))
COINS = [Card(CardId(f"coin-{n}"), n) for n in range(1, 7)]
DECK = Deck("coins", "1", {card.id: card for card in COINS})


@dataclass(frozen=True, slots=True)
class Options:
    seconds: int = one_of(60, 30)
    rounds: int = whole(2, 1, 4)
    vote_seconds: int | None = whole(30, 10, 60, nullable=True)


@dataclass(frozen=True, slots=True)
class Round:
    number: int
    deck: str
    clock: Clock = NO_CLOCK
    timer: Timer | None = None
    pointing: Pointing | None = None


@dataclass(frozen=True, slots=True)
class Hand:
    coin: CardRef | None
    closed: Literal["left", "right"] | None = None
    point: PlayerId | None = None


@dataclass(frozen=True, slots=True)
class Secret:
    holder: PlayerId | None = None
    coin: CardRef | None = None
    dealt: Dealt = NOTHING_DEALT


@dataclass(frozen=True, slots=True)
class Reveal:
    cards: Mapping[PlayerId, bool]
    coin: CardRef
    pointing: Mapping[PlayerId, PlayerId]


Result: TypeAlias = scoring.Result[Reveal]
CoinState: TypeAlias = State[table.Public[Options, Round | None, Result | None], Hand, Secret]
CoinView: TypeAlias = View[table.Public[Options, Round | None, Result | None], Hand]


@dataclass(frozen=True, slots=True)
class Hide(Action):
    type: ClassVar[str] = "hide"
    hand: str


def may_hide(view: CoinView) -> Offered:
    has_coin = view.hand is not None and view.hand.coin is not None
    refused = seating.round_refusal(view) or (None if has_coin else Reason.NOT_YOUR_TURN)
    return refused or offer(hand=HANDS)


def deal(state: CoinState, ctx: Context) -> CoinState:
    players = state.public.table.in_round
    coin, dealt = draw(ctx.deck.cards.values(), state.secret.dealt, None, ctx.rng.fork("coin"))
    holder = ctx.rng.fork("holder").pick(players)
    return replace(
        state,
        public=replace(state.public, round=Round(state.public.table.dealt, ctx.deck.id)),
        hands={p: Hand(CardRef(coin.id) if p == holder else None) for p in players},
        secret=Secret(holder, CardRef(coin.id), dealt),
    )


def start(state: CoinState, ctx: Context) -> CoinState:
    clock = running(ctx.now, state.public.table.options.seconds * SECOND)
    return enter(with_round(state, clock=clock), "hiding")


def count(state: CoinState, votes: Mapping[PlayerId, PlayerId], ctx: Context) -> CoinState:
    holder = state.secret.holder
    found = singled_out(votes) == holder
    points = [
        scoring.Points(p, 1, ("team_win",)) if (p == holder) != found else scoring.Points(p, 0)
        for p in state.public.table.in_round
    ]
    return end(state, scoring.Result("found" if found else "hidden", None, reveal(state), tuple(points)))


def void(state: CoinState, why: scoring.VoidReason) -> CoinState:
    return end(state, scoring.Result("void", None, reveal(state), (), why))


def reveal(state: CoinState) -> Reveal:
    cards = {player: player == state.secret.holder for player in state.hands}
    return Reveal(cards, state.secret.coin, pointing.fingers(state))


def end(state: CoinState, result: Result) -> CoinState:
    state = with_round(state, clock=NO_CLOCK, timer=None)
    return scoring.end_round(state, result, state.public.table.options.rounds)


def left(state: CoinState, player: PlayerId, removed: bool, ctx: Context) -> CoinState:
    if player == state.secret.holder:
        return void(state, "spy_left")
    if len(state.public.table.in_round) < SEATS.players.start:
        return void(state, "too_few")
    return pointing.left(state, player, ctx, count) if state.phase == pointing.PHASE else state


def resample(state: CoinState, viewer: PlayerId | None, deck: Deck, rng: Rng) -> CoinState:
    state = replace(state, seed=f"{rng.below(1 << 52):x}")
    if not state.public.is_on:
        return state
    secret, own = state.secret, state.hands.get(viewer)
    if secret.holder != viewer:
        holder = rng.pick([p for p in state.public.table.in_round if p != viewer])
        secret = replace(secret, holder=holder, coin=CardRef(rng.pick(list(deck.cards))))
    hands = {}
    for player, hand in state.hands.items():
        holds = player == secret.holder
        others = [p for p in state.public.table.in_round if p != player]
        hands[player] = Hand(
            coin=secret.coin if holds else None,
            closed=rng.pick(("left", "right", None)) if holds else None,
            point=None if hand.point is None else rng.pick(others),
        )
    return replace(state, hands=hands if own is None else {**hands, viewer: own}, secret=secret)


def clock_is_due(state: CoinState) -> Due | None:
    return clock_due(state.public.round.clock, state.phase_seq)


def wants(view: CoinView) -> bool:
    return view.phase in ("hiding", pointing.PHASE) and seating.round_refusal(view) is None


def policy(view: CoinView, deck: Deck, rng: Rng) -> Action | None:
    if view.phase == "hiding":
        has_coin = view.hand is not None and view.hand.coin is not None and view.hand.closed is None
        return Hide(rng.pick(("left", "right"))) if has_coin else None
    if view.hand is None or view.hand.point is not None:
        return None
    return pointing.Point(rng.pick(seating.others_in_round(view).values))


def pace(view: CoinView, rng: Rng) -> int:
    return 1_000 + rng.below(9_000)


def may_say(view: CoinView) -> Refusal | None:
    return seating.round_refusal(view) if view.public.is_on else None


def heard(view: CoinView, deck: Deck, text: str) -> Refusal | None:
    coin = view.hand.coin if view.hand else None
    return Reason.INVALID_VALUE if coin is not None and coin.id in text.casefold() else None


HIDE = Move(Hide, may_hide, lambda state, action, ctx: with_hand(state, actor(ctx), closed=action.hand))

RULESET = Ruleset(
    id="coin",
    family="coin",
    title={"es": "Moneda", "en": "Coin", "ru": "Монета"},
    locales=("es", "ru"),
    players=SEATS.players,
    state_type=CoinState,
    options=Options,
    phases=(
        *lobby.phases(
            Options,
            SEATS,
            deal,
            start,
            before_deal=lambda view: None,
            in_dealt=(HIDE, lobby.interrupt(void)),
            configure_later=False,
            bots=True,
        ),
        Phase("hiding", (HIDE, lobby.interrupt(void)), clock_is_due, pointing.begin),
        pointing.phase(count, (lobby.interrupt(void),)),
    ),
    common=seating.moves(left, SEATS),
    new=lambda seed, options, locale: State(
        table.Public(lobby.new_table(options, locale), None, None), lobby.LOBBY, {}, Secret(), seed
    ),
    deck_id=lambda options: DECK.id,
    rounds_total=lambda options: options.rounds,
    candidates=lambda view, deck: None,
    resample=resample,
    texts={"es": {}, "en": {}, "ru": {}},
    bots=Bots(wants, policy, pace),
    may_say=may_say,
    heard=heard,
)
