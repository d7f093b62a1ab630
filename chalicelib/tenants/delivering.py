"""How an event reaches a tenant's own server: at least once, with the same id each time, or not at all.

What is to be done next stands in the dispatch; messages of the queue are only wake-ups for it. One that is
not for the very instant that stands there changes nothing, so repeated and outdated ones do no harm. The next
wake-up is sent before the outcome is noted: a crash in between repeats an attempt, and loses none.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from chalicelib.tenants.administration import TenantTrouble
from chalicelib.tenants.ports import Courier, Sender, WebhookStore
from chalicelib.tenants.webhooks import (
    GONE,
    MOST_BYTES,
    Answer,
    Dispatch,
    Endpoint,
    Errand,
    Event,
    Trouble,
    signature,
)

Tell = Callable[[Event], bytes | None]
"""The JSON that tells of an event as things are now; None if there is nothing left to tell of."""

JSON: Final = "application/json"
TRIES: Final = 5
"""Attempts that may come in between while somebody asks for one more."""
AGENT: Final = "Tapadillo-Webhooks/1"


@dataclass(frozen=True, slots=True)
class Post:
    """What it takes to tell the servers of one tenant anything."""

    store: WebhookStore
    courier: Courier
    sender: Sender


def deliver(post: Post, errand: Errand, tell: Tell, clock: Callable[[], int]) -> Dispatch | None:
    """Try what an errand is about, if it is time; the dispatch as it is then, None if nothing was tried."""
    now = clock()
    if errand.due_at > now:
        post.courier.send(errand.endpoint, errand.event, errand.due_at, now)
        return None
    endpoint, dispatch = (
        post.store.endpoint(errand.endpoint),
        post.store.dispatch(errand.endpoint, errand.event),
    )
    if endpoint is None or dispatch is None or dispatch.next_at != errand.due_at:
        return None
    answer = _told(post.sender, endpoint, dispatch.event, tell, now)
    if answer.status == GONE:
        post.store.disable(endpoint.id, now)
    now = clock()
    after = dispatch.after(answer, now)
    if after.next_at is not None:
        post.courier.send(after.endpoint, after.event.id, after.next_at, now)
    post.store.update(after, expected=dispatch.next_at)
    return after


def replay(post: Post, endpoint: Endpoint, dispatch: Dispatch, now: int) -> Dispatch:
    """Send an event again, whatever became of it before; raises `TenantTrouble`."""
    if endpoint.disabled_at is not None:
        raise TenantTrouble("webhook_disabled")
    for _ in range(TRIES):
        again = dispatch.replayed(now)
        if post.store.update(again, expected=dispatch.next_at):
            post.courier.send(endpoint.id, dispatch.event.id, now, now)
            return again
        standing = post.store.dispatch(endpoint.id, dispatch.event.id)
        if standing is None:
            raise TenantTrouble("delivery_not_found")
        dispatch = standing
    raise TenantTrouble("store_busy")


def _told(sender: Sender, endpoint: Endpoint, event: Event, tell: Tell, now: int) -> Answer:
    if endpoint.disabled_at is not None:
        return Answer(trouble=Trouble.DISABLED)
    body = tell(event)
    if body is None:
        return Answer(trouble=Trouble.DELETED)
    if len(body) > MOST_BYTES:
        return Answer(trouble=Trouble.TOO_LARGE)
    headers = {
        "Content-Type": JSON,
        "User-Agent": AGENT,
        "webhook-id": event.id,
        "webhook-timestamp": str(now // 1000),
        "webhook-signature": signature(endpoint.secrets(now), event.id, now // 1000, body),
    }
    return sender.post(endpoint.url, headers, body)
