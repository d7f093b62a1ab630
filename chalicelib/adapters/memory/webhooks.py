"""Webhooks, and a queue and a sender that only record."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from chalicelib.adapters import keys
from chalicelib.adapters.keys import Key
from chalicelib.adapters.memory.kept import Memory, is_under
from chalicelib.tenants.delivering import Post
from chalicelib.tenants.ports import Page
from chalicelib.tenants.webhooks import Answer, Dispatch, Endpoint, Errand, Status, first_id


class MemoryWebhooks:
    """The webhooks of one tenant."""

    def __init__(self, memory: Memory, tenant: str) -> None:
        """Keep them in a memory that other tenants may share."""
        self._memory, self._tenant = memory, tenant

    def endpoints(self) -> list[Endpoint]:
        """All of them, the oldest first."""
        pk, prefix = keys.webhooks(self._tenant)
        with self._memory.lock:
            found = [each for key, each in self._memory.endpoints.items() if is_under(key, pk, prefix)]
        return sorted(found, key=lambda endpoint: (endpoint.created_at, endpoint.id))

    def endpoint(self, id: str) -> Endpoint | None:
        """The endpoint, or None."""
        with self._memory.lock:
            return self._memory.endpoints.get(keys.webhook(self._tenant, id))

    def add(self, endpoint: Endpoint) -> None:
        """Keep a new one."""
        with self._memory.lock:
            self._memory.endpoints[keys.webhook(self._tenant, endpoint.id)] = endpoint

    def rotate(self, endpoint: Endpoint, expected: str) -> bool:
        """Replace its secrets by these where the newest is still what was expected."""
        secrets = {name: getattr(endpoint, name) for name in ("secret", "old_secret", "old_until")}
        return self._change(endpoint.id, lambda at: at.secret == expected, secrets)

    def disable(self, id: str, now: int) -> None:
        """Note that it wants nothing more, if it is not gone."""
        self._change(id, lambda _: True, {"disabled_at": now})

    def remove(self, id: str) -> bool:
        """Forget it; False if it was gone."""
        with self._memory.lock:
            return self._memory.endpoints.pop(keys.webhook(self._tenant, id), None) is not None

    def keep(self, dispatch: Dispatch) -> None:
        """Keep a new one; doing it again changes nothing, whatever became of it since."""
        with self._memory.lock:
            self._memory.dispatches.setdefault(self._key(dispatch), dispatch)

    def dispatch(self, endpoint: str, event: str) -> Dispatch | None:
        """The dispatch of an event to an endpoint, or None."""
        with self._memory.lock:
            return self._memory.dispatches.get(keys.dispatch(self._tenant, endpoint, event))

    def update(self, dispatch: Dispatch, expected: int | None) -> bool:
        """Replace it where its `next_at` is still what was expected; False where it is not, or is gone."""
        key = self._key(dispatch)
        with self._memory.lock:
            standing = self._memory.dispatches.get(key)
            if standing is None or standing.next_at != expected:
                return False
            self._memory.dispatches[key] = dispatch
        return True

    def clear(self, endpoint: str) -> int:
        """Delete some dispatches to an endpoint; how many. None: nothing is left."""
        pk = keys.dispatches(self._tenant, endpoint)
        return self._delete(lambda key, dispatch: key.pk == pk)

    def drop(self, room_id: str, since: int) -> None:
        """Delete what was dispatched of a room."""
        own = {keys.dispatches(self._tenant, endpoint.id) for endpoint in self.endpoints()}
        self._delete(lambda key, dispatch: key.pk in own and dispatch.event.room_id == room_id)

    def _delete(self, is_meant: Callable[[Key, Dispatch], bool]) -> int:
        with self._memory.lock:
            found = [key for key, dispatch in self._memory.dispatches.items() if is_meant(key, dispatch)]
            for key in found:
                del self._memory.dispatches[key]
        return len(found)

    def page(self, endpoint: str, since: int, before: str | None, status: Status | None, most: int) -> Page:
        """At most so many dispatches of events since an instant (epoch ms), and before another event."""
        pk = keys.dispatches(self._tenant, endpoint)
        with self._memory.lock:
            kept = sorted(self._memory.dispatches.items(), reverse=True)
        found = [
            each
            for key, each in kept
            if key.pk == pk
            and first_id(since) <= key.sk
            and (before is None or key.sk < before)
            and status in (None, each.status)
        ]
        return Page(tuple(found[:most]), found[most - 1].event.id if len(found) > most else None)

    def _key(self, dispatch: Dispatch) -> Key:
        return keys.dispatch(self._tenant, dispatch.endpoint, dispatch.event.id)

    def _change(self, id: str, is_expected: Callable[[Endpoint], bool], changes: Mapping[str, Any]) -> bool:
        key = keys.webhook(self._tenant, id)
        with self._memory.lock:
            standing = self._memory.endpoints.get(key)
            if standing is None or not is_expected(standing):
                return False
            self._memory.endpoints[key] = replace(standing, **changes)
        return True


@dataclass(frozen=True, slots=True)
class RecordingCourier:
    """Keeps what one tenant's dispatches would wait for in the queue."""

    errands: list[Errand]
    tenant: str

    def send(self, endpoint: str, event: str, due_at: int, now: int) -> None:
        """Record it."""
        self.errands.append(Errand(self.tenant, endpoint, event, due_at))


@dataclass(slots=True)
class RecordingSender:
    """Keeps what was sent; a test says what is answered, by URL."""

    answers: dict[str, Answer] = field(default_factory=dict)
    sent: list[tuple[str, Mapping[str, str], bytes]] = field(default_factory=list)

    def post(self, url: str, headers: Mapping[str, str], body: bytes) -> Answer:
        """Record it."""
        self.sent.append((url, headers, body))
        return self.answers.get(url, Answer(204))


@dataclass(slots=True)
class MemoryPost:
    """The webhooks of all tenants, what waits in their queue, and what was sent."""

    memory: Memory
    errands: list[Errand] = field(default_factory=list)
    sender: RecordingSender = field(default_factory=RecordingSender)

    def of(self, tenant: str) -> Post:
        """That of one tenant."""
        return Post(MemoryWebhooks(self.memory, tenant), RecordingCourier(self.errands, tenant), self.sender)
