"""The decks that a tenant brought."""

from chalicelib.adapters import keys
from chalicelib.adapters.memory.kept import Memory
from chalicelib.decks.own.shelf import KEPT_S, Bound, Json


class MemoryShelf:
    """The own decks of one tenant."""

    def __init__(self, memory: Memory, tenant: str) -> None:
        """Keep them in a memory that other tenants may share."""
        self._memory, self._tenant = memory, tenant

    def summaries(self) -> list[Json]:
        """Of the newest version of each deck, by id."""
        pk = keys.own_decks(self._tenant)
        with self._memory.lock:
            ids = sorted(key.sk for key in self._memory.own_decks if key.pk == pk)
        return [summary for id in ids if (summary := self.newest(id)) is not None]

    def newest(self, deck_id: str) -> Json | None:
        """The summary of the newest version, or None."""
        with self._memory.lock:
            version = self._memory.own_decks.get(keys.own_deck(self._tenant, deck_id))
        found = self.bound(deck_id, version) if version else None
        return found.summary if found else None

    def bound(self, deck_id: str, version: str) -> Bound | None:
        """That version, while it is kept."""
        with self._memory.lock:
            found = self._memory.own_versions.get(keys.own_version(self._tenant, deck_id, version))
        return found[0] if found else None

    def put(self, bound: Bound, before: str | None, now: int) -> bool:
        """Make it the newest version if that one (None: none) is the newest now, which then expires."""
        return self._replace(bound.id, before, bound, now)

    def remove(self, deck_id: str, version: str, now: int) -> bool:
        """Have no such deck any more if that is its newest version, which then expires."""
        return self._replace(deck_id, version, None, now)

    def clear(self, deck_id: str) -> None:
        """Delete a deck with all its versions at once."""
        pk = keys.own_versions(self._tenant, deck_id)
        with self._memory.lock:
            for key in [key for key in self._memory.own_versions if key.pk == pk]:
                del self._memory.own_versions[key]
            self._memory.own_decks.pop(keys.own_deck(self._tenant, deck_id), None)

    def _replace(self, deck_id: str, before: str | None, after: Bound | None, now: int) -> bool:
        place, wanted = keys.own_deck(self._tenant, deck_id), after and after.version
        with self._memory.lock:
            standing = self._memory.own_decks.get(place)
            if standing != before:
                return standing == wanted
            if before is not None:
                key = keys.own_version(self._tenant, deck_id, before)
                self._memory.own_versions[key] = self._memory.own_versions[key][0], now // 1000 + KEPT_S
            if after is None:
                del self._memory.own_decks[place]
            else:
                self._memory.own_decks[place] = after.version
                key = keys.own_version(self._tenant, deck_id, after.version)
                self._memory.own_versions[key] = after, None
        return True
