"""Own decks: versions that never change, and a newest one that everybody agrees on."""

from dataclasses import replace
from random import Random

import pytest

from chalicelib.decks.own.publishing import MOST_BYTES
from chalicelib.decks.own.shelf import KEPT_S, Bound
from tests.adapters.playing import NOW
from tests.contracts.stores import RACERS, DynamoStore, Race, Store
from tests.contracts.wire import Wire

V1, V2, V3 = "0" * 11 + "1", "0" * 11 + "2", "0" * 11 + "3"


def bound(version: str = V1, id: str = "oficina") -> Bound:
    summary = {"id": id, "version": version, "game": "espia", "title": "Ñandú"}
    return Bound(id, version, summary, b"deck " + version.encode(), b"\x00source")


def test_there_are_none_at_first(store: Store):
    shelf = store.shelf()

    assert shelf.summaries() == []
    assert shelf.newest("oficina") is shelf.bound("oficina", V1) is None


def test_a_deck_that_is_put_there_is_found_again(store: Store):
    shelf = store.shelf()

    assert shelf.put(bound(), None, NOW)
    assert shelf.put(bound(id="aula"), None, NOW)

    assert shelf.newest("oficina") == bound().summary
    assert shelf.bound("oficina", V1) == bound()
    assert [each["id"] for each in shelf.summaries()] == ["aula", "oficina"]


def test_a_deck_may_be_as_large_as_is_let_through(store: Store):
    large = replace(bound(), deck=Random(1).randbytes(MOST_BYTES - 1_000), source=b"\x00" * 1_000)

    assert store.shelf().put(large, None, NOW)
    assert store.shelf().bound("oficina", V1) == large


def test_the_version_before_stays(store: Store):
    shelf = store.shelf()
    shelf.put(bound(V1), None, NOW)

    assert shelf.put(bound(V2), V1, NOW)

    assert shelf.newest("oficina") == bound(V2).summary
    assert (shelf.bound("oficina", V1), shelf.bound("oficina", V2)) == (bound(V1), bound(V2))
    assert shelf.summaries() == [bound(V2).summary]


@pytest.mark.parametrize("before", [None, V3])
def test_a_deck_is_replaced_only_where_the_version_still_stands(store: Store, before: str | None):
    shelf = store.shelf()
    shelf.put(bound(V1), None, NOW)

    assert not shelf.put(bound(V2), before, NOW)
    assert not shelf.remove("oficina", V3, NOW)

    assert shelf.newest("oficina") == bound(V1).summary
    assert shelf.bound("oficina", V2) is None


def test_the_same_twice_is_done_once(store: Store):
    shelf = store.shelf()

    assert shelf.put(bound(V1), None, NOW) and shelf.put(bound(V1), None, NOW)
    assert shelf.put(bound(V2), V1, NOW) and shelf.put(bound(V2), V1, NOW)
    assert shelf.remove("oficina", V2, NOW) and shelf.remove("oficina", V2, NOW)


def test_a_deck_that_is_deleted_can_still_be_played_to_the_end(store: Store):
    shelf = store.shelf()
    shelf.put(bound(), None, NOW)

    assert shelf.remove("oficina", V1, NOW)

    assert shelf.newest("oficina") is None
    assert shelf.summaries() == []
    assert shelf.bound("oficina", V1) == bound()
    assert shelf.put(bound(), None, NOW)
    assert shelf.newest("oficina") == bound().summary


def test_another_tenant_sees_nothing_of_it(store: Store):
    store.shelf().put(bound(), None, NOW)
    other = store.shelf("other")

    assert other.summaries() == []
    assert other.newest("oficina") is other.bound("oficina", V1) is None
    other.remove("oficina", V1, NOW)
    assert other.put(bound(V2), None, NOW)
    assert store.shelf().newest("oficina") == bound(V1).summary


def test_what_is_not_the_newest_any_more_forgets_itself(table: DynamoStore):
    shelf = table.shelf()
    ends = {"N": str(NOW // 1000 + KEPT_S)}

    def expiring() -> dict[str, object]:
        return {item["sk"]["S"]: item.get("expires_at") for item in table.items()}

    shelf.put(bound(V1), None, NOW)
    assert expiring() == {"oficina": None, V1: None}
    shelf.put(bound(V2), V1, NOW)
    assert expiring() == {"oficina": None, V1: ends, V2: None}
    shelf.put(bound(V1), V2, NOW)
    assert expiring() == {"oficina": None, V1: None, V2: ends}
    shelf.remove("oficina", V1, NOW)
    assert expiring() == {V1: ends, V2: ends}


def test_each_step_is_one_call_and_reads_see_every_write_that_was_answered(wired: DynamoStore, wire: Wire):
    shelf = wired.shelf()
    shelf.put(bound(V1), None, NOW)
    shelf.put(bound(V2), V1, NOW)
    shelf.newest("oficina")
    shelf.bound("oficina", V1)
    shelf.summaries()
    shelf.remove("oficina", V2, NOW)

    assert wire.sent == [
        *["TransactWriteItems", "TransactWriteItems", "GetItem", "GetItem", "Query", "TransactWriteItems"]
    ]
    assert [asked["ConsistentRead"] for asked in wire.asked[2:5]] == [True] * 3


def replace_in_turn(store: Store, racer: int) -> int:
    """Put versions of one's own in the place of whatever is there; how often that was done."""
    shelf, done = store.shelf(), 0
    for n in range(6):
        standing = shelf.newest("oficina")
        before = standing["version"] if standing else None
        done += shelf.put(bound(f"{racer}{n}".rjust(12, "0")), before, NOW)
    return done


def test_whoever_replaces_a_deck_at_once_replaces_what_they_have_seen(contested: Store, race: Race):
    done = race(replace_in_turn, contested)

    shelf = contested.shelf()
    versions = [f"{racer}{n}".rjust(12, "0") for racer in range(RACERS) for n in range(6)]
    kept = [each for each in versions if shelf.bound("oficina", each)]
    assert sum(done) == len(kept) >= 6
    assert shelf.newest("oficina")["version"] in kept
