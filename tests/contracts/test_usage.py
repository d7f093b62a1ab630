"""What is used is written down once for each delivery, and added up by the day."""

from dataclasses import replace

import pytest

from chalicelib.rooms.room import Closing, Delivery
from chalicelib.tenants.usage import NOTHING, Usage, used
from tests.adapters.playing import NOW, delivery, room
from tests.contracts.stores import DynamoStore, Store

DAY_MS = 24 * 60 * 60 * 1000
TODAY, TOMORROW = "2027-01-15", "2027-01-16"
"""The day of `NOW`, and the next."""


def at(instant: int, number: int = 1, **used: int) -> Delivery:
    return replace(delivery(number), at=instant, usage=Usage(**used))


def test_nothing_was_used_where_nothing_was_delivered(store: Store):
    assert store.usage().sum(TODAY) == NOTHING
    assert store.usage().totals("2000-01-01", TODAY) == {}


def test_what_was_used_on_a_day_is_the_sum_of_its_deliveries_however_often_each_was_made(store: Store):
    book = store.usage()
    for _ in range(3):
        book.deliver(room(), at(NOW, 1, rounds=1, player_ms=1_440_000, actions=20, pushes=60))
        book.deliver(room(), at(NOW + 1, 2, player_ms=1_000, actions=3))
        book.deliver(room(id="another"), at(NOW, 1, rounds=1, pushes=5))
        book.deliver(room(), Delivery(NOW + 2, Closing(NOW, "left"), Usage(actions=1)))

    assert book.sum(TODAY) == Usage(rounds=2, player_ms=1_441_000, actions=24, pushes=65)


def test_what_was_told_first_of_a_delivery_stands(store: Store):
    store.usage().deliver(room(), at(NOW, actions=1))
    store.usage().deliver(room(), at(NOW, actions=2))

    assert store.usage().sum(TODAY) == Usage(actions=1)


def test_a_day_begins_and_ends_at_midnight_in_greenwich(store: Store):
    book, midnight = store.usage(), (NOW // DAY_MS + 1) * DAY_MS
    book.deliver(room(), at(midnight - 1, 1, actions=1))
    book.deliver(room(), at(midnight, 2, actions=10))

    assert book.sum(TODAY) == Usage(actions=1)
    assert book.sum(TOMORROW) == Usage(actions=10)


def test_many_deliveries_are_added_up_and_no_other_tenants(store: Store):
    ours, theirs = store.usage("demo"), store.usage("demo-2")
    for number in range(1, 41):
        ours.deliver(room(id=f"{number:016}"), at(NOW, rounds=1, pushes=number))

    assert ours.sum(TODAY) == Usage(rounds=40, pushes=820)
    assert theirs.sum(TODAY) == NOTHING


def test_days_that_were_added_up_are_found_by_themselves(store: Store):
    book = store.usage()
    for day, rounds in (("2027-01-09", 1), ("2027-01-10", 2), ("2027-01-11", 0), ("2027-01-12", 4)):
        book.keep(day, Usage(rounds=rounds))
    book.keep("2027-01-10", Usage(rounds=9))
    store.usage("demo-2").keep("2027-01-10", Usage(rounds=7))

    assert book.totals("2027-01-10", "2027-01-11") == {"2027-01-10": Usage(rounds=2), "2027-01-11": NOTHING}


def test_what_is_delivered_after_a_day_was_added_up_no_longer_counts(store: Store):
    book = store.usage()
    book.deliver(room(), at(NOW, 1, rounds=1))
    assert [(TODAY, Usage(rounds=1))] == [*used(book, [TODAY], settled_before=TOMORROW)]

    book.deliver(room(), at(NOW, 2, rounds=1))

    assert [(TODAY, Usage(rounds=1)), (TOMORROW, NOTHING)] == [
        *used(book, [TODAY, TOMORROW], settled_before=TOMORROW)
    ]


def test_a_day_that_is_not_over_is_added_up_each_time(store: Store):
    book = store.usage()
    for number in (1, 2):
        book.deliver(room(), at(NOW, number, rounds=1))
        assert [(TODAY, Usage(rounds=number))] == [*used(book, [TODAY], settled_before=TODAY)]


def test_usage_is_kept_for_more_than_a_year_and_names_nobody(table: DynamoStore):
    table.usage().deliver(room(), at(NOW, rounds=1, actions=3))
    table.usage().keep(TODAY, Usage(rounds=1))

    items = sorted(table.items(), key=lambda item: item["pk"]["S"])
    assert items == [
        {
            "pk": {"S": "T#demo#U"},
            "sk": {"S": TODAY},
            "rounds": {"N": "1"},
            "expires_at": {"N": str(NOW // DAY_MS * 86_400 + 43_200 + 400 * 86_400)},
        },
        {
            "pk": {"S": f"T#demo#U#{TODAY}"},
            "sk": {"S": f"{room().document.id}#0001.0001#{NOW}"},
            "rounds": {"N": "1"},
            "actions": {"N": "3"},
            "expires_at": {"N": str(NOW // 1000 + 400 * 86_400)},
        },
    ]


def test_a_delivery_for_which_nothing_was_used_leaves_nothing_behind(table: DynamoStore):
    table.usage().deliver(room(), at(NOW))

    assert table.items() == []


def test_a_day_that_cannot_be_fails_before_anything_is_read(store: Store):
    with pytest.raises(ValueError, match="stand in a key"):
        store.usage().sum("2027-01-15#")
