"""Whatever the queue and the clocks do: nothing early, all once and at its own time, no room forgotten."""

import secrets
from collections.abc import Iterator
from random import Random

import pytest

from infra.bench import lateness
from infra.local.queue import Chaos
from infra.local.store import store as local_store
from infra.tables import create_tables
from tests.adapters.credentials import AWS_OF_NOBODY
from tests.conftest import Figures, Volume
from tests.contracts.stores import SERVERS, DynamoStore, MemoryStore
from tests.faults.town import DAY, Town, percentiles, served

CHAOS = {
    "well behaved": Chaos(),
    "everything twice": Chaos(duplicate=1, reorder=1),
    "late": Chaos(late=0.5, late_seconds=90, reorder=0.5),
    "half of it lost": Chaos(drop=0.5),
    "all of that": Chaos(duplicate=0.5, drop=0.3, late=0.3, late_seconds=30, reorder=1),
}
NOTHING_TO_SWEEP = [("well behaved", 0), ("everything twice", 0)]
"""Where every wake-up arrives, and in time, so that the sweep has nothing to make up for."""
MINUTE_MS, SECOND_MS = 60_000, 1_000


@pytest.fixture(autouse=True)
def aws_of_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in AWS_OF_NOBODY.items():
        monkeypatch.setenv(name, value)


@pytest.fixture
def dynamo() -> Iterator[DynamoStore]:
    with local_store(SERVERS[0]) as endpoint:
        table = DynamoStore(f"rooms-{secrets.token_hex(6)}", endpoint)
        create_tables(table.client, table.name)
        yield table


@pytest.mark.parametrize("how", CHAOS)
@pytest.mark.parametrize("wander_ms", [0, 4_000], ids=["true clocks", "jumping clocks"])
def test_in_the_end_it_is_as_if_every_deadline_had_been_kept(
    how: str, wander_ms: int, volume: Volume, figures: Figures
):
    town = Town(MemoryStore(), Random(f"{volume.seed}/{how}/{wander_ms}"), CHAOS[how], wander_ms)
    with served(town):
        town.build(volume.of(20, 500), within_ms=10 * MINUTE_MS)
        town.live(asked=0.5)
        town.check()
    assert not town.swept or (how, wander_ms) not in NOTHING_TO_SWEEP
    figures(f"late by a queue: {how}, clocks off by {wander_ms} ms")
    for source, told in percentiles(town.settled).items():
        figures(f"  {source}: {told}")


def test_it_is_the_same_in_a_real_store(dynamo: DynamoStore, volume: Volume):
    town = Town(dynamo, Random(volume.seed), CHAOS["all of that"])
    with served(town):
        town.build(volume.of(6, 100), within_ms=MINUTE_MS)
        town.live(asked=0.5)
        town.check()


def test_a_queue_that_does_its_work_is_at_most_a_second_late_for_all_who_are_due_together(volume: Volume):
    town = Town(MemoryStore(), Random(volume.seed))
    with served(town):
        town.build(volume.of(25, 250), within_ms=SECOND_MS)
        town.live()
        town.check()

    assert {"queue"} == {settled.source for settled in town.settled}
    assert max(settled.late_ms for settled in town.settled) <= SECOND_MS


def test_what_the_queue_lost_the_sweep_finds_within_two_minutes(volume: Volume):
    town = Town(MemoryStore(), Random(volume.seed), Chaos(drop=1))
    with served(town):
        town.build(volume.of(25, 250), within_ms=MINUTE_MS)
        town.queue.chaos = Chaos()
        town.live()
        town.check()

    first = {settled.code: settled for settled in reversed(town.settled)}
    assert {"sweep"} == {settled.source for settled in first.values()}
    assert max(settled.late_ms for settled in first.values()) <= 2 * MINUTE_MS


def test_rooms_that_nobody_woke_for_a_day_settle_in_one_go(volume: Volume):
    town = Town(MemoryStore(), Random(volume.seed), Chaos(drop=1))
    with served(town):
        town.build(volume.of(25, 250), within_ms=MINUTE_MS)
        town.queue.chaos = Chaos()
        town.pass_until(DAY / SECOND_MS + 60)
        town.live()
        town.check()

    assert len(town.settled) == len(town.started), "all that was due, in one save"
    assert min(settled.late_ms for settled in town.settled) >= DAY


def test_rooms_close_by_themselves_soon_after_their_time_and_no_alarm_is_armed_for_it(volume: Volume):
    town = Town(MemoryStore(), Random(volume.seed))
    with served(town):
        town.build(volume.of(10, 250), within_ms=MINUTE_MS)
        town.live()
        town.settled.clear()
        town.live(until_closed=True)
        town.check()

    assert {"closed"} == {room.state.phase for room in town.current.values()}
    assert sorted(town.current) == sorted(settled.code for settled in town.settled)
    assert {"sweep"} == {settled.source for settled in town.settled}
    assert max(settled.late_ms for settled in town.settled) <= 2 * MINUTE_MS


@pytest.mark.soak
def test_deadlines_of_a_whole_town_are_told_once_and_never_early(figures: Figures):
    told = lateness.measure(250, (lateness.QUEUE, lateness.WAYWARD, lateness.SWEEP))

    for line in lateness.lines(told):
        figures(line)
    assert all(one.times == 1 and one.late_ms >= 0 for one in told)
    assert max(one.late_ms for one in told) <= 2 * MINUTE_MS
