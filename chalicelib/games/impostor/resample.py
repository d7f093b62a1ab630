"""A world that a viewer cannot tell from this one, for the proof that nothing leaks."""

from dataclasses import replace

from chalicelib.core.deck import Card, CardRef, Deck
from chalicelib.core.ids import PlayerId
from chalicelib.core.rng import Rng
from chalicelib.games.impostor.dealing import ballots_at_most, hands, in_play, most_impostors, word_of
from chalicelib.games.impostor.state import Hand, ImpostorState
from chalicelib.mechanics.seating import CLOSED


def resample(state: ImpostorState, viewer: PlayerId | None, deck: Deck, rng: Rng) -> ImpostorState:
    """Draw anew all that `viewer` does not know: the word for whoever does not hold it, who the impostors
    are and, where that is secret, how many; open votes; and the seed of what is still to come."""
    state = replace(state, seed=f"{rng.below(1 << 52):x}")
    if not state.public.is_on or state.phase == CLOSED:
        return state
    secret, options = state.secret, state.public.table.options
    own = state.hands.get(viewer) if viewer else None
    word = _word(state, own, deck, rng)
    impostors = _impostors(state, viewer, own, rng)
    dealt = hands(tuple(state.hands), impostors, word_of(deck, word), deck, options)
    others = {p: replace(hand, vote=_vote(state, p, rng)) for p, hand in dealt.items()}
    return replace(
        state,
        hands=others if viewer is None or own is None else {**others, viewer: own},
        secret=replace(
            secret,
            word=word,
            impostors=impostors,
            dealt=secret.dealt.minus(_card(state, deck)).plus(deck.cards[word.id]),
        ),
    )


def _word(state: ImpostorState, own: Hand | None, deck: Deck, rng: Rng) -> CardRef:
    """The word itself for civilians; for impostors any that would have been dealt with the same help."""
    actual = _card(state, deck)
    if own is not None and own.card.kind == "civilian":
        return CardRef(actual.id)
    words = state.secret.dealt.minus(actual).left(in_play(deck, state.public.table.options))
    help_ = own.card.help if own is not None else None
    if help_ is not None and help_.category is not None:
        words = [card for card in words if card.group == help_.category]
    elif help_ is not None:
        words = [card for card in words if word_of(deck, CardRef(card.id)).hint == help_.hint]
    return CardRef(rng.pick(words).id)


def _card(state: ImpostorState, deck: Deck) -> Card:
    assert state.secret.word is not None
    return deck.cards[state.secret.word.id]


def _impostors(
    state: ImpostorState, viewer: PlayerId | None, own: Hand | None, rng: Rng
) -> tuple[PlayerId, ...]:
    """So many as were dealt or, if that is secret, as may have been; the ones known to the viewer stay.

    Known are oneself, one's partners, the opener, who is a civilian, and whoever has gone out; and that the
    word still goes on.
    """
    round_ = state.public.round
    assert round_ is not None
    known = {ballot.out: ballot.was == "impostor" for ballot in round_.ballots if ballot.out}
    if round_.opener is not None:
        known[round_.opener] = False
    if own is not None and viewer is not None:
        known[viewer] = own.card.kind == "impostor"
        if own.card.partners is not None:
            known |= {p: p in own.card.partners for p in state.hands}
            known[viewer] = True
    sure = [p for p in state.hands if known.get(p)]
    unsure = [p for p in state.hands if p not in known]
    while True:
        number = len(state.secret.impostors)
        if round_.impostors is None:
            number = 1 + rng.below(most_impostors(len(state.hands)))
        if 0 <= number - len(sure) <= len(unsure):
            drawn = {*sure, *rng.sample(unsure, number - len(sure))}
            if _goes_on(state, drawn):
                return tuple(p for p in state.hands if p in drawn)


def _goes_on(state: ImpostorState, impostors: set[PlayerId]) -> bool:
    """Whether the word would not have ended with these."""
    round_, in_round = state.public.round, state.public.table.in_round
    assert round_ is not None
    living = len(impostors.intersection(in_round))
    if round_.last_chance is not None:
        return living == 0
    return 0 < 2 * living < len(in_round) and len(round_.ballots) < ballots_at_most(len(impostors))


def _vote(state: ImpostorState, player: PlayerId, rng: Rng) -> PlayerId | None:
    """Any vote, of somebody who has voted."""
    assert state.public.round is not None
    if player not in state.public.round.voted:
        return None
    return rng.pick([None, *(p for p in state.public.table.in_round if p != player)])
