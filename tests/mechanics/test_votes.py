"""The votes of a closed ballot, as they are kept."""

import pytest

from chalicelib.core.ids import PlayerId
from chalicelib.mechanics.ballot import Votes, votes

P1, P2, P3, P44 = (PlayerId(f"p{seat}") for seat in (1, 2, 3, 44))


def test_votes_are_who_voted_for_whom_in_seat_order():
    kept = votes({P44: P1, P2: P44, P3: None})

    assert [(P2, P44), (P3, None), (P44, P1)] == [*kept.items()]
    assert 3 == len(kept)


def test_whoever_had_no_vote_has_cast_none():
    kept = votes({P2: P1})

    for nobody in (P1, P3, P44):
        assert nobody not in kept and kept.get(nobody) is None
        with pytest.raises(KeyError):
            kept[nobody]


def test_there_may_be_none_at_all():
    assert {} == dict(votes({})) and 0 == len(votes({}))


def test_equal_votes_are_equal():
    assert votes({P1: P2, P2: None}) == votes({P2: None, P1: P2}) == Votes("B@")
    assert votes({P1: P2}) != votes({P1: None})
