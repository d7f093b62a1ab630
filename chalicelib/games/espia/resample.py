"""A world that a viewer cannot tell from this one, for the proof that nothing leaks."""

from dataclasses import replace

from chalicelib.core.deck import CardRef, Deck
from chalicelib.core.ids import PlayerId
from chalicelib.core.rng import Rng
from chalicelib.games.espia.state import Card, EspiaState, Hand
from chalicelib.mechanics.dealing import NO_CARDS
from chalicelib.mechanics.otherwise import other_ballots, other_choices, other_notes


def resample(state: EspiaState, viewer: PlayerId | None, deck: Deck, rng: Rng) -> EspiaState:
    """Draw anew all that `viewer` does not know: who the spies are, the place for whoever does not hold it,
    roles, notes, votes, fingers, and the seed of what is still to come."""
    state = replace(state, seed=f"{rng.below(1 << 52):x}")
    round_, secret = state.public.round, state.secret
    if round_ is None or secret.place is None:
        return state
    if not state.public.is_on:
        return replace(
            state, hands={p: _other_notes(h, deck, rng) if p != viewer else h for p, h in state.hands.items()}
        )
    spies = _spies(state, viewer, rng)
    own = state.hands.get(viewer) if viewer else None
    knows_place = own is not None and own.card.kind == "resident"
    place = deck.cards[secret.place.id] if knows_place else rng.pick(list(deck.cards.values()))
    roles = [role for role in rng.shuffled(place.roles) if own is None or role != own.card.role]
    hands = {}
    for i, (player, hand) in enumerate(state.hands.items()):
        if player == viewer:
            hands[player] = hand
            continue
        card = Card("spy") if player in spies else Card("resident", CardRef(place.id), roles[i % len(roles)])
        hand = other_choices(state, player, replace(hand, card=card), rng)
        hands[player] = _other_notes(hand, deck, rng)
    ballots = other_ballots(state, viewer, rng)
    return replace(
        state,
        hands=hands,
        secret=replace(secret, place=CardRef(place.id), spies=spies, ballots=ballots),
    )


def _spies(state: EspiaState, viewer: PlayerId | None, rng: Rng) -> tuple[PlayerId, ...]:
    """As many spies as were dealt: the ones known to the viewer stay, at least one is still in the round."""
    round_, dealt = state.public.round, state.secret.spies
    opened = round_.last_chance.player if round_ and round_.last_chance else None
    known = [p for p in dealt if p in (viewer, opened)]
    unknown = [p for p in state.hands if p != viewer and p not in known]
    in_round = state.public.table.in_round
    while True:
        spies = [*known, *rng.sample(unknown, len(dealt) - len(known))]
        if any(p in in_round for p in spies):
            return tuple(p for p in state.hands if p in spies)


def _other_notes(hand: Hand, deck: Deck, rng: Rng) -> Hand:
    """Residents have none."""
    if hand.card.kind != "spy":
        return replace(hand, crossed_out=NO_CARDS)
    return other_notes(hand, deck, deck.ids, rng)
