"""A world that a viewer cannot tell from this one, for the proof that nothing leaks."""

from dataclasses import replace

from chalicelib.core.deck import Card, CardRef, Deck
from chalicelib.core.ids import PlayerId
from chalicelib.core.rng import Rng
from chalicelib.games.shpion.dealing import hands, words
from chalicelib.games.shpion.state import Hand, Round, ShpionState
from chalicelib.mechanics.otherwise import other_ballots, other_choices, other_notes


def resample(state: ShpionState, viewer: PlayerId | None, deck: Deck, rng: Rng) -> ShpionState:
    """Draw anew all that `viewer` does not know: who the spy is, the word for whoever does not hold it,
    roles, notes, votes, fingers, and the seed of what is still to come."""
    state = replace(state, seed=f"{rng.below(1 << 52):x}")
    round_, secret = state.public.round, state.secret
    if round_ is None or secret.word is None:
        return state
    cards = words(deck, round_.theme.id, state.public.table.options.origin)
    if not state.public.is_on:
        noted = {p: h if p == viewer else other_notes(h, deck, cards, rng) for p, h in state.hands.items()}
        return replace(state, hands=noted)
    own = state.hands.get(viewer) if viewer else None
    actual, word = deck.cards[secret.word.id], _word(state, own, round_, deck, rng)
    spy = _spy(state, viewer, own, rng)
    roles = [role for role in rng.shuffled(word.roles) if own is None or role != own.card.role]
    dealt = hands([p for p in state.hands if p != viewer], spy, word, roles)

    def other(player: PlayerId, hand: Hand) -> Hand:
        if player == viewer:
            return hand
        hand = replace(hand, card=dealt[player].card)
        return other_notes(other_choices(state, player, hand, rng), deck, cards, rng)

    return replace(
        state,
        hands={p: other(p, hand) for p, hand in state.hands.items()},
        secret=replace(
            secret,
            word=CardRef(word.id),
            spy=spy,
            ballots=other_ballots(state, viewer, rng),
            dealt=secret.dealt.minus(actual).plus(word),
        ),
    )


def _word(state: ShpionState, own: Hand | None, round_: Round, deck: Deck, rng: Rng) -> Card:
    """The word itself for residents; for anybody else any of the list that was not dealt before."""
    assert state.secret.word is not None
    actual = deck.cards[state.secret.word.id]
    if own is not None and own.card.kind == "resident":
        return actual
    listed = [deck.cards[i] for i in words(deck, round_.theme.id, state.public.table.options.origin)]
    return rng.pick(state.secret.dealt.minus(actual).left(listed))


def _spy(state: ShpionState, viewer: PlayerId | None, own: Hand | None, rng: Rng) -> PlayerId:
    """The viewer, or anybody else who is still in the round: without the spy it would not go on."""
    if own is not None and viewer is not None and own.card.kind == "spy":
        return viewer
    return rng.pick([p for p in state.public.table.in_round if p != viewer])
