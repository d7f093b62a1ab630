from collections.abc import Iterator, Mapping
from dataclasses import replace

from chalicelib.tenants.pace import Rate
from chalicelib.tenants.ports import TenantStore
from chalicelib.tenants.purging import purge
from chalicelib.tenants.tenant import Key, Tenant
from tests.contracts.stores import RACERS, Race, Store

NOW = 1_800_000_000_000
RATE = Rate(burst=20, interval_ms=10_000)
ACME = Tenant("acme", "studio", NOW, ("https://acme.example",), (Key("key_1", "pk", "d1", NOW, NOW + 5),))
TRIES = 40


def test_a_tenant_is_read_as_it_was_stored(store: Store):
    tenants = store.tenants()
    assert tenants.get("acme") is None

    assert tenants.save(ACME)

    assert replace(ACME, revision=1) == tenants.get("acme")
    assert tenants.get("acm") is None


def test_a_tenant_is_not_made_twice(store: Store):
    assert store.tenants().save(ACME)

    assert not store.tenants().save(replace(ACME, plan="free"))


def test_a_change_of_what_was_changed_meanwhile_is_refused(store: Store):
    tenants = store.tenants()
    tenants.save(ACME)
    read = tenants.get("acme")
    assert read is not None

    assert tenants.save(replace(read, plan="event"))
    assert not tenants.save(replace(read, plan="free"))

    assert replace(ACME, plan="event", revision=2) == tenants.get("acme")


def test_of_two_who_begin_to_purge_in_the_same_millisecond_one_has_the_turn(store: Store):
    tenants = store.tenants()
    tenants.save(ACME)
    read_before = tenants.get("acme")
    assert read_before is not None
    late = Late(tenants, read_before)

    def meanwhile() -> Iterator[Mapping[str, int]]:
        purge(late, "acme", iter([{"rooms": 100}]), lambda: NOW, "the other")
        yield {"rooms": 1}

    assert {"rooms": 1} == purge(tenants, "acme", meanwhile(), lambda: NOW, "one").deleted
    assert not late.waiting


class Late:
    """A store of which somebody has read a tenant before others changed it."""

    def __init__(self, tenants: TenantStore, *read: Tenant) -> None:
        self.tenants, self.waiting = tenants, [*read]

    def get(self, id: str) -> Tenant | None:
        return self.waiting.pop() if self.waiting else self.tenants.get(id)

    def save(self, tenant: Tenant) -> bool:
        return self.tenants.save(tenant)


def test_a_bucket_gives_what_is_in_it_and_what_comes_back(store: Store):
    buckets = store.buckets()

    assert all(buckets.take("rooms", RATE, NOW).is_taken for _ in range(20))
    empty = buckets.take("rooms", RATE, NOW)

    assert (False, 0, 10_000, 200_000) == (empty.is_taken, empty.left, empty.wait_ms, empty.full_ms)
    assert not buckets.take("rooms", RATE, NOW + 9_999).is_taken
    assert buckets.take("rooms", RATE, NOW + 10_000).is_taken
    assert not buckets.take("rooms", RATE, NOW + 10_000).is_taken


def test_what_is_given_back_can_be_taken_again(store: Store):
    buckets = store.buckets()
    buckets.give_back("rooms", RATE)

    left = [buckets.take("rooms", RATE, NOW).left for _ in range(20)]
    buckets.give_back("rooms", RATE)

    assert list(range(19, -1, -1)) == left
    assert buckets.take("rooms", RATE, NOW).is_taken
    assert not buckets.take("rooms", RATE, NOW).is_taken


def test_a_full_bucket_begins_anew(store: Store):
    buckets = store.buckets()
    for _ in range(5):
        buckets.take("rooms", RATE, NOW)

    assert 19 == buckets.take("rooms", RATE, NOW + 200_000).left


def test_buckets_of_other_names_addresses_and_tenants_are_others(store: Store):
    for _ in range(20):
        store.buckets("demo").take("joins#ab", RATE, NOW)

    assert not store.buckets("demo").take("joins#ab", RATE, NOW).is_taken
    assert store.buckets("demo").take("joins#cd", RATE, NOW).is_taken
    assert store.buckets("demo").take("joins", RATE, NOW).is_taken
    assert store.buckets("other").take("joins#ab", RATE, NOW).is_taken


def take_all(store: Store, racer: int) -> int:
    """Take as often as one may."""
    buckets = store.buckets()
    return sum(buckets.take("rooms", RATE, NOW + n).is_taken for n in range(TRIES))


def test_no_more_is_given_than_there_is_however_many_ask(contested: Store, race: Race):
    taken = race(take_all, contested)

    assert RATE.burst == sum(taken)
    assert len(taken) == RACERS
