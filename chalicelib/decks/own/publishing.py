"""A tenant's deck is put in the place of the one before."""

import zlib
from typing import Final, NamedTuple

from chalicelib.core.finding import Finding, error
from chalicelib.decks.library import Volume
from chalicelib.decks.lint import AnyDeck
from chalicelib.decks.own.making import OfGame, judge, written
from chalicelib.decks.own.shelf import Bound, DeckChanged, Json, TenantLibrary
from chalicelib.decks.own.source import OwnDeck

MOST_BYTES: Final = 380 * 1024
"""Of a version as it is stored; an item of the store has 400 KB."""


class DeckInvalid(Exception):
    """What was sent makes no deck that can be played with."""

    def __init__(self, findings: tuple[Finding, ...]) -> None:
        super().__init__("invalid deck")
        self.findings = findings


class DeckLimit(Exception):
    """The tenant has as many decks as it may have."""


class Published(NamedTuple):
    """A deck as its tenant has it now, what was said of it, and whether it is a new one."""

    volume: Volume
    findings: tuple[Finding, ...]
    is_new: bool


def publish(
    library: TenantLibrary,
    deck_id: str,
    source: OwnDeck,
    of_game: OfGame,
    most: int,
    now: int,
    *,
    is_rehearsal: bool = False,
) -> Published:
    """Make a deck of what was sent and put it in the place of the one before; a rehearsal keeps nothing.

    The same again changes nothing. Raises `DeckInvalid`, `DeckLimit` (of `most` decks) and `DeckChanged`.
    """
    standing = library.summary(deck_id)
    if standing is None and len(library.shelf.summaries()) >= most:
        raise DeckLimit
    before: str | None = standing["version"] if standing else None
    cards = library.version(deck_id, before).deck.cards if before else ()
    ordinals = {card.id: card.ordinal for card in cards}
    judged = judge(source, deck_id, ordinals, library.ours.pictures, of_game)
    if judged.deck is None or judged.errors:
        raise DeckInvalid(judged.findings)
    volume = library.bound(judged.deck)
    if before != judged.deck.version:
        bound = bind(judged.deck, source, volume.summary())
        if len(bound.deck) + len(bound.source) > MOST_BYTES:
            raise DeckInvalid((error("", "too_large", judged.deck.title),))
        if not is_rehearsal and not library.shelf.put(bound, before, now):
            raise DeckChanged
    return Published(volume, judged.findings, is_new=standing is None)


def bind(deck: AnyDeck, source: OwnDeck, summary: Json) -> Bound:
    """A deck to store."""
    raw = deck.model_dump_json(by_alias=True).encode()
    return Bound(deck.id, deck.version, summary, zlib.compress(raw), zlib.compress(written(source)))
