"""Dice that fall the same way for the same seed, everywhere and for good."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chalicelib.core.rng import Rng


def test_the_streams_are_pinned():
    """A room in play goes on the same way after an upgrade of Python or of this code."""
    rng = Rng("tapadillo")

    assert [6, 7, 9, 1, 6, 4, 5, 3, 5, 1] == [rng.below(10) for _ in range(10)]
    assert "gdbcahef" == "".join(Rng("tapadillo").shuffled("abcdefgh"))
    assert "egb" == "".join(Rng("tapadillo").fork("spies").sample("abcdefgh", 3))
    assert "a" == Rng("tapadillo/1").pick("abcdefgh")


@given(st.text(max_size=20))
def test_the_same_seed_gives_the_same_stream(seed: str):
    one, other = Rng(seed), Rng(seed)

    assert [one.below(1_000_000) for _ in range(20)] == [other.below(1_000_000) for _ in range(20)]


def test_other_seeds_give_other_streams():
    assert 50 == len({Rng(f"{n}").below(1 << 52) for n in range(50)})


def test_a_fork_does_not_depend_on_what_was_drawn_before():
    used = Rng("room")
    used.shuffled(range(100))

    assert Rng("room").fork("spies").below(1 << 52) == used.fork("spies").below(1 << 52)


def test_a_fork_does_not_change_the_stream_it_comes_from():
    plain, forked = Rng("room"), Rng("room")
    forked.fork("spies").below(10)

    assert plain.below(1 << 52) == forked.below(1 << 52)


def test_forks_of_other_names_are_other_streams():
    assert Rng("room").fork("spies").below(1 << 52) != Rng("room").fork("roles").below(1 << 52)


@given(st.text(max_size=5), st.integers(1, 1_000))
def test_a_number_is_below_its_limit(seed: str, n: int):
    rng = Rng(seed)

    assert all(0 <= rng.below(n) < n for _ in range(20))


@given(st.text(max_size=5), st.lists(st.integers(), max_size=12))
def test_a_shuffle_keeps_every_item_and_leaves_the_original(seed: str, items: list[int]):
    before = list(items)

    assert sorted(items) == sorted(Rng(seed).shuffled(items))
    assert before == items


@given(st.text(max_size=5), st.integers(0, 12))
def test_a_sample_holds_no_item_twice(seed: str, n: int):
    assert n == len({*Rng(seed).sample(range(12), n)})


@pytest.mark.parametrize("cells", [2, 3, 7])
def test_numbers_are_uniform(cells: int):
    rng, draws = Rng("uniform"), 21_000
    counts = Counter(rng.below(cells) for _ in range(draws))
    sigma = (draws * (1 / cells) * (1 - 1 / cells)) ** 0.5

    assert cells == len(counts)
    assert all(abs(count - draws / cells) < 4 * sigma for count in counts.values())


def test_every_order_of_a_shuffle_is_equally_likely():
    rng, draws = Rng("orders"), 12_000
    counts = Counter("".join(rng.shuffled("abc")) for _ in range(draws))
    sigma = (draws * (1 / 6) * (5 / 6)) ** 0.5

    assert 6 == len(counts)
    assert all(abs(count - draws / 6) < 4 * sigma for count in counts.values())
