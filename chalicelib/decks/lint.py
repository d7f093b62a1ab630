"""What every deck must be, whatever its game: well typed, short for a phone, without doubles, credited.

Each check is a function of its own that yields findings; a game adds what is true of its decks alone.
"""

import re
import unicodedata
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import reduce
from itertools import combinations, product
from operator import or_
from pathlib import Path

from chalicelib.core.deck import CardId
from chalicelib.core.finding import Finding, Severity, error, warning
from chalicelib.core.text import fold, is_invisible, scripts
from chalicelib.decks.credits import COLLECTIONS, LICENCES
from chalicelib.decks.family import forbidden
from chalicelib.decks.model import ID_FORM, ID_LENGTH, NAME_LENGTH, Credit, Entry, Picture, PublishedDeck
from chalicelib.decks.pictures import dangers
from chalicelib.decks.source import Allowance
from chalicelib.mechanics.nearness import MOST_SLIPS, distance, number_key, slips_forgiven

AnyDeck = PublishedDeck[Entry]
Check = Callable[[AnyDeck], Iterator[Finding]]

LONGEST_WORD = 16
MOST_LOOKS = 5_000
"""Pairs of names with much the same letters that are compared letter by letter, which takes its time; our
largest deck has six hundred."""

_SCRIPT = {"es": "LATIN", "ru": "CYRILLIC"}
_ROMAN = re.compile("[IVX]+")
_CYRILLIC_ROMAN = re.compile("[ІХ]+")
_DOTLESS_STEMS = (
    "актер аленушк билетер боксер вахтер вертолет влюбленн горбачев гример гумилев дирижер дублер жонглер"
    " каскадер контролер лифтер матрешк монтер партнер потемкин пугачев расчет режиссер репортер рублев"
    " самолет стажер суфлер тренажер утес федор хрущев черно-бел шахтер шофер"
)
_DOTLESS_WORDS = (
    "алена алеша артем все-таки гусенок елка елки елку еще жеребенок звезды ковер козел козленок костер"
    " котенок легкая легкие легкий легкое лед мед орел осел петр полет полета поросенок ребенок семен счет"
    " теленок тетя утенок цыпленок"
)
_DOTLESS_ADJECTIVES = "весел дешев желт зелен мертв солен тверд темн тепл тяжел учен черн"
_DOTLESS = re.compile(
    rf"\b(?:(?:{'|'.join(_DOTLESS_STEMS.split())})\w*|{'|'.join(_DOTLESS_WORDS.split())}"
    rf"|(?:{'|'.join(_DOTLESS_ADJECTIVES.split())})(?:ы[ейхм]|ыми|ая|ую|ое|ой|ом|ого|ому))\b",
    re.IGNORECASE,
)
"""Frequent Russian words and names, written with an е where they have a ё."""
_STRAIGHT_QUOTES = frozenset("\"'`´")
_QUOTED = re.compile("«[^«»]*»")
_CURLY_QUOTES = frozenset("«»„“”")
_BLANK_ASTRAY = re.compile(r" [,.;:!?»)]|[«(¿¡] ")
_BLANK_MISSING = re.compile(r"[,;:!?»)][^\W\d_]")
_LONE_HYPHEN = re.compile(" [-–] ")
_COMPATIBLE = frozenset("…ªº½")
_ID = re.compile(ID_FORM)


def lint(deck: AnyDeck) -> Iterator[Finding]:
    """Everything that can be said of one deck by itself."""
    for check in CHECKS:
        yield from check(deck)


def typography(deck: AnyDeck) -> Iterator[Finding]:
    """Composed letters, blanks where they belong, nothing unseen, typographic quotes, dashes and ellipses."""
    for card, (text, *_) in deck.texts():
        if not unicodedata.is_normalized("NFC", text):
            yield error(card, "not_nfc", text)
        if text != text.strip() or "  " in text or _BLANK_ASTRAY.search(text):
            yield error(card, "stray_blank", f"«{text}»")
        if _BLANK_MISSING.search(text):
            yield error(card, "missing_blank", text)
        for char in text:
            if is_invisible(char) or (char.isspace() and char != " "):
                yield error(card, "invisible_character", f"U+{ord(char):04X} in «{text}»")
        if _STRAIGHT_QUOTES & set(text):
            yield error(card, "straight_quote", text)
        if _CURLY_QUOTES & set(_QUOTED.sub("", text)):
            yield error(card, "wrong_quotes", text)
        if _LONE_HYPHEN.search(text):
            yield error(card, "hyphen_for_dash", text)
        if ".." in text:
            yield error(card, "dots_for_ellipsis", text)


def capitals(deck: AnyDeck) -> Iterator[Finding]:
    """What stands on a card, or alone, begins with a capital."""
    for card, (text, _, capital) in deck.texts():
        if capital and text[:1].islower():
            yield error(card, "no_capital", text)


def look_alikes(deck: AnyDeck) -> Iterator[Finding]:
    """No word of two scripts, no letter foreign to the language, no ligature or wide form of a letter."""
    own = _SCRIPT[deck.locale]
    for card, (text, *_) in deck.texts():
        for word in re.findall(r"\w+", text):
            found = scripts(word)
            if len(found) > 1:
                yield error(card, "mixed_scripts", f"{word}: {' '.join(sorted(found))}")
            elif found - {own} and not _ROMAN.fullmatch(word):
                yield error(card, "foreign_letter", word)
            elif _CYRILLIC_ROMAN.fullmatch(word):
                yield error(card, "cyrillic_numeral", word)
        for char in text:
            if (
                unicodedata.normalize("NFKC", char) != unicodedata.normalize("NFC", char)
                and char not in _COMPATIBLE
            ):
                yield error(card, "variant_character", f"U+{ord(char):04X} in «{text}»")


def dots(deck: AnyDeck) -> Iterator[Finding]:
    """Russian with its ё."""
    for card, (text, *_) in deck.texts() if deck.locale == "ru" else ():
        for word in _DOTLESS.findall(text):
            yield error(card, "dotless_yo", f"{text}: {word}")


def lengths(deck: AnyDeck) -> Iterator[Finding]:
    """Every text fits its line on a phone, and so does the longest word of a name; none takes too many bytes.

    Latin and Cyrillic letters take two bytes at most.
    """
    for card, (text, limit, _) in deck.texts():
        if not text.strip():
            yield error(card, "empty_text", f"«{text}»")
        if len(text) > limit:
            yield error(card, "too_long", f"{text}: {len(text)} > {limit}")
        elif (size := len(text.encode())) > 2 * limit:
            yield error(card, "too_long", f"{text}: {size} > {2 * limit} bytes")
    for entry in deck.cards:
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
    """No name twice, in the plural neither; names that are easily confused are for an editor to look at.

    What is far too long for a name is compared with none but its equals.
    """
    for cards in deck.together():
        names = [Named(card.id, card.name) for card in cards if isinstance(card, Entry)]
        short = [name for name in names if len(name.letters) <= NAME_LENGTH]
        yield from _equal(names)
        yield from _contained(short)
        yield from _near(short)


class Named:
    """A card by its name: the letters, which of them there are, and what is the same in the plural."""

    __slots__ = ("id", "key", "letters", "which")

    def __init__(self, id: str, name: str) -> None:
        self.id, self.letters, self.key = id, fold(name), number_key(name)
        self.which = reduce(or_, (1 << ord(letter) % 64 for letter in self.letters), 0)


def _equal(names: Iterable[Named]) -> Iterator[Finding]:
    same: dict[Sequence[str], list[Named]] = defaultdict(list)
    for name in names:
        for twin in same[name.key]:
            yield error(name.id, "name_repeated", twin.id)
        same[name.key].append(name)


def _contained(names: Iterable[Named]) -> Iterator[Finding]:
    """The names of which another consists in part, found by the stretches of words that each has."""
    by_key: dict[Sequence[str], list[str]] = defaultdict(list)
    for name in names:
        by_key[name.key].append(name.id)
    for key, cards in by_key.items():
        width = len(key)
        stretches = {key[at:to] for at in range(width) for to in range(at + 1, width + 1)} - {key}
        for part in sorted(stretches & by_key.keys(), key=tuple):
            for card, other in product(cards, by_key[part]):
                yield warning(card, "contained_name", other)


def _near(names: Sequence[Named]) -> Iterator[Finding]:
    """Names that a slip or two make of each other; most pairs have too different letters to be looked at."""
    looks = MOST_LOOKS
    for one, other in combinations(names, 2):
        apart = one.which ^ other.which
        if apart.bit_count() > 2 * MOST_SLIPS or abs(len(one.letters) - len(other.letters)) > MOST_SLIPS:
            continue
        slips = slips_forgiven(min(one.letters, other.letters, key=len))
        if slips == 0 or one.key == other.key:
            continue
        if distance(one.letters, other.letters, at_most=slips) <= slips:
            yield warning(other.id, "near_duplicate", one.id)
        looks -= 1
        if looks == 0:
            return


def family(deck: AnyDeck) -> Iterator[Finding]:
    """A deck for all ages says nothing that is for adults."""
    if deck.rating != "family":
        return
    for card, (text, *_) in deck.texts():
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


def ordinals_kept(published: Mapping[str, int], deck: AnyDeck) -> Iterator[Finding]:
    """A card keeps the ordinal it was published with, and no other card gets it: rooms remember by it."""
    holders = {ordinal: id for id, ordinal in published.items()}
    for entry in deck.cards:
        if published.get(entry.id, entry.ordinal) != entry.ordinal:
            yield error(entry.id, "ordinal_moved", f"{published[entry.id]} → {entry.ordinal}")
        elif holders.get(entry.ordinal, entry.id) != entry.id:
            yield error(entry.id, "ordinal_reused", f"{entry.ordinal}: {holders[entry.ordinal]}")


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


def _doubles(entries: Iterable[Entry], key: Callable[[Entry], Hashable]) -> Iterator[tuple[Entry, Entry]]:
    """Each entry whose key an earlier one has, with that earlier one."""
    first: dict[Hashable, Entry] = {}
    for entry in entries:
        twin = first.setdefault(key(entry), entry)
        if twin is not entry:
            yield entry, twin
