"""Deleting a tenant: only one request is at it at a time, so that nothing is counted twice."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from chalicelib.adapters.memory import Memory, MemoryTenants
from chalicelib.rooms.errors import StoreBusy
from chalicelib.tenants.purging import GRACE_MS, REMEMBERED, TURN_MS, again_at, purge
from chalicelib.tenants.tenant import Tenant
from tests.tenants.unheard import Unheard, another_plan

NOW = 1_800_000_000_000


BEGUN, DONE = 2, 3
"""Which saves those are, the first being the tenant's own."""


class Evening:
    """A tenant with some rooms, at a time that a test sets."""

    def __init__(self, n_rooms: int, store: MemoryTenants | None = None) -> None:
        self.store, self.rooms, self.now, self.turns = store or MemoryTenants(Memory()), n_rooms, NOW, 0
        self.store.save(Tenant("acme", "free", NOW))

    def clock(self) -> int:
        return self.now

    def deleting(self, meanwhile: bool = False) -> Iterator[Mapping[str, int]]:
        """Delete the rooms; `meanwhile` somebody else asks for it too, at each of them."""
        while self.rooms:
            if meanwhile:
                assert self.purge().purged_at is None
            self.rooms -= 1
            yield {"rooms": 1}

    def purge(self, meanwhile: bool = False) -> Tenant:
        self.turns += 1
        return purge(self.store, "acme", self.deleting(meanwhile), self.clock, f"turn {self.turns}")


def test_who_asks_while_another_is_at_it_deletes_and_counts_nothing():
    evening = Evening(3)

    first = evening.purge(meanwhile=True)
    evening.now += GRACE_MS
    last = evening.purge()

    assert ({"rooms": 3}, None) == (first.deleted, first.purged_at)
    assert ({"rooms": 3}, evening.now) == (last.deleted, last.purged_at)
    assert last == evening.purge()


def test_who_asks_meanwhile_is_told_to_come_back_when_the_other_must_be_done():
    evening, told = Evening(1), list[int]()

    def deleting() -> Iterator[Mapping[str, int]]:
        told.append(again_at(evening.purge()))
        yield from evening.deleting()

    after = purge(evening.store, "acme", deleting(), evening.clock, "first")

    assert [NOW + TURN_MS] == told
    assert NOW + GRACE_MS == again_at(after)


def test_a_process_that_died_at_it_keeps_others_off_no_longer_than_a_request_may_take():
    evening = Evening(2)
    dead = replace(evening.purge(meanwhile=True), purging_until=NOW + TURN_MS)
    evening.rooms += 1
    assert evening.store.save(dead)

    evening.now += TURN_MS - 1
    assert {"rooms": 2} == evening.purge().deleted and 1 == evening.rooms
    evening.now += 1
    assert ({"rooms": 3}, evening.now) == ((after := evening.purge()).deleted, after.purged_at)


def test_who_took_too_long_counts_what_it_deleted_and_changes_nothing_else():
    evening, told = Evening(3), list[Tenant]()

    def slow() -> Iterator[Mapping[str, int]]:
        evening.rooms -= 1
        yield {"rooms": 1}
        evening.now += TURN_MS
        told.append(evening.purge())
        evening.now += 1

    after = purge(evening.store, "acme", slow(), evening.clock, "slow")

    assert [({"rooms": 2}, NOW + TURN_MS)] == [(other.deleted, other.purged_at) for other in told]
    assert ({"rooms": 3}, NOW + TURN_MS) == (after.deleted, after.purged_at)


def test_whose_turn_was_kept_goes_on_though_nobody_heard_of_it():
    store = Unheard(BEGUN, another_plan)

    after = Evening(3, store).purge()

    assert ({"rooms": 3}, "studio", None, None) == (
        after.deleted,
        after.plan,
        after.purging,
        after.purging_until,
    )


def test_what_was_counted_is_counted_once_though_nobody_heard_of_it():
    evening = Evening(3, Unheard(DONE, another_plan))

    assert {"rooms": 3} == evening.purge().deleted
    evening.now += GRACE_MS
    assert ({"rooms": 3}, evening.now) == ((last := evening.purge()).deleted, last.purged_at)


def test_what_was_counted_is_counted_once_though_others_went_on_before_that_was_heard():
    def others_turn(tenant: Tenant) -> Tenant:
        counted = (*tenant.counted, "another turn")
        return replace(tenant, deleted={"rooms": 5}, counted=counted, purging="a third", purging_until=NOW)

    after = Evening(3, Unheard(DONE, others_turn)).purge()

    assert ({"rooms": 5}, "a third") == (after.deleted, after.purging)


def test_who_took_too_long_counts_what_it_deleted_once_though_nobody_heard_of_it():
    late = 5  # both turns have begun and the other one is over by then
    evening = Evening(3, Unheard(late, another_plan))

    def slow() -> Iterator[Mapping[str, int]]:
        evening.rooms -= 1
        yield {"rooms": 1}
        evening.now += TURN_MS
        assert {"rooms": 2} == evening.purge().deleted

    after = purge(evening.store, "acme", slow(), evening.clock, "slow")

    assert ({"rooms": 3}, "studio") == (after.deleted, after.plan)


def test_of_the_turns_that_were_counted_only_the_last_few_are_remembered():
    evening = Evening(1)
    for _ in range(2 * REMEMBERED):
        after = evening.purge()

    assert (f"turn {evening.turns}", REMEMBERED) == (after.counted[-1], len(after.counted))


def test_what_goes_wrong_gives_the_turn_back():
    evening = Evening(2)

    def broken() -> Iterator[Mapping[str, int]]:
        evening.rooms -= 1
        yield {"rooms": 1}
        raise StoreBusy

    with pytest.raises(StoreBusy):
        purge(evening.store, "acme", broken(), evening.clock, "first")

    assert {"rooms": 2} == evening.purge().deleted


def test_a_turn_is_longer_than_a_request_may_take():
    config = json.loads(Path(".chalice/config.json").read_text("utf-8"))

    assert TURN_MS > 1000 * config["lambda_timeout"]
