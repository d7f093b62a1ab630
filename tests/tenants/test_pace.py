from hypothesis import given
from hypothesis import strategies as st

from chalicelib.tenants.pace import Rate

RATES = st.builds(Rate, st.integers(1, 30), st.integers(1, 5_000))
WAITS = st.lists(st.integers(0, 10_000), max_size=80)


@given(RATES, WAITS)
def test_nobody_gets_more_than_the_burst_and_what_came_back_since(rate: Rate, waits: list[int]):
    now = full_at = 1_000_000
    taken: list[int] = []
    for wait in waits:
        now += wait
        spent = rate.spent(full_at, now)
        if spent is not None:
            full_at = spent
            taken.append(now)

    for first, began in enumerate(taken):
        for last in range(first, len(taken)):
            elapsed = taken[last] - began
            assert last - first + 1 <= rate.burst + elapsed // rate.interval_ms


@given(RATES, WAITS)
def test_what_is_left_can_be_taken_and_after_the_wait_there_is_one(rate: Rate, waits: list[int]):
    now = full_at = 1_000_000
    for wait in waits:
        now += wait
        left = rate.left(full_at, now)
        assert (rate.spent(full_at, now) is not None) == (left > 0) == (rate.wait_ms(full_at, now) == 0)
        assert rate.spent(full_at, now + rate.wait_ms(full_at, now)) is not None
        full_at = rate.spent(full_at, now) or full_at
        assert rate.left(full_at, now) == max(0, left - 1)


def test_a_bucket_that_nobody_touched_is_full():
    rate = Rate(burst=3, interval_ms=1_000)

    assert 3 == rate.left(0, now=5_000)
    assert 0 == rate.wait_ms(0, now=5_000)
