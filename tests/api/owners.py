"""Tenants for tests, with their keys."""

import hashlib
from dataclasses import dataclass
from typing import Any

from chalicelib.tenants import administration
from chalicelib.tenants.tenant import Kind
from tests.api.wire import Answer, Seat, Wire


@dataclass(frozen=True)
class Owner:
    """A tenant, as whoever holds its keys uses the service."""

    wire: Wire
    id: str
    pk: str
    sk: str

    @classmethod
    def of(cls, wire: Wire, id: str = "acme", plan: str = "unlimited", *origins: str) -> "Owner":
        """A new tenant."""
        store, now = wire.backstage.server.outside.tenants, wire.backstage.clock.now()
        administration.create(store, id, plan, origins, now)
        keys = [administration.add_key(store, id, kind, _secret(id, kind), now).text for kind in KINDS]
        return cls(wire, id, *keys)

    def call(self, method: str, target: str, body: Any = None, **headers: str) -> Answer:
        """Administer something with the secret key."""
        given = {"content_type": "application/json", "x_api_key": self.sk, **headers}
        return self.wire.call(method, target, body, **given)

    def opens(self, nickname: str = "Ana", game: str = "espia", **body: Any) -> Seat:
        """A room of this tenant."""
        wanted = {"game": game, "nickname": nickname, **body}
        return self.wire.seat(self.wire.post("/v1/rooms", wanted, x_api_key=self.pk))

    def joins(self, code: str, nickname: str) -> Seat:
        """A seat in a room of this tenant."""
        body = {"nickname": nickname}
        return self.wire.seat(self.wire.post(f"/v1/rooms/{code}/players", body, x_api_key=self.pk))

    def loses_its_decks(self) -> None:
        """They are gone with all their versions, as a month after they were deleted."""
        memory, server = self.wire.backstage.memory, self.wire.backstage.server
        memory.own_decks.clear()
        memory.own_versions.clear()
        server.decks(self.id)._cache._kept.clear()


KINDS: tuple[Kind, ...] = ("pk", "sk")


def _secret(*parts: str) -> str:
    """The same for the same tenant, in whatever world."""
    return hashlib.sha256("/".join(parts).encode()).hexdigest()
