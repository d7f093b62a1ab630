"""Sets of cards in few bytes, and cards that do not come twice."""

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from hypothesis import example, given
from hypothesis import strategies as st

from chalicelib.core.deck import Card, CardId, CardRef, Deck
from chalicelib.core.rng import Rng
from chalicelib.mechanics.dealing import NO_CARDS, NOTHING_DEALT, CardSet, Dealt, card_set, carried_over, draw

ORDINALS = (0, 1, 5, 63, 64, 130)
CARDS = [Card(CardId(f"card {n}"), n) for n in ORDINALS]
DECK = Deck("deck", "1", {card.id: card for card in CARDS})
some = st.lists(st.sampled_from(CARDS))
decks = st.lists(st.lists(st.sampled_from(CARDS[:4]), min_size=1, unique=True), max_size=20)


@given(some)
def test_a_set_has_what_was_put_in(cards: list[Card]):
    found = NO_CARDS.plus(cards)

    assert {*cards} == {card for card in CARDS if found.has(card)}
    assert found == card_set(DECK, [card.id for card in cards])


@given(some, some)
def test_sets_add_up_and_are_taken_apart(one: list[Card], other: list[Card]):
    assert NO_CARDS.plus(one).plus(other) == NO_CARDS.plus([*one, *other]) == NO_CARDS.plus(other).plus(one)
    assert NO_CARDS.plus({*one} - {*other}) == NO_CARDS.plus(one).minus(other)


@given(some)
def test_the_same_cards_are_the_same_set_in_whatever_order(cards: list[Card]):
    assert NO_CARDS.plus(cards) == NO_CARDS.plus(reversed(cards)) == NO_CARDS.plus([*cards, *cards])


@given(some)
def test_cards_are_named_in_the_order_of_the_deck(cards: list[Card]):
    assert tuple(card.id for card in CARDS if card in cards) == NO_CARDS.plus(cards).ids(DECK)


def test_a_deck_names_its_own_cards_only():
    larger = Deck("larger", "1", {**DECK.cards, CardId("more"): Card(CardId("more"), 7)})

    assert ("card 1",) == card_set(larger, (CardId("more"), CardId("card 1"))).ids(DECK)


def test_the_largest_deck_takes_few_bytes():
    assert 24 == len(CardSet().plus(Card(CardId(f"{n}"), n) for n in range(131)).bits)


def dealt(*cards: Card) -> Dealt:
    """One after the other."""
    so_far = NOTHING_DEALT
    for card in cards:
        so_far = so_far.plus(card)
    return so_far


def draws(
    cards: Sequence[Card], n: int, seed: int, so_far: Dealt = NOTHING_DEALT
) -> tuple[list[Card], Dealt]:
    """So many cards in a row."""
    drawn = list[Card]()
    for number in range(n):
        last = CardRef(drawn[-1].id) if drawn else None
        card, so_far = draw(cards, so_far, last, Rng(f"{seed}/{number}"))
        drawn.append(card)
    return drawn, so_far


@given(st.integers(0, 1_000), st.permutations(CARDS), st.integers(0, len(CARDS) - 1))
def test_a_card_that_was_dealt_is_not_drawn(seed: int, cards: list[Card], n: int):
    before = dealt(*cards[:n])
    card, after = draw(CARDS, before, None, Rng(f"{seed}"))

    assert card in cards[n:]
    assert (after, before) == (before.plus(card), after.minus(card))


@given(st.integers(0, 1_000), st.integers(1, 4))
def test_when_all_were_dealt_they_start_over_but_not_with_the_last_one(seed: int, times: int):
    drawn, so_far = draws(CARDS, times * len(CARDS), seed)

    assert Counter(drawn) == dict.fromkeys(CARDS, times)
    assert all(one != other for one, other in pairwise(drawn))
    assert draw(CARDS, so_far, CardRef(drawn[-1].id), Rng(f"{seed}"))[0] != drawn[-1]


@given(st.integers(0, 1_000), st.integers(0, 20))
def test_of_a_larger_deck_those_that_never_were_come_first_however_often_the_smaller_one_was_used_up(
    seed: int, n: int
):
    _, so_far = draws(CARDS[:3], n, seed)
    drawn, _ = draws(CARDS, len(CARDS) - min(n, 3), seed, so_far)

    assert len(drawn) == len({*drawn})
    assert {*CARDS[3:]} <= {*drawn}


@given(st.permutations(CARDS), st.integers(0, len(CARDS) - 1))
def test_a_card_that_was_dealt_again_is_taken_back_as_if_it_had_not_been(cards: list[Card], n: int):
    before = dealt(*CARDS, *cards[:n])

    assert before == before.plus(cards[n]).minus(cards[n])


def test_starting_over_leaves_the_cards_of_other_decks_dealt():
    other = Card(CardId("other"), 99)
    twice = (*CARDS, other, *CARDS, other)
    card, after = draw(CARDS, dealt(*twice), CardRef(CARDS[0].id), Rng("x"))

    assert Dealt(NO_CARDS.plus([*CARDS, other]), NO_CARDS.plus([card, other])) == after


@given(st.integers(0, 12), st.lists(st.sampled_from(CARDS[1:]), unique=True), st.permutations(ORDINALS))
def test_in_another_version_of_a_deck_the_same_cards_were_dealt_whatever_their_ordinals(
    n: int, kept: list[Card], ordinals: list[int]
):
    cards = [*(card.id for card in kept), CardId("new")]
    other = Deck("deck", "2", {id: Card(id, ordinal) for id, ordinal in zip(cards, ordinals, strict=False)})
    before = draws(CARDS, n, 1)[1]

    after = carried_over(before, DECK, other)

    for was, now in ((before.once, after.once), (before.again, after.again)):
        assert {*was.ids(DECK)} & {*cards} == {*now.ids(other)}
        assert now == card_set(other, now.ids(other))


def test_a_deck_of_one_card_deals_it_again():
    drawn, _ = draws(CARDS[:1], 3, 1)

    assert [CARDS[0]] * 3 == drawn


@given(st.integers(0, 1_000), decks)
@example(0, [CARDS[:1], CARDS[:1], CARDS[1:2], CARDS[:2]])
def test_whatever_decks_are_dealt_from_in_turn_nothing_comes_twice_in_a_row_or_before_what_never_came(
    seed: int, decks: list[list[Card]]
):
    drawn, so_far = list[Card](), NOTHING_DEALT
    for number, cards in enumerate(decks):
        last = drawn[-1] if drawn else None
        card, so_far = draw(cards, so_far, CardRef(last.id) if last else None, Rng(f"{seed}/{number}"))

        assert card in cards
        assert card != last or [last] == cards
        assert card not in drawn or {*cards} <= {*drawn}
        drawn.append(card)
