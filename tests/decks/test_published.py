"""The decks that are served: built from their sources, clean, and silent about roles."""

import json

import pytest

from chalicelib.decks.build import ROOT, Built, build, outdated
from chalicelib.decks.library import Library

DECKS = ("espia-familiar", "espia-completa")


@pytest.fixture(scope="module")
def built() -> Built:
    return build(ROOT)


@pytest.fixture(scope="module")
def library() -> Library:
    return Library(asset_base="https://pictures.example")


def test_the_lint_has_nothing_to_say(built: Built):
    assert built.findings == []


def test_the_built_files_are_what_the_sources_give(built: Built):
    assert outdated(ROOT, built.decks) == []


def test_the_decks_have_106_and_131_places(library: Library):
    assert [len(library.deck(deck_id).cards) for deck_id in DECKS] == [106, 131]


def test_the_larger_deck_holds_every_place_of_the_smaller_one_unchanged(library: Library):
    familiar, completa = map(library.rules_deck, DECKS)

    assert familiar.cards.items() <= completa.cards.items()


@pytest.mark.parametrize("deck_id", DECKS)
def test_no_role_is_ever_shown_to_a_player(library: Library, deck_id: str):
    shown = json.dumps([library.public(deck_id), library.list(), library.credits()], ensure_ascii=False)

    roles = [role for place in library.deck(deck_id).cards for role in place.roles]
    assert [role for role in roles if role in shown] == []
    assert "roles" not in shown
