"""Who asks when the asker is gone."""

import pytest

from chalicelib.core.ids import PlayerId
from chalicelib.mechanics.turn_order import next_seat


@pytest.mark.parametrize(
    ("seats", "after", "next_"),
    [
        (("p1", "p3", "p4"), "p2", "p3"),
        (("p1", "p3", "p4"), "p5", "p1"),
        (("p2", "p3", "p4"), "p1", "p2"),
        (("p9", "p10", "p11"), "p9", "p10"),
        (("p2", "p10"), "p3", "p10"),
    ],
)
def test_the_next_in_seat_order_around_the_table(seats: tuple[str, ...], after: str, next_: str):
    assert next_ == next_seat([PlayerId(seat) for seat in seats], PlayerId(after))
