"""The decks of one tenant: ours, and its own, each in the version that a room has pinned.

Versions never change, so that what was read of one is kept in the process. When a deck is replaced or
deleted, its version stays a month longer, for whoever plays with it or looks back at it.
"""

import re
import zlib
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from threading import Lock
from typing import Any, Final, Protocol

from chalicelib.core.deck import Deck, UnknownDeck
from chalicelib.decks.library import Library, Shelves, Volume
from chalicelib.decks.model import BY_GAME, ID_FORM, ID_LENGTH, Entry, PublishedDeck

Json = dict[str, Any]

KEPT_S: Final = 30 * 24 * 60 * 60
"""Versions that are no longer the newest are kept so long."""
CACHED_BYTES: Final = 4 * 1024 * 1024
"""Of all versions, as they are stored, that stay in the process; in use they are some ten times as large."""

_ID: Final = re.compile(ID_FORM, re.ASCII)
_PIN: Final = re.compile(rf"own:({ID_FORM})@([0-9a-f]{{12}})", re.ASCII)


class DeckChanged(Exception):
    """Somebody else replaced or deleted the deck at the same time."""


@dataclass(frozen=True, slots=True)
class Bound:
    """A version of a deck as it is stored: the deck and what it was made from, both squeezed JSON.

    `summary` is what lists show of it.
    """

    id: str
    version: str
    summary: Json
    deck: bytes
    source: bytes


class Shelf(Protocol):
    """Where the decks of one tenant are kept. Reads are strongly consistent; trouble raises `StoreBusy`."""

    def summaries(self) -> list[Json]:
        """Of the newest version of each deck, by id."""

    def newest(self, deck_id: str) -> Json | None:
        """The summary of the newest version, or None."""

    def bound(self, deck_id: str, version: str) -> Bound | None:
        """That version, while it is kept."""

    def put(self, bound: Bound, before: str | None, now: int) -> bool:
        """Make it the newest version if that one (None: none) is the newest now, which then expires."""

    def remove(self, deck_id: str, version: str, now: int) -> bool:
        """Have no such deck any more if that is its newest version, which then expires."""

    def clear(self, deck_id: str) -> None:
        """Delete a deck with all its versions at once, whoever plays with it."""


@dataclass(slots=True)
class Cache:
    """Versions that were read lately, of all tenants: those used last, up to so many bytes as stored."""

    most: int = CACHED_BYTES
    _kept: OrderedDict[tuple[str, str], tuple[Volume, int]] = field(default_factory=OrderedDict)
    _bytes: int = 0
    _lock: Lock = field(default_factory=Lock)

    def get(self, tenant: str, pin: str, read: Callable[[], tuple[Volume, int]]) -> Volume:
        """The version, read if it is not here; raises what `read` raises."""
        with self._lock:
            found = self._kept.get((tenant, pin))
            if found is not None:
                self._kept.move_to_end((tenant, pin))
                return found[0]
        volume, size = read()
        with self._lock:
            if (tenant, pin) not in self._kept:
                self._kept[tenant, pin] = volume, size
                self._bytes += size
            while self._bytes > self.most and len(self._kept) > 1:
                _, (_, dropped) = self._kept.popitem(last=False)
                self._bytes -= dropped
        return volume


class TenantLibrary(Shelves):
    """All decks that one tenant's rooms can play with."""

    def __init__(self, tenant: str, ours: Library, shelf: Shelf, cache: Cache) -> None:
        """Nothing is read yet."""
        self._tenant, self.ours, self.shelf, self._cache = tenant, ours, shelf, cache

    def volume(self, ref: str) -> Volume:
        """A deck of ours by its id, an own one by its pin; raises UnknownDeck."""
        pinned = _PIN.fullmatch(ref)
        return self.version(pinned[1], pinned[2]) if pinned else self.ours.volume(ref)

    def newest(self, game: str, deck_id: str) -> Deck | None:
        """The newest version of an own deck; None if there is none for that game."""
        found = self.summary(deck_id)
        if found is None or found["game"] != game:
            return None
        return self.version(deck_id, found["version"]).rules

    def own(self) -> list[Json]:
        """The summaries of the tenant's own decks."""
        return self.shelf.summaries()

    def public(self, deck_id: str, version: str | None = None) -> Json:
        """An own deck as its players may see it; raises UnknownDeck."""
        return self.version(deck_id, version or self.standing(deck_id)["version"]).public()

    def source(self, deck_id: str) -> tuple[bytes, str]:
        """What was sent for an own deck, as JSON, and the version that it made; raises UnknownDeck."""
        version: str = self.standing(deck_id)["version"]
        bound = self.shelf.bound(deck_id, version)
        if bound is None:
            raise UnknownDeck(deck_id)
        return zlib.decompress(bound.source), version

    def remove(self, deck_id: str, now: int) -> None:
        """Delete an own deck; raises UnknownDeck and `DeckChanged`."""
        if not self.shelf.remove(deck_id, self.standing(deck_id)["version"], now):
            raise DeckChanged

    def summary(self, deck_id: str) -> Json | None:
        """The summary of an own deck, or None."""
        return self.shelf.newest(deck_id) if is_deck_id(deck_id) else None

    def standing(self, deck_id: str) -> Json:
        """The same; raises UnknownDeck."""
        found = self.summary(deck_id)
        if found is None:
            raise UnknownDeck(deck_id)
        return found

    def version(self, deck_id: str, version: str) -> Volume:
        """That version of an own deck; raises UnknownDeck."""
        pin = f"own:{deck_id}@{version}"
        if not is_deck_id(deck_id) or _PIN.fullmatch(pin) is None:
            raise UnknownDeck(deck_id)

        def read() -> tuple[Volume, int]:
            bound = self.shelf.bound(deck_id, version)
            if bound is None:
                raise UnknownDeck(pin)
            return self.bound(unbind(bound)), len(bound.deck)

        return self._cache.get(self._tenant, pin, read)

    def bound(self, deck: PublishedDeck[Entry]) -> Volume:
        """An own deck as it is played with."""
        return Volume(deck, self.ours.asset_base, pin=f"own:{deck.id}@{deck.version}")


def unbind(bound: Bound) -> PublishedDeck[Entry]:
    """The deck again."""
    return BY_GAME[bound.summary["game"]].model_validate_json(zlib.decompress(bound.deck))


def is_deck_id(text: str) -> bool:
    """Whether a deck may be called so."""
    return len(text) <= ID_LENGTH and _ID.fullmatch(text) is not None
