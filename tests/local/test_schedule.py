"""The schedule: each scheduled function at its rate, the first time at once."""

import pytest

from infra.local.schedule import minutes_of
from tests.local.conftest import Local


def test_a_scheduled_function_runs_once_a_period(local: Local) -> None:
    local.wait_for(lambda: len(local.seen(kind="sweep", source="aws.events")) >= 4)
    times = [note["at"] for note in local.seen(kind="sweep")]

    # one that is late does not put off the next, so only several together take as long as they should
    assert 0.5 < times[3] - times[0] < 5


def test_rates_are_understood_and_nothing_else() -> None:
    assert [minutes_of(f"rate({rate})") for rate in ("1 minute", "5 minutes", "1 hour", "2 days")] == [
        1,
        5,
        60,
        2880,
    ]
    with pytest.raises(ValueError, match="only rates"):
        minutes_of("cron(0 12 * * ? *)")
