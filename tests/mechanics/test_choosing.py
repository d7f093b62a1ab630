"""Who is singled out by the choices of all."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chalicelib.core.ids import PlayerId
from chalicelib.mechanics.choosing import singled_out, unanimous

seats = st.sampled_from([PlayerId(f"p{n}") for n in range(1, 7)])


def fingers(*at: str) -> dict[PlayerId, PlayerId]:
    return {PlayerId(f"p{n}"): PlayerId(suspect) for n, suspect in enumerate(at, 1)}


@pytest.mark.parametrize(
    ("at", "top"),
    [
        ((), None),
        (("p2",), "p2"),
        (("p2", "p1"), None),
        (("p4", "p4", "p2", "p3"), "p4"),
        (("p2", "p3", "p2", "p3"), None),
        (("p2", "p3", "p2", "p3", "p1", "p1", "p3"), "p3"),
    ],
)
def test_strictly_more_fingers_than_anybody_else(at: tuple[str, ...], top: str | None):
    assert top == singled_out(fingers(*at))


@pytest.mark.parametrize(
    ("at", "chosen"),
    [
        (("p2", "p3", "p2"), "p2"),
        (("p2", "p1", "p2", "p2"), "p2"),
        (("p2", "p1", "p2", "p3"), None),
        (("p2", "p1", "p1"), "p1"),
        (("p2", "p3", "p1"), None),
    ],
)
def test_unanimous_are_all_but_the_one_whom_they_choose(at: tuple[str, ...], chosen: str | None):
    assert chosen == unanimous(fingers(*at), fingers(*at))


def test_the_one_chosen_by_all_others_need_not_choose_but_everybody_else_must():
    among = [PlayerId(f"p{n}") for n in (1, 2, 3)]

    assert "p3" == unanimous(fingers("p3", "p3"), among)
    assert unanimous(fingers("p2"), among) is None
    assert unanimous({}, among) is None


@given(st.dictionaries(seats, seats))
def test_one_finger_more_for_the_top_singles_them_out_and_one_for_the_next_does_not(
    votes: dict[PlayerId, PlayerId],
):
    top = singled_out(votes)
    counts = {suspect: list(votes.values()).count(suspect) for suspect in votes.values()}

    assert (top is not None) == (list(counts.values()).count(max(counts.values(), default=0)) == 1)
    assert top is None or counts[top] == max(counts.values())


@given(st.dictionaries(seats, seats), st.randoms())
def test_the_order_of_the_fingers_does_not_matter(votes: dict[PlayerId, PlayerId], random):
    shuffled = list(votes.items())
    random.shuffle(shuffled)

    assert singled_out(votes) == singled_out(dict(shuffled))


def test_nobody_is_chosen_like_anybody_else():
    assert singled_out({**fingers("p2", "p3", "p2"), PlayerId("p4"): None}) == "p2"
    assert singled_out({**fingers("p2", "p3"), PlayerId("p3"): None, PlayerId("p4"): None}) is None
    assert singled_out({**fingers("p2", "p1", "p2"), PlayerId("p4"): None, PlayerId("p5"): None}) is None
