"""The round's clock can stand; a time limit cannot."""

from hypothesis import given
from hypothesis import strategies as st

from chalicelib.core.ids import Millis
from chalicelib.core.timer import Due
from chalicelib.mechanics.clock import NO_CLOCK, Clock, Timer, clock_due, running, time_limit, timer_due

instants = st.integers(1_600_000_000_000, 1_900_000_000_000).map(Millis)
durations = st.integers(1, 600_000)


@given(instants, durations)
def test_a_running_clock_runs_out_after_its_duration(now: Millis, duration: int):
    assert Clock("running", deadline=Millis(now + duration)) == running(now, duration)


@given(instants, durations, st.data())
def test_a_paused_clock_has_exactly_what_was_left(now: Millis, duration: int, data: st.DataObject):
    gone = data.draw(st.integers(0, duration - 1))

    assert Clock("paused", remaining_ms=duration - gone) == running(now, duration).pause(Millis(now + gone))


@given(instants, durations, st.lists(st.tuples(st.integers(1, 50), st.integers(0, 10_000)), max_size=20))
def test_no_millisecond_is_lost_or_won_by_pausing(now: Millis, duration: int, pauses: list[tuple[int, int]]):
    clock, total = running(now, duration + sum(run for run, _ in pauses)), duration
    for run, rest in pauses:
        now = Millis(now + run)
        clock = clock.pause(now)
        now = Millis(now + rest)
        clock = clock.resume(now)

    assert Millis(now + total) == clock.deadline


def test_pausing_and_resuming_twice_is_doing_it_once():
    clock = running(Millis(0), 1_000)
    paused = clock.pause(Millis(100))

    assert paused == paused.pause(Millis(500))
    assert clock == clock.resume(Millis(500))


def test_no_clock_neither_pauses_nor_resumes():
    assert NO_CLOCK == NO_CLOCK.pause(Millis(5)) == NO_CLOCK.resume(Millis(5))


def test_only_a_running_clock_is_due():
    clock = running(Millis(0), 1_000)

    assert Due("3/clock", Millis(1_000)) == clock_due(clock, 3)
    assert clock_due(clock.pause(Millis(1)), 3) is None
    assert clock_due(NO_CLOCK, 3) is None


def test_a_limit_in_seconds_is_due_at_its_end():
    limit = time_limit("vote", Millis(500), 120)

    assert Timer("vote", Millis(120_500)) == limit
    assert Due("4/vote", Millis(120_500)) == timer_due(limit, 4)


def test_no_limit_is_never_due():
    assert time_limit("guess", Millis(0), None) is None
    assert timer_due(None, 4) is None
