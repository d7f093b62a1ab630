"""What every deck must be, whatever its game: well typed, short for a phone, without doubles, credited.

Each check is a function of its own that yields findings; a game adds what is true of its decks alone.
"""

import re
import unicodedata
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from pathlib import Path

from chalicelib.core.deck import CardId
from chalicelib.core.finding import Finding, Severity, error, warning
from chalicelib.core.text import fold, is_invisible, scripts
from chalicelib.decks.credits import COLLECTIONS, LICENCES
from chalicelib.decks.family import forbidden
from chalicelib.decks.model import ID_FORM, ID_LENGTH, Credit, Entry, Picture, PublishedDeck
from chalicelib.decks.pictures import dangers
from chalicelib.decks.source import Allowance
from chalicelib.mechanics.nearness import distance, number_key, slips_forgiven

AnyDeck = PublishedDeck[Entry]
Check = Callable[[AnyDeck], Iterator[Finding]]

LONGEST_WORD = 16

_SCRIPT = {"es": "LATIN", "ru": "CYRILLIC"}
_ROMAN = re.compile("[IVX]+")
_DOTLESS = re.compile(
    r"\b(?:актер|режиссер|дирижер|шахтер|гример|боксер|стажер|вахтер|билетер|самолет|вертолет|полет|расчет"
    r"|счет|костер|шофер|партнер|ребенок|черн[ыоа]|желт[ыо]|зелен[ыоа]|теплы|темны|звезды\b|еще\b|лед\b|мед\b"
    r"|утес|орел\b|козел\b|осел\b|веселы|тяжелы|дешевы|ковер\b|учены|влюблен)",
    re.IGNORECASE,
)
"""Frequent Russian words that want a ё where these have an е."""
_STRAIGHT_QUOTES = frozenset("\"'`´")
_COMPATIBLE = frozenset("…ªº½")
_ID = re.compile(ID_FORM)


def lint(deck: AnyDeck) -> Iterator[Finding]:
    """Everything that can be said of one deck by itself."""
    for check in CHECKS:
        yield from check(deck)


def typography(deck: AnyDeck) -> Iterator[Finding]:
    """Composed letters, single blanks, nothing unseen, typographic quotes and ellipses."""
    for card, text in _texts(deck):
        if not unicodedata.is_normalized("NFC", text):
            yield error(card, "not_nfc", text)
        if text != text.strip() or "  " in text:
            yield error(card, "stray_blank", f"«{text}»")
        for char in text:
            if is_invisible(char) or (char.isspace() and char != " "):
                yield error(card, "invisible_character", f"U+{ord(char):04X} in «{text}»")
        if _STRAIGHT_QUOTES & set(text):
            yield error(card, "straight_quote", text)
        if ".." in text:
            yield error(card, "dots_for_ellipsis", text)


def capitals(deck: AnyDeck) -> Iterator[Finding]:
    """What stands on a card begins with a capital."""
    for entry in deck.cards:
        for text, _, capital in entry.texts():
            if capital and text[:1].islower():
                yield error(entry.id, "no_capital", text)


def look_alikes(deck: AnyDeck) -> Iterator[Finding]:
    """No word of two scripts, no letter foreign to the language, no ligature or wide form of a letter."""
    own = _SCRIPT.get(deck.locale)
    for card, text in _texts(deck):
        for word in re.findall(r"\w+", text):
            found = scripts(word)
            if len(found) > 1:
                yield error(card, "mixed_scripts", f"{word}: {' '.join(sorted(found))}")
            elif own and found - {own} and not _ROMAN.fullmatch(word):
                yield error(card, "foreign_letter", word)
        for char in text:
            if (
                unicodedata.normalize("NFKC", char) != unicodedata.normalize("NFC", char)
                and char not in _COMPATIBLE
            ):
                yield error(card, "variant_character", f"U+{ord(char):04X} in «{text}»")


def dots(deck: AnyDeck) -> Iterator[Finding]:
    """Russian with its ё."""
    for card, text in _texts(deck) if deck.locale == "ru" else ():
        for word in _DOTLESS.findall(text):
            yield error(card, "dotless_yo", f"{text}: {word}")


def lengths(deck: AnyDeck) -> Iterator[Finding]:
    """Every text fits its line on a phone, and so does the longest word of a name."""
    for entry in deck.cards:
        for text, limit, _ in entry.texts():
            if not text.strip():
                yield error(entry.id, "empty_text", f"«{text}»")
            if len(text) > limit:
                yield error(entry.id, "too_long", f"{text}: {len(text)} > {limit}")
        for word in re.split(r"[\s-]+", entry.name):
            if len(word) > LONGEST_WORD:
                yield error(entry.id, "word_too_long", f"{word}: {len(word)} > {LONGEST_WORD}")


def ids(deck: AnyDeck) -> Iterator[Finding]:
    """Ids in one form, ids and ordinals not given twice."""
    for entry in deck.cards:
        if not _ID.fullmatch(entry.id) or len(entry.id) > ID_LENGTH:
            yield error(entry.id, "id_form", entry.id)
        if entry.ordinal < 1:
            yield error(entry.id, "ordinal_form", str(entry.ordinal))
    for entry, twin in _doubles(deck.cards, lambda card: card.id):
        yield error(entry.id, "id_repeated", twin.name)
    for entry, twin in _doubles(deck.cards, lambda card: card.ordinal):
        yield error(entry.id, "ordinal_repeated", f"{entry.ordinal}: {twin.id}")


def doubles(deck: AnyDeck) -> Iterator[Finding]:
    """No name twice, in the plural neither; names that are easily confused are for an editor to look at."""
    for cards in deck.together():
        yield from _doubles_among(card for card in cards if isinstance(card, Entry))


def _doubles_among(cards: Iterable[Entry]) -> Iterator[Finding]:
    names = [(entry.id, fold(entry.name), number_key(entry.name)) for entry in cards]
    for (one, letters, key), (other, its_letters, its_key) in combinations(names, 2):
        if key == its_key:
            yield error(other, "name_repeated", one)
            continue
        slips = slips_forgiven(min(letters, its_letters, key=len))
        if slips and distance(letters, its_letters, at_most=slips) <= slips:
            yield warning(other, "near_duplicate", one)
        if _contains(key, its_key):
            yield warning(one, "contained_name", other)
        if _contains(its_key, key):
            yield warning(other, "contained_name", one)


def family(deck: AnyDeck) -> Iterator[Finding]:
    """A deck for all ages says nothing that is for adults."""
    if deck.rating != "family":
        return
    for card, text in _texts(deck):
        for word in forbidden(text, deck.locale):
            yield error(card, "forbidden_word", f"{text}: {word}")


def one_picture_each(deck: AnyDeck) -> Iterator[Finding]:
    """No two cards seen side by side share a picture, unless it is the one of their category."""
    of_category = {(theme.id, theme.picture.src) for theme in deck.categories}
    groups = {card.id: card.group for card in deck.rules.cards.values()}
    for parts in deck.together():
        users: dict[str, str] = {}
        for part in parts:
            if (groups.get(CardId(part.id)), part.picture.src) in of_category:
                continue
            user = users.setdefault(part.picture.src, part.id)
            if user != part.id:
                yield error(part.id, "picture_repeated", f"{part.picture.src}: {user}")


CHECKS: Sequence[Check] = (
    typography,
    capitals,
    look_alikes,
    dots,
    lengths,
    ids,
    doubles,
    family,
    one_picture_each,
)


def pictures(decks: Iterable[AnyDeck], credit_of: Mapping[str, Credit], root: Path) -> Iterator[Finding]:
    """Every picture of the decks is there, harmless, and credited as its collection says; none is unused."""
    present = {path.relative_to(root).as_posix() for path in root.glob("*/*.svg")}
    entries = {(part.id, part.picture) for deck in decks for part in deck.pictured()}
    for card, picture in sorted(entries, key=lambda entry: (entry[0], entry[1].src)):
        if picture.src not in present:
            yield error(card, "picture_missing", picture.src)
        else:
            for danger in dangers((root / picture.src).read_text("utf-8")):
                yield error(card, "picture_unsafe", f"{picture.src}: {danger}")
        credit = credit_of.get(picture.src)
        if credit is None or not all(credit.model_dump().values()):
            yield error(card, "picture_uncredited", picture.src)
        elif picture != Picture(src=picture.src, **credit.model_dump()):
            yield error(card, "picture_miscredited", picture.src)
        elif picture.src.partition("/")[0] not in COLLECTIONS or picture.licence not in LICENCES:
            yield error(card, "licence_unknown", f"{picture.src}: {picture.licence}")
    used = {picture.src for _, picture in entries}
    for unused in sorted((present | credit_of.keys()) - used):
        yield error("", "picture_unused", unused)


def ordinals_kept(before: AnyDeck, after: AnyDeck) -> Iterator[Finding]:
    """A card keeps the ordinal it was published with, and no other card gets it: rooms remember by it."""
    known = {entry.ordinal: entry.id for entry in before.cards}
    for entry in after.cards:
        published = before.by_id.get(entry.id)
        if published and published.ordinal != entry.ordinal:
            yield error(entry.id, "ordinal_moved", f"{published.ordinal} → {entry.ordinal}")
        elif known.get(entry.ordinal, entry.id) != entry.id:
            yield error(entry.id, "ordinal_reused", f"{entry.ordinal}: {known[entry.ordinal]}")


def allow(findings: Iterable[Finding], allowances: Iterable[Allowance]) -> Iterator[Finding]:
    """The findings that no editor has allowed, and the allowances that nothing needs any more."""
    open_allowances = {(each.code, each.card, each.detail) for each in allowances}
    needed: set[tuple[str, str, str]] = set()
    for finding in findings:
        key = (finding.code, finding.card, finding.detail)
        if key in open_allowances:
            needed.add(key)
        else:
            yield finding
    for code, card, detail in sorted(open_allowances - needed):
        yield warning(card, "allowance_unused", f"{code}: {detail}")


def has_errors(findings: Iterable[Finding]) -> bool:
    """Whether anything found keeps the decks from being published."""
    return any(finding.severity is Severity.ERROR for finding in findings)


def _texts(deck: AnyDeck) -> Iterator[tuple[str, str]]:
    for entry in deck.cards:
        for text, *_ in entry.texts():
            yield entry.id, text


def _doubles(entries: Iterable[Entry], key: Callable[[Entry], Hashable]) -> Iterator[tuple[Entry, Entry]]:
    """Each entry whose key an earlier one has, with that earlier one."""
    first: dict[Hashable, Entry] = {}
    for entry in entries:
        twin = first.setdefault(key(entry), entry)
        if twin is not entry:
            yield entry, twin


def _contains(whole: Sequence[str], part: Sequence[str]) -> bool:
    width = len(part)
    return width > 0 and any(whole[at : at + width] == part for at in range(len(whole) - width + 1))
