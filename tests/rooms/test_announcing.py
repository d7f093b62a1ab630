"""What is sent on its way when something ends: once for each endpoint that wants it, whatever breaks."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest

from chalicelib.adapters.memory import HandClock, Memory, MemoryPost
from chalicelib.rooms.announcing import BELIEVED_MS, Announcer
from chalicelib.rooms.errors import StoreBusy
from chalicelib.tenants.webhooks import Answer, Endpoint, EventType
from tests.adapters.playing import NOW, delivery, room

HERE, THERE = "wh_0000000000000001", "wh_0000000000000002"


def endpoint(id: str = HERE, *events: EventType) -> Endpoint:
    return Endpoint(id, "https://hooks.example/", events or ("round.ended",), NOW, "whsec_bmV3")


@dataclass
class Desk:
    """An announcer, what it keeps and what it sends."""

    memory: Memory = field(default_factory=Memory)
    clock: HandClock = field(default_factory=HandClock)

    def __post_init__(self) -> None:
        self.all = MemoryPost(self.memory)
        self.post = self.all.of("demo")
        self.announcer = Announcer("demo", self.post.store, self.post.courier, self.clock)

    def kept(self, id: str = HERE) -> list[str]:
        return [each.event.id for each in self.post.store.page(id, 0, None, None, 99).dispatches]


@pytest.fixture
def desk() -> Desk:
    return Desk()


def test_each_endpoint_that_wants_an_event_gets_it_once_however_often_it_is_announced(desk: Desk):
    desk.post.store.add(endpoint(HERE))
    desk.post.store.add(endpoint(THERE, "round.ended", "room.closed"))
    for _ in range(3):
        desk.announcer.deliver(room(), delivery())

    assert 1 == len(desk.kept(HERE)) and desk.kept(HERE) == desk.kept(THERE)
    assert {(errand.endpoint, errand.event) for errand in desk.all.errands} == {
        (id, desk.kept()[0]) for id in (HERE, THERE)
    }


def test_what_nobody_wants_is_not_kept(desk: Desk):
    desk.post.store.add(endpoint(HERE, "room.closed"))
    desk.announcer.deliver(room(), delivery())

    assert ([], []) == (desk.kept(), desk.all.errands)


def test_what_was_sent_meanwhile_is_not_begun_again(desk: Desk):
    desk.post.store.add(endpoint())
    desk.announcer.deliver(room(), delivery())
    (event,) = desk.kept()
    found = desk.post.store.dispatch(HERE, event)
    assert found is not None and desk.post.store.update(found.after(Answer(204), NOW), found.next_at)
    desk.announcer.deliver(room(), delivery())

    again = desk.post.store.dispatch(HERE, event)
    assert again is not None and "delivered" == again.status


def test_a_new_endpoint_is_known_after_a_moment_and_at_once_where_it_was_made(desk: Desk):
    desk.announcer.deliver(room(), delivery(1))
    desk.post.store.add(endpoint())
    desk.announcer.deliver(room(), delivery(2))
    assert [] == desk.kept()

    desk.clock.pass_ms(BELIEVED_MS)
    desk.announcer.deliver(room(), delivery(3))
    assert 1 == len(desk.kept())

    desk.post.store.add(endpoint(THERE))
    desk.announcer.forget()
    desk.announcer.deliver(room(), delivery(4))
    assert 1 == len(desk.kept(THERE))


@dataclass
class Dying:
    """A port, of whose calls one is the last: it was made, or it was not."""

    port: Any
    lives: Iterator[bool]
    is_made: bool

    def __getattr__(self, name: str) -> Any:
        def call(*args: Any) -> Any:
            lives = next(self.lives)
            answer = getattr(self.port, name)(*args) if lives or self.is_made else None
            if not lives:
                raise StoreBusy
            return answer

        return call


@pytest.mark.parametrize("is_made", [False, True])
@pytest.mark.parametrize("n", range(5))
def test_whatever_call_breaks_it_is_complete_once_it_is_announced_again(desk: Desk, n: int, is_made: bool):
    desk.post.store.add(endpoint(HERE))
    desk.post.store.add(endpoint(THERE))
    lives = iter([*[True] * n, False])
    store, courier = (Dying(port, lives, is_made) for port in (desk.post.store, desk.post.courier))
    with pytest.raises(StoreBusy):
        Announcer("demo", store, courier, desk.clock).deliver(room(), delivery())  # type: ignore[arg-type]

    desk.announcer.deliver(room(), delivery())

    assert 1 == len(desk.kept(HERE)) and desk.kept(HERE) == desk.kept(THERE)
    assert {HERE, THERE} == {errand.endpoint for errand in desk.all.errands}
