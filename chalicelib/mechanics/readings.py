"""What a text says, through whatever its spelling tries to hide: accents, other alphabets, digits, blanks.

All of it is linear in the text, whatever the text is.
"""

import re
import unicodedata
from collections.abc import Iterator
from typing import NamedTuple

from chalicelib.core.text import as_latin, is_invisible
from chalicelib.mechanics.ordinary import BESIDE_ORDINARY

_TOKEN = re.compile(r"[a-z0-9ñáéíóúü]+")
_ACCENT_ON_N = re.compile("n\u0303")
_MARK = re.compile("[\u0300-\u036f]")
_OTHER_MARK = re.compile("[\u0300\u0302-\u0307\u0309-\u036f]")
# Three of a letter, or two of one that Spanish and English do not double.
_LONG_RUN = re.compile(r"(.)\1\1|([abdghijkmqtuvwxyz])\2")
_RUN = re.compile(r"(.)\1+")
_LEET = "0134578@$€!|"
_LEET_READINGS = tuple(str.maketrans(_LEET, letters) for letters in ("oieastbaseil", "oleastbasell"))
_LEET_TOKEN = re.compile(rf"[a-zñáéíóúü{re.escape(_LEET)}269]+")
_PUNCTUATION = "!|"
_ONE = re.compile("[1!|]")
_GLUED = {"el": 3, "la": 3, "los": 3, "las": 3, "un": 3, "una": 3, "unos": 3, "unas": 3, "the": 2}
"""Articles, and how many letters there must be after them: words of two letters end many a word."""
_LIKE_WITH_ARTICLE = """
    elias elite elude labio labor lacar lacia lacio lados ladron ladrones lagar lagos laico lamas lamen
    lamer lamina laminas lapas lapso lares lascar laser latas laten lates latex latina latinas laton
    lavan lavar laves lazos unais unamonos unario unias unica unico unida unido union untan untar unten
    untes
"""
_NO_ARTICLE = frozenset(_LIKE_WITH_ARTICLE.split())
_PIECES = 3
_LONGEST = 24
_LIGATURE = 3
# Characters that count as unseen, but keep words apart.
_APART = "\t\n\v\f\r\x1c\x1d\x1e\x1f\x85\u2028\u2029\u115f\u1160\u2800"
_BLANK = {char: " " for char in _APART}
_ONE_LETTER_WORDS = frozenset("aeouy")
_ARTICLES = "el la los las lo un una unos unas es de del al a y en con para the an of and s"
_SPELLED = str.maketrans(
    # Ligatures, and letters like Latin ones where several of their script are like the same one.
    "𑣌𑣖ьᏏᑲᖯᗷᏧᑯᗞᗪҽᏳᏂꙇ𖼖𖼨ϻռംഠ𑣈𑣗գզᎱᏒᏕѡ𑜊𑜎𑜏ᕁᕽүᎩ𑣄𑣉",
    "99bbbbbddddeghillmnooooqqrrswwwwxxyyzz",
) | {ord("œ"): "oe", ord("æ"): "ae"}
_STRUCTURE = frozenset(_ARTICLES.split())


class Readings(NamedTuple):
    """All words that a text may be meant to say, and runs of single letters that may hold more of them."""

    said: set[str]
    spelled: list[str]

    @property
    def drawn_out(self) -> set[str]:
        """The words that have a letter three times in a row, with every letter once."""
        return {squeeze(word) for word in self.said if _LONG_RUN.search(word)}


def plain(text: str, *, accents: bool = False) -> str:
    """The text in small Latin letters, as the forms of words are spelled; with or without accents."""
    long = {ord(char): None for char in set(text) if _is_long(char)}
    bare = _ACCENT_ON_N.sub("ñ", as_latin(text.translate(long)).translate(_SPELLED))
    bare = (_OTHER_MARK if accents else _MARK).sub("", bare)
    unseen = {ord(c): _BLANK.get(c) for c in set(bare) if is_invisible(c)}
    return unicodedata.normalize("NFC", bare.translate(unseen))


def is_cut_short(text: str) -> bool:
    """Whether a text has letters that no reading of it has, so that another text reads the same."""
    left = _TOKEN.sub("", plain(text)) + "".join(char for char in text if _is_long(char))
    return any(char.isalnum() and unicodedata.category(char) != "Lm" for char in left)


def content(seen: str) -> list[str]:
    """The words of a plain text that carry its meaning, all of them if none does."""
    tokens = _TOKEN.findall(seen)
    return [token for token in tokens if token not in _STRUCTURE] or tokens


def readings(seen: str) -> Readings:
    """Every reading of a plain text."""
    found = Readings(set(), [])
    for tokens in _spellings(seen):
        found.said.update(tokens, _bare(tokens), _joined(tokens))
        found.spelled.extend(_spelled(tokens))
    found.said.update("".join(_TOKEN.findall(chunk)) for chunk in (*seen.split(), seen))
    return found


def _is_long(char: str) -> bool:
    """Whether a character stands for a whole phrase."""
    return len(unicodedata.normalize("NFKD", char)) > _LIGATURE


def squeeze(word: str) -> str:
    """The word with every letter once where it stands several times in a row."""
    return _RUN.sub(r"\1", word)


def _spellings(seen: str) -> Iterator[list[str]]:
    """The words of a plain text, as they stand and with digits and signs read as letters that look so."""
    yield _TOKEN.findall(seen)
    tokens = _LEET_TOKEN.findall(seen)
    if any(not token.isalpha() for token in tokens):
        for letters in _LEET_READINGS if _ONE.search(seen) else _LEET_READINGS[:1]:
            yield [_unleet(token, letters) for token in tokens]


def _unleet(token: str, letters: dict[int, int]) -> str:
    """Numbers stay numbers."""
    if len(token) == 1 or any(char.isalpha() for char in token):
        return token.strip(_PUNCTUATION).translate(letters)
    return token


def _bare(tokens: list[str]) -> Iterator[str]:
    """Words that an article was glued to, without it."""
    for token in tokens:
        for article, least in () if token in _NO_ARTICLE else _GLUED.items():
            if token.startswith(article) and len(token) >= len(article) + least:
                yield token.removeprefix(article)


def _joined(tokens: list[str]) -> Iterator[str]:
    """Neighbours glued together, unless all of them are ordinary words or the first is `a`, `o` or `y`."""
    for at in range(len(tokens) - 1):
        whole, ordinary = tokens[at], tokens[at] in BESIDE_ORDINARY
        if whole in _ONE_LETTER_WORDS:
            continue
        for piece in tokens[at + 1 : at + _PIECES]:
            whole += piece
            if len(whole) > _LONGEST:
                break
            ordinary = ordinary and piece in BESIDE_ORDINARY
            if not ordinary:
                yield whole


def _spelled(tokens: list[str]) -> Iterator[str]:
    """Single letters in a row, three or more."""
    for run in re.findall(r"(?:\b\w )(?:\w ){2,}", " ".join(tokens) + " "):
        yield run.replace(" ", "")
