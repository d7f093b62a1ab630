"""What tenants need from outside; adapters implement it. Trouble outside raises `StoreBusy`."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol, Self

from chalicelib.tenants.pace import Rate
from chalicelib.tenants.tenant import Tenant
from chalicelib.tenants.webhooks import Answer, Dispatch, Endpoint, Status


@dataclass(frozen=True, slots=True)
class Level:
    """A bucket after something was asked of it: how many are left, and when the next one is there."""

    is_taken: bool
    left: int
    wait_ms: int
    full_ms: int

    @classmethod
    def of(cls, rate: Rate, full_at: int, now: int, *, is_taken: bool) -> Self:
        """The level of a bucket that is full at that instant."""
        return cls(is_taken, rate.left(full_at, now), rate.wait_ms(full_at, now), max(0, full_at - now))


class TenantStore(Protocol):
    """The records of all tenants. Reads are strongly consistent."""

    def get(self, id: str) -> Tenant | None:
        """The tenant, or None."""

    def save(self, tenant: Tenant) -> bool:
        """Store it as the revision after its own (a new one has 0); False if it was changed meanwhile."""


class Buckets(Protocol):
    """The token buckets of one tenant."""

    def take(self, name: str, rate: Rate, now: int) -> Level:
        """Take one from the bucket of that name, if there is one."""

    def give_back(self, name: str, rate: Rate) -> None:
        """Put one back that was taken."""


@dataclass(frozen=True, slots=True)
class Page:
    """Some dispatches, the newest first, and after which event to look for more; None: there are no more."""

    dispatches: tuple[Dispatch, ...]
    next: str | None


class WebhookStore(Protocol):
    """The webhooks of one tenant, and what was sent to them. Reads are strongly consistent."""

    def endpoints(self) -> list[Endpoint]:
        """All of them, the oldest first."""

    def endpoint(self, id: str) -> Endpoint | None:
        """The endpoint, or None."""

    def add(self, endpoint: Endpoint) -> None:
        """Keep a new one."""

    def rotate(self, endpoint: Endpoint, expected: str) -> bool:
        """Replace its secrets by these where the newest is still what was expected.

        False where it is not, or is gone.
        """

    def disable(self, id: str, now: int) -> None:
        """Note that it wants nothing more, if it is not gone."""

    def remove(self, id: str) -> bool:
        """Forget it; False if it was gone."""

    def keep(self, dispatch: Dispatch) -> None:
        """Keep a new one; doing it again changes nothing, whatever became of it since."""

    def dispatch(self, endpoint: str, event: str) -> Dispatch | None:
        """The dispatch of an event to an endpoint, or None."""

    def update(self, dispatch: Dispatch, expected: int | None) -> bool:
        """Replace it where its `next_at` is still what was expected; False where it is not, or is gone."""

    def clear(self, endpoint: str) -> int:
        """Delete some dispatches to an endpoint; how many. None: nothing is left."""

    def drop(self, room_id: str, since: int) -> None:
        """Delete what was dispatched of a room, all of it since an instant (epoch ms)."""

    def page(self, endpoint: str, since: int, before: str | None, status: Status | None, most: int) -> Page:
        """At most so many dispatches of events since an instant (epoch ms), and before another event."""


class Courier(Protocol):
    """The queue in which the dispatches of one tenant wait."""

    def send(self, endpoint: str, event: str, due_at: int, now: int) -> None:
        """Have it tried at `due_at` (epoch ms), or up to a second later; raises `StoreBusy`.

        Further than the queue's longest delay it comes early, and is to be sent on.
        """


class Sender(Protocol):
    """Calls the servers of others."""

    def post(self, url: str, headers: Mapping[str, str], body: bytes) -> Answer:
        """Send the body to where that may be done, within ten seconds or so; never raises."""
