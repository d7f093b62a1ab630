"""What is read of own decks, how often, and what stays in the process."""

from collections import Counter
from typing import Any

import pytest

from chalicelib.adapters import keys
from chalicelib.adapters.memory import Memory, MemoryShelf
from chalicelib.core.deck import UnknownDeck
from chalicelib.decks.library import Library, Volume
from chalicelib.decks.own.publishing import Judges, publish
from chalicelib.decks.own.shelf import Cache, TenantLibrary
from chalicelib.decks.own.source import BY_GAME
from chalicelib.games.registry import bots_play, lint_own
from tests.decks import own

OURS = Library(asset_base="https://ours.example")
NOW = 1_800_000_000_000


class Watched:
    """A shelf of which every call is counted."""

    def __init__(self, memory: Memory, tenant: str) -> None:
        self._shelf = MemoryShelf(memory, tenant)
        self.calls = Counter[str]()

    def __getattr__(self, name: str) -> Any:
        self.calls[name] += 1
        return getattr(self._shelf, name)


@pytest.fixture
def memory() -> Memory:
    return Memory()


def library(memory: Memory, tenant: str = "acme", cache: Cache | None = None) -> TenantLibrary:
    return TenantLibrary(tenant, OURS, Watched(memory, tenant), cache or Cache())


def published(to: TenantLibrary, deck_id: str = "mio", places: int = 20) -> str:
    source = BY_GAME["espia"].model_validate(own.espia(places))
    pin = publish(to, deck_id, source, Judges(lint_own, bots_play), 5, NOW).volume.rules.pin
    assert pin is not None
    return pin


def test_our_decks_are_those_of_every_tenant_and_cost_no_read(memory: Memory):
    tenants = library(memory)

    assert tenants.volume("espia-familiar") is OURS.volume("espia-familiar")
    assert tenants.shelf.calls == {}


def test_a_version_is_read_once(memory: Memory):
    pin = published(library(memory))
    reader = library(memory)

    rules = reader.rules_deck(pin)
    assert rules is reader.rules_deck(pin) and reader.faces(pin) is reader.faces(pin)
    assert (rules.id, rules.pin, rules.ref) == ("mio", pin, pin)
    assert reader.shelf.calls == {"bound": 1}


def test_which_version_is_the_newest_is_asked_each_time(memory: Memory):
    reader = library(memory)
    first = published(library(memory))
    assert (found := reader.newest("espia", "mio")) is not None and found.pin == first
    second = published(library(memory), places=21)

    assert (found := reader.newest("espia", "mio")) is not None and found.pin == second != first
    assert reader.newest("impostor", "mio") is reader.newest("espia", "other") is None
    assert reader.shelf.calls == {"newest": 4, "bound": 2}


def test_what_one_tenant_read_is_not_found_by_another(memory: Memory):
    cache = Cache()
    pin = published(library(memory))
    library(memory, cache=cache).volume(pin)

    with pytest.raises(UnknownDeck):
        library(memory, "other", cache).volume(pin)


@pytest.mark.parametrize("ref", ["own:mio@000000000000", "own:@", "own:mio", "own:a/b@000000000000", "mio"])
def test_a_deck_that_is_not_there_is_told(memory: Memory, ref: str):
    with pytest.raises(UnknownDeck):
        library(memory).volume(ref)


def test_only_so_much_stays_in_the_process_and_what_was_used_last_stays_longest():
    cache, read = Cache(most=100), list[str]()
    volume = OURS.volume("espia-familiar")

    def get(name: str, size: int = 40) -> Volume:
        def make() -> tuple[Volume, int]:
            read.append(name)
            return volume, size

        return cache.get("acme", name, make)

    for name in ("a", "b", "a", "c", "a", "b"):
        get(name)
    assert read == ["a", "b", "c", "b"]
    get("huge", 1_000)
    get("huge", 1_000)
    assert read == ["a", "b", "c", "b", "huge"]


@pytest.mark.parametrize("wrong", ["", "a#b", "A", "x" * 41, "a\n"])
def test_the_key_of_a_deck_cannot_reach_beyond_it(wrong: str):
    for make in (
        lambda: keys.own_deck("acme", wrong),
        lambda: keys.own_version("acme", wrong, "0" * 12),
        lambda: keys.own_version("acme", "mio", wrong),
    ):
        with pytest.raises(ValueError, match="stand in a key"):
            make()
