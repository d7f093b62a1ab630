"""How text is compared: without case, accents and width, but never mistaking one letter for another."""

import re
import unicodedata

# Marks that make another letter, not an accented one: ñ is not n, й is not и.
_LETTERS_OF_THEIR_OWN = {("n", "\u0303"), ("и", "\u0306")}
_DIACRITICS = range(0x0300, 0x0370)
# Drawn as nothing or as a blank, though Unicode does not count them as format characters or spaces.
_BLANKS = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
_UNSEEN = frozenset({"Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp"})
_WORD = re.compile(r"[^\W_]+")


def fold(text: str) -> str:
    """The key under which spellings count as equal, whatever their case, accents and width; ñ ≠ n, й ≠ и."""
    kept: list[str] = []
    base = ""
    for char in unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", text).casefold()):
        if ord(char) in _DIACRITICS:
            if (base, char) in _LETTERS_OF_THEIR_OWN:
                kept.append(char)
        elif not is_invisible(char):
            kept.append(char)
            base = char
    return unicodedata.normalize("NFC", "".join(kept))


def words(text: str) -> tuple[str, ...]:
    """The folded words of a text, without punctuation."""
    return tuple(_WORD.findall(fold(text)))


def is_invisible(char: str) -> bool:
    """Whether a character leaves nothing to see: controls, joiners, direction marks, blank fillers."""
    return (
        unicodedata.category(char) in _UNSEEN
        or char in _BLANKS
        or "\ufe00" <= char <= "\ufe0f"
        or "\U000e0100" <= char <= "\U000e01ef"
    )


def scripts(text: str) -> frozenset[str]:
    """The scripts of a text's letters, as Unicode names them: `LATIN`, `CYRILLIC`, `GREEK`."""
    letters = (char for char in unicodedata.normalize("NFKC", text) if char.isalpha())
    return frozenset(unicodedata.name(char, "UNKNOWN").partition(" ")[0] for char in letters)
