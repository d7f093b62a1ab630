"""A tenant's deck is put in the place of the one before."""

import zlib
from collections.abc import Callable
from contextlib import suppress
from typing import Final, NamedTuple

from chalicelib.core.deck import Deck
from chalicelib.core.finding import Finding, error
from chalicelib.decks.library import Volume
from chalicelib.decks.lint import AnyDeck
from chalicelib.decks.own.making import OfGame, judge, written
from chalicelib.decks.own.shelf import Bound, DeckChanged, Json, TenantLibrary
from chalicelib.decks.own.source import OwnDeck

MOST_BYTES: Final = 380 * 1024
"""Of a version as it is stored; an item of the store has 400 KB."""
TRIES: Final = 3
"""Versions that others may put in its place meanwhile."""


class DeckInvalid(Exception):
    """What was sent makes no deck that can be played with."""

    def __init__(self, findings: tuple[Finding, ...]) -> None:
        super().__init__("invalid deck")
        self.findings = findings


class DeckLimit(Exception):
    """The tenant has as many decks as it may have."""


class Judges(NamedTuple):
    """What a game has to say of a deck: all that is to be found in it, and whether bots play with it."""

    of_game: OfGame
    bots_play: Callable[[str, Deck], bool]


class Published(NamedTuple):
    """A deck as its tenant has it now, what was said of it, and whether it is a new one."""

    volume: Volume
    summary: Json
    findings: tuple[Finding, ...]
    is_new: bool


def publish(
    library: TenantLibrary,
    deck_id: str,
    source: OwnDeck,
    judges: Judges,
    most: int,
    now: int,
    *,
    is_rehearsal: bool = False,
) -> Published:
    """Make a deck of what was sent and put it in the place of the one before; a rehearsal keeps nothing.

    The same again changes nothing. Raises `DeckInvalid`, `DeckLimit` (of `most` decks) and `DeckChanged`, if
    others put decks in its place over and over.
    """
    for _ in range(TRIES):
        with suppress(DeckChanged):
            return _published(library, deck_id, source, judges, most, now, is_rehearsal)
    raise DeckChanged


def _published(
    library: TenantLibrary,
    deck_id: str,
    source: OwnDeck,
    judges: Judges,
    most: int,
    now: int,
    is_rehearsal: bool,
) -> Published:
    standing = library.summary(deck_id)
    if standing is None and len(library.shelf.summaries()) >= most:
        raise DeckLimit
    before: str | None = standing["version"] if standing else None
    cards = library.version(deck_id, before).deck.cards if before else ()
    ordinals = {card.id: card.ordinal for card in cards}
    judged = judge(source, deck_id, ordinals, library.ours.pictures, judges.of_game)
    if judged.deck is None or judged.errors:
        raise DeckInvalid(judged.findings)
    volume = library.bound(judged.deck)
    summary = {**volume.summary(), "bots": judges.bots_play(judged.deck.game, judged.deck.rules)}
    if before != judged.deck.version:
        bound = bind(judged.deck, source, summary)
        if len(bound.deck) + len(bound.source) > MOST_BYTES:
            raise DeckInvalid((error("", "too_large", judged.deck.title),))
        if not is_rehearsal and not library.shelf.put(bound, before, now):
            raise DeckChanged
        if standing is None and not is_rehearsal and len(library.shelf.summaries()) > most:
            library.remove(deck_id, now)  # others were made at the same moment
            raise DeckLimit
    return Published(volume, summary, judged.findings, is_new=standing is None)


def bind(deck: AnyDeck, source: OwnDeck, summary: Json) -> Bound:
    """A deck to store."""
    raw = deck.model_dump_json(by_alias=True).encode()
    return Bound(deck.id, deck.version, summary, zlib.compress(raw), zlib.compress(written(source)))
