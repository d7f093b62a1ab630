"""Webhooks by themselves: signatures, ids, and when what failed is tried again."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from standardwebhooks import Webhook, WebhookVerificationError

from chalicelib.tenants.webhooks import (
    EVENT_ID,
    RETRIES_S,
    SPREAD,
    Answer,
    Dispatch,
    Endpoint,
    Event,
    Trouble,
    event_id,
    first_id,
    make_secret,
    signature,
)

NOW = 1_800_000_000_000
OLD, NEW = make_secret(b"o" * 32), make_secret(b"n" * 32)
ENDPOINT = Endpoint("wh_0123456789abcdef", "https://hooks.example/", ("round.ended",), NOW, OLD)
EVENT = Event(event_id("demo", "a1", "0001.0001", NOW), "round.ended", NOW, "a1", "K7MPQ", "espia", {})
FAILED = [Answer(500), Answer(301), Answer(404), Answer(trouble=Trouble.TIMEOUT)]


def dispatch() -> Dispatch:
    return Dispatch(ENDPOINT.id, EVENT, next_at=NOW)


def signed(body: bytes, *secrets: str, at: datetime | None = None) -> dict[str, str]:
    seconds = int((at or datetime.now(UTC)).timestamp())
    return {
        "webhook-id": EVENT.id,
        "webhook-timestamp": str(seconds),
        "webhook-signature": signature(secrets, EVENT.id, seconds, body),
    }


def test_the_signature_is_the_one_that_the_standard_shows():
    body = b'{"test": 2432232314}'

    assert "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=" == signature(
        ["whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"], "msg_p5jXN8AQM9LWM0D4loKWxJek", 1614265330, body
    )


def test_receivers_verify_it_with_the_standards_own_library():
    body = '{"nickname":"Íñigo"}'.encode()

    assert {"nickname": "Íñigo"} == Webhook(NEW).verify(body, signed(body, NEW))


@pytest.mark.parametrize(
    ("secret", "body", "minutes"),
    [(OLD, b"{}", 0), (NEW, b"{ }", 0), (NEW, b"{}", -6), (NEW, b"{}", 6)],
    ids=["another secret", "another body", "too old", "too new"],
)
def test_what_was_not_signed_so_is_refused_there(secret: str, body: bytes, minutes: int):
    headers = signed(b"{}", NEW, at=datetime.now(UTC) + timedelta(minutes=minutes))

    with pytest.raises(WebhookVerificationError):
        Webhook(secret).verify(body, headers)


def test_during_the_grace_of_a_rotation_both_secrets_verify_and_after_it_the_new_one_alone():
    rotated = ENDPOINT.rotated(NEW, 60, NOW)

    assert (NEW, OLD) == rotated.secrets(NOW + 59_999)
    assert (NEW,) == rotated.secrets(NOW + 60_000)
    headers = signed(b"{}", *rotated.secrets(NOW))
    for secret in (OLD, NEW):
        Webhook(secret).verify(b"{}", headers)


def test_without_any_grace_the_old_secret_signs_nothing_more():
    assert (NEW,) == ENDPOINT.rotated(NEW, 0, NOW).secrets(NOW)


def test_no_third_secret_comes_while_two_sign_unless_nothing_old_is_to_sign():
    rotated = ENDPOINT.rotated(NEW, 60, NOW)

    assert ENDPOINT.may_rotate(60, NOW)
    assert not rotated.may_rotate(60, NOW + 59_999) and not rotated.may_rotate(1, NOW)
    assert rotated.may_rotate(60, NOW + 60_000)
    assert rotated.may_rotate(0, NOW)


def test_an_event_has_one_id_for_ever_and_no_other_event_has_it():
    same = {event_id("demo", "a1", "0001.0001", NOW) for _ in range(3)}
    others = {event_id(*other, NOW) for other in (("demo", "a1", "closed"), ("demo", "a2", "0001.0001"))}
    others.add(event_id("other", "a1", "0001.0001", NOW))

    assert 1 == len(same) and 3 == len(others - same)
    assert all(EVENT_ID.fullmatch(id) for id in same | others)


def test_ids_sort_as_the_events_happened():
    ids = [event_id("demo", room, "closed", NOW + n) for n, room in enumerate(("c", "a", "b"))]

    assert sorted(ids) == ids
    assert ids[0] < first_id(NOW + 1) < ids[1]


def test_an_endpoint_is_told_what_it_asked_for_until_it_is_disabled():
    assert ENDPOINT.wants("round.ended") and not ENDPOINT.wants("room.closed")
    assert not replace(ENDPOINT, disabled_at=NOW).wants("round.ended")


@pytest.mark.parametrize("status", [200, 201, 204, 299])
def test_any_2xx_is_success(status: int):
    after = dispatch().after(Answer(status), NOW + 5)

    assert ("delivered", None, 1, NOW + 5) == (after.status, after.next_at, after.attempts, after.tried_at)


@pytest.mark.parametrize("answer", FAILED)
def test_anything_else_is_tried_again_after_ever_longer_times_and_then_given_up(answer: Answer):
    tried, waits, now = dispatch(), [], NOW
    while tried.status == "pending":
        tried = tried.after(answer, now)
        if tried.next_at is not None:
            waits.append((tried.next_at - now) / 1000)
            now = tried.next_at

    assert "failed" == tried.status and 7 == tried.attempts and answer == tried.answer
    assert len(RETRIES_S) == len(waits)
    assert all(least <= wait <= least * (1 + SPREAD) for wait, least in zip(waits, RETRIES_S, strict=True))


def test_what_failed_together_is_not_repeated_together():
    events = [replace(EVENT, id=event_id("demo", str(n), "closed", NOW)) for n in range(200)]
    next_at = [Dispatch(ENDPOINT.id, event, next_at=NOW).after(Answer(500), NOW).next_at for event in events]

    assert 50 < len(set(next_at))


@pytest.mark.parametrize(
    "answer",
    [Answer(410), *(Answer(trouble=t) for t in (Trouble.DELETED, Trouble.DISABLED, Trouble.TOO_LARGE))],
)
def test_what_will_not_change_is_not_tried_again(answer: Answer):
    after = dispatch().after(answer, NOW)

    assert ("failed", None) == (after.status, after.next_at)


def test_what_is_replayed_begins_anew_and_keeps_its_id():
    failed = dispatch().after(Answer(410), NOW)
    again = failed.replayed(NOW + 9)

    assert ("pending", NOW + 9, 0) == (again.status, again.next_at, again.attempts)
    assert failed.event == again.event
