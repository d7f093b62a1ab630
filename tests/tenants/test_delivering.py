"""How an event reaches an endpoint: messages come twice, early or late, and processes die in between."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

import pytest

from chalicelib.adapters.memory import HandClock, Memory, MemoryPost
from chalicelib.rooms.errors import StoreBusy
from chalicelib.tenants.administration import TenantTrouble
from chalicelib.tenants.delivering import Post, deliver, replay
from chalicelib.tenants.webhooks import (
    MOST_BYTES,
    Answer,
    Dispatch,
    Endpoint,
    Errand,
    Event,
    Trouble,
    event_id,
    make_secret,
)

URL = "https://hooks.example/"
NOW = HandClock().at
ENDPOINT = Endpoint("wh_0123456789abcdef", URL, ("room.closed",), NOW, make_secret(b"s" * 32))
EVENT = Event(event_id("demo", "a1", "closed", NOW), "room.closed", NOW, "a1", "K7MPQ", "espia", {})
DOWN = Answer(500)


@dataclass
class Office:
    """A post office with one letter in it, whose queue is in the test's hands."""

    memory: Memory = field(default_factory=Memory)
    clock: HandClock = field(default_factory=HandClock)
    body: bytes | None = b"{}"

    def __post_init__(self) -> None:
        self.all = MemoryPost(self.memory)
        self.post: Post = self.all.of("demo")
        self.post.store.add(ENDPOINT)
        self.post.store.keep(Dispatch(ENDPOINT.id, EVENT, next_at=NOW))
        self.post.courier.send(ENDPOINT.id, EVENT.id, NOW, NOW)

    @property
    def waiting(self) -> list[Errand]:
        return self.all.errands

    @property
    def sent(self) -> list[str]:
        """The ids under which something was sent."""
        return [headers["webhook-id"] for _, headers, _ in self.all.sender.sent]

    @property
    def dispatch(self) -> Dispatch:
        found = self.post.store.dispatch(ENDPOINT.id, EVENT.id)
        assert found is not None
        return found

    def answers(self, answer: Answer) -> None:
        self.all.sender.answers[URL] = answer

    def deliver(self, errand: Errand, post: Post | None = None) -> Dispatch | None:
        return deliver(post or self.post, errand, lambda event: self.body, self.clock.now)

    def take(self) -> Dispatch | None:
        """Take the message that waits, at its time."""
        errand = self.waiting.pop(0)
        self.clock.at = max(self.clock.at, errand.due_at)
        return self.deliver(errand)

    def drain(self) -> None:
        while self.waiting:
            self.take()


@pytest.fixture
def office() -> Office:
    return Office()


def test_what_is_answered_well_is_delivered_once_and_nothing_waits(office: Office):
    office.drain()

    assert "delivered" == office.dispatch.status and [EVENT.id] == office.sent


def test_what_fails_is_tried_again_under_the_same_id_until_it_is_answered(office: Office):
    office.answers(DOWN)
    for _ in range(3):
        office.take()
    office.answers(Answer(204))
    office.drain()

    assert ("delivered", 4) == (office.dispatch.status, office.dispatch.attempts)
    assert [EVENT.id] * 4 == office.sent


def test_what_always_fails_is_given_up_after_a_day_and_a_half_at_most_and_kept(office: Office):
    office.answers(DOWN)
    office.drain()

    assert ("failed", 7) == (office.dispatch.status, office.dispatch.attempts)
    assert 31 < (office.clock.at - NOW) / 3_600_000 < 38


def test_each_attempt_is_signed_for_its_own_time(office: Office):
    office.answers(DOWN)
    office.drain()
    headers = [headers for _, headers, _ in office.all.sender.sent]

    assert 7 == len({each["webhook-timestamp"] for each in headers})
    assert 7 == len({each["webhook-signature"] for each in headers})


def test_a_message_that_comes_early_is_sent_on_and_nothing_is_tried(office: Office):
    later = replace(office.waiting.pop(), due_at=NOW + 1)

    assert office.deliver(later) is None
    assert [later] == office.waiting and [] == office.sent


def test_messages_that_come_twice_make_no_attempt_twice_and_no_second_chain(office: Office):
    office.answers(DOWN)
    while office.waiting:
        errand = office.waiting.pop(0)
        office.clock.at = max(office.clock.at, errand.due_at)
        for _ in range(3):
            office.deliver(errand)

    assert 7 == len(office.sent)


def test_two_copies_at_the_same_moment_send_twice_at_most_and_under_one_id(office: Office):
    errand = office.waiting.pop()

    def meanwhile(url: str, headers: Any, body: bytes) -> Answer:
        office.deliver(errand)
        return Answer(204)

    office.deliver(errand, replace(office.post, sender=Calling(meanwhile)))

    assert [EVENT.id] == office.sent and "delivered" == office.dispatch.status
    assert [] == office.waiting


@dataclass
class Calling:
    """A port with one function under any name."""

    do: Callable[..., Any]

    def __getattr__(self, name: str) -> Callable[..., Any]:
        return self.do


@dataclass
class Dying:
    """Calls to a port, of which the n-th is the last: it was made, or it was not."""

    port: Any
    lives: Iterator[int]
    is_made: bool

    def __getattr__(self, name: str) -> Callable[..., Any]:
        real = getattr(self.port, name)

        def call(*args: Any, **named: Any) -> Any:
            if next(self.lives):
                return real(*args, **named)
            if self.is_made:
                real(*args, **named)
            raise StoreBusy

        return call


@pytest.mark.parametrize("is_made", [False, True])
@pytest.mark.parametrize("n", range(5))
def test_whatever_call_breaks_the_event_arrives(office: Office, n: int, is_made: bool):
    office.answers(DOWN)
    lives = iter([1] * n + [0] + [1] * 99)
    post = Post(
        *(Dying(getattr(office.post, port), lives, is_made) for port in ("store", "courier", "sender"))
    )
    errand = office.waiting.pop()
    try:
        office.deliver(errand, post)
    except StoreBusy:
        office.waiting.append(errand)  # as the queue does
    office.answers(Answer(204))
    office.drain()

    assert "delivered" == office.dispatch.status and {EVENT.id} == set(office.sent)


def test_an_endpoint_that_is_gone_is_told_nothing_more_and_all_that_waits_for_it_fails(office: Office):
    office.answers(Answer(410))
    office.take()
    other = replace(EVENT, id=event_id("demo", "a2", "closed", NOW))
    office.post.store.keep(Dispatch(ENDPOINT.id, other, next_at=NOW))
    office.answers(Answer(204))

    tried = office.deliver(Errand("demo", ENDPOINT.id, other.id, NOW))

    assert tried is not None and ("failed", Trouble.DISABLED) == (tried.status, tried.answer.trouble)
    assert [EVENT.id] == office.sent and "failed" == office.dispatch.status
    (endpoint,) = office.post.store.endpoints()
    assert NOW == endpoint.disabled_at


def test_what_was_deleted_meanwhile_is_not_told(office: Office):
    office.body = None
    office.drain()

    assert [] == office.sent
    assert ("failed", Trouble.DELETED) == (office.dispatch.status, office.dispatch.answer.trouble)


def test_what_is_too_large_is_not_sent(office: Office):
    office.body = b"x" * MOST_BYTES
    office.take()
    assert [EVENT.id] == office.sent

    office = Office(body=b"x" * (MOST_BYTES + 1))
    office.drain()
    assert [] == office.sent and Trouble.TOO_LARGE == office.dispatch.answer.trouble


def test_a_removed_endpoint_is_told_nothing_more(office: Office):
    assert office.post.store.remove(ENDPOINT.id)
    office.drain()

    assert [] == office.sent and "pending" == office.dispatch.status


def test_a_message_about_nothing_is_done_with(office: Office):
    nothing = event_id("demo", "a9", "closed", NOW)

    assert office.deliver(Errand("demo", ENDPOINT.id, nothing, NOW)) is None


def test_a_replay_sends_again_under_the_same_id_with_all_its_retries(office: Office):
    office.answers(DOWN)
    office.drain()
    replay(office.post, ENDPOINT, office.dispatch, office.clock.now())
    assert ("pending", 0) == (office.dispatch.status, office.dispatch.attempts)
    office.take()
    office.answers(Answer(204))
    office.drain()

    assert ("delivered", 2) == (office.dispatch.status, office.dispatch.attempts)
    assert {EVENT.id} == set(office.sent) and 9 == len(office.sent)


def test_a_replay_of_what_still_waits_takes_the_place_of_the_next_attempt(office: Office):
    office.answers(DOWN)
    office.take()
    office.clock.pass_ms(1)
    replay(office.post, ENDPOINT, office.dispatch, office.clock.now())
    office.answers(Answer(204))
    office.drain()

    assert 2 == len(office.sent)


def test_a_disabled_endpoint_gets_no_replay(office: Office):
    office.answers(Answer(410))
    office.drain()
    (endpoint,) = office.post.store.endpoints()

    with pytest.raises(TenantTrouble, match="webhook_disabled"):
        replay(office.post, endpoint, office.dispatch, NOW)


def test_a_replay_of_what_was_tried_meanwhile_tries_it_again(office: Office):
    stale = office.dispatch
    office.drain()

    again = replay(office.post, ENDPOINT, stale, NOW + 1)

    assert NOW + 1 == again.next_at == office.dispatch.next_at
