from dataclasses import replace

import pytest

from chalicelib.adapters.dynamodb import webhooks
from chalicelib.tenants.ports import WebhookStore
from chalicelib.tenants.webhooks import KEPT_S, Answer, Dispatch, Endpoint, Event, Status, Trouble, event_id
from tests.adapters.playing import NOW, record, room
from tests.contracts.stores import DynamoStore, Store

HERE = "wh_0123456789abcdef"
THERE = "wh_fedcba9876543210"
FACTS = {"number": 1, "standings": [{"player": "p1", "score": 3, "place": 1}]}


def endpoint(id: str = HERE, created_at: int = NOW) -> Endpoint:
    return Endpoint(
        id, "https://hooks.example/in?a=b", ("round.ended", "room.closed"), created_at, "whsec_bmV3"
    )


def dispatch(n: int = 0, id: str = HERE) -> Dispatch:
    at = NOW + n
    event = Event(event_id("demo", "a1", str(n), at), "match.ended", at, "a1", "K7MPQ", "espia", FACTS)
    return Dispatch(id, event, next_at=at)


def all_pages(store: WebhookStore, most: int, status: Status | None = None, since: int = 0) -> list[Dispatch]:
    found: list[Dispatch] = []
    before: str | None = None
    while True:
        page = store.page(HERE, since, before, status, most)
        assert len(page.dispatches) <= most
        found += page.dispatches
        if page.next is None:
            return found
        before = page.next


def test_endpoints_are_kept_as_they_are_until_they_are_removed(store: Store):
    hooks = store.webhooks()
    late, early = endpoint(), endpoint(THERE, NOW - 1)
    for each in (late, early):
        hooks.add(each)

    assert [early, late] == hooks.endpoints()
    assert late == hooks.endpoint(HERE)
    assert hooks.remove(HERE) and not hooks.remove(HERE)
    assert hooks.endpoint(HERE) is None and [early] == hooks.endpoints()


def test_nothing_of_a_tenant_is_another_tenants(store: Store):
    hooks, others = store.webhooks("demo"), store.webhooks("demo-2")
    hooks.add(endpoint())
    hooks.keep(dispatch())

    assert [] == others.endpoints() and others.endpoint(HERE) is None and not others.remove(HERE)
    assert others.dispatch(HERE, dispatch().event.id) is None
    assert ((), None) == (
        others.page(HERE, 0, None, None, 9).dispatches,
        others.page(HERE, 0, None, None, 9).next,
    )
    assert not others.update(dispatch(), NOW) and not others.rotate(endpoint(), endpoint().secret)


def test_secrets_are_rotated_and_nothing_else_is_touched(store: Store):
    hooks = store.webhooks()
    hooks.add(endpoint())
    stale = hooks.endpoint(HERE)
    assert stale is not None
    hooks.disable(HERE, NOW + 5)

    assert hooks.rotate(stale.rotated("whsec_bmV3ZXI=", 60, NOW), "whsec_bmV3")

    rotated = replace(endpoint(), secret="whsec_bmV3ZXI=", old_secret="whsec_bmV3", old_until=NOW + 60_000)
    assert replace(rotated, disabled_at=NOW + 5) == hooks.endpoint(HERE)
    assert hooks.rotate(rotated.rotated("whsec_bGFzdA==", 0, NOW), "whsec_bmV3ZXI=")


def test_of_two_secrets_that_replace_the_same_one_is_kept(store: Store):
    hooks = store.webhooks()
    hooks.add(endpoint())
    first, second = (endpoint().rotated(secret, 60, NOW) for secret in ("whsec_bmV3ZXI=", "whsec_bGFzdA=="))

    assert hooks.rotate(first, "whsec_bmV3")
    assert not hooks.rotate(second, "whsec_bmV3")

    assert first == hooks.endpoint(HERE)


def test_what_is_gone_does_not_come_back_by_a_change(store: Store):
    hooks = store.webhooks()
    hooks.disable(HERE, NOW)

    assert not hooks.rotate(endpoint(), endpoint().secret)
    assert not hooks.update(dispatch(), None) and not hooks.update(dispatch(), NOW)
    assert [] == hooks.endpoints() and hooks.dispatch(HERE, dispatch().event.id) is None


def test_a_dispatch_is_kept_once_whatever_became_of_it(store: Store):
    hooks = store.webhooks()
    hooks.keep(dispatch())
    assert dispatch() == hooks.dispatch(HERE, dispatch().event.id)
    delivered = dispatch().after(Answer(200), NOW + 1)
    assert hooks.update(delivered, NOW)

    hooks.keep(dispatch())

    assert delivered == hooks.dispatch(HERE, dispatch().event.id)


@pytest.mark.parametrize(
    "answer",
    [Answer(500), Answer(204), Answer(410), Answer(trouble=Trouble.TIMEOUT), Answer(trouble=Trouble.DELETED)],
)
def test_what_came_of_an_attempt_is_kept_whole(store: Store, answer: Answer):
    hooks = store.webhooks()
    hooks.keep(dispatch())
    tried = dispatch().after(answer, NOW + 1)

    assert hooks.update(tried, NOW)
    assert tried == hooks.dispatch(HERE, dispatch().event.id)
    assert hooks.update(tried.replayed(NOW + 2), tried.next_at)
    assert tried.replayed(NOW + 2) == hooks.dispatch(HERE, dispatch().event.id)


def test_a_dispatch_is_replaced_only_where_it_is_still_to_be_tried_then(store: Store):
    hooks = store.webhooks()
    hooks.keep(dispatch())
    tried = dispatch().after(Answer(200), NOW + 1)

    assert not hooks.update(tried, NOW + 1) and not hooks.update(tried, None)
    assert hooks.update(tried, NOW)
    assert not hooks.update(dispatch(), NOW)
    assert tried == hooks.dispatch(HERE, dispatch().event.id)


def test_pages_show_everything_once_the_newest_first(store: Store, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(webhooks, "LOOKED_AT", 4)
    hooks = store.webhooks()
    for n in (3, 0, 6, 1, 5, 2, 4):
        hooks.keep(dispatch(n))
    hooks.keep(dispatch(9, THERE))

    for most in (1, 2, 3, 7, 9):
        assert [dispatch(n) for n in range(6, -1, -1)] == all_pages(hooks, most)
    assert [dispatch(n) for n in (6, 5)] == all_pages(hooks, 9, since=NOW + 5)


def test_those_of_a_status_are_found_among_many_others(store: Store, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(webhooks, "LOOKED_AT", 3)
    monkeypatch.setattr(webhooks, "REQUESTS", 2)
    hooks = store.webhooks()
    for n in range(20):
        hooks.keep(dispatch(n))
    for n in (0, 11, 19):
        assert hooks.update(dispatch(n).after(Answer(410), NOW), NOW + n)

    failed = [each.event.at - NOW for each in all_pages(hooks, 2, "failed")]
    assert [19, 11, 0] == failed
    assert 17 == len(all_pages(hooks, 5, "pending")) and [] == all_pages(hooks, 5, "delivered")


def test_a_finished_round_can_be_read_without_its_room(store: Store):
    rooms = store.rooms()
    rooms.create(room())
    rooms.keep_round(room(), record(1))

    assert record(1) == rooms.kept_round("K7MPQ", room().document.id, record(1).id)
    assert rooms.kept_round("K7MPQ", room().document.id, record(2).id) is None
    assert rooms.kept_round("K7MPQ", "another", record(1).id) is None
    assert store.rooms("demo-2").kept_round("K7MPQ", room().document.id, record(1).id) is None


def test_dispatches_are_deleted_after_a_week_and_hold_no_secret_and_endpoints_stay(table: DynamoStore):
    hooks = table.webhooks()
    hooks.add(endpoint())
    hooks.keep(dispatch())
    kept = {item["sk"]["S"].partition("_")[0]: item for item in table.items()}

    assert {"N": str(NOW // 1000 + KEPT_S)} == kept["evt"]["expires_at"]
    assert "whsec" not in str(kept["evt"])
    assert "expires_at" not in kept["WEBHOOK#wh"]
