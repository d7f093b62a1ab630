"""Giving out the cards: one place for all, a role of it for each resident, nothing for the spies."""

from dataclasses import replace

from chalicelib.core.action import Context
from chalicelib.core.deck import CardRef
from chalicelib.core.reason import Refusal
from chalicelib.games.espia.reason import EspiaReason
from chalicelib.games.espia.state import Card, EspiaState, EspiaView, Hand, Options, Round, Secret
from chalicelib.mechanics.dealing import draw

LEAST = 3
MOST = 10
TWO_SPIES_FROM = 7


def deck_id(options: Options) -> str:
    """The deck that the options name."""
    return f"espia-{options.deck}"


def too_few_for_two(view: EspiaView) -> Refusal | None:
    """Two spies need a table of seven."""
    table = view.public.table
    few = table.options.spies == 2 and len(table.seated) < TWO_SPIES_FROM
    return EspiaReason.TWO_SPIES_NEED_SEVEN if few else None


def deal(state: EspiaState, ctx: Context) -> EspiaState:
    """Draw the place, the spies and the roles; roles differ while the place has enough of them."""
    table, secret = state.public.table, state.secret
    players = table.in_round
    place, dealt = draw(ctx.deck.cards.values(), secret.dealt, secret.place, ctx.rng.fork("place"))
    spies = ctx.rng.fork("spies").sample(players, table.options.spies)
    roles = ctx.rng.fork("roles").shuffled(place.roles)
    residents = [p for p in players if p not in spies]
    hands = {p: Hand(Card("spy")) for p in spies}
    for i, p in enumerate(residents):
        hands[p] = Hand(Card("resident", CardRef(place.id), roles[i % len(roles)]))
    round_ = Round(number=table.dealt, deck=ctx.deck.ref)
    return replace(
        state,
        public=replace(state.public, round=round_),
        hands={p: hands[p] for p in players},
        secret=Secret(
            place=CardRef(place.id),
            spies=tuple(p for p in players if p in spies),
            dealt=dealt,
        ),
    )
