"""When two nicknames would be taken for one another."""

import unicodedata

from chalicelib.core.text import is_invisible

_CAPITAL_LOOK_ALIKES = str.maketrans(
    # and those that look like Latin ones only while they are capitals
    "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧАВЕЅЗІЈКМНОРСТУХ",
    "ABEZHIKMNOPTYXABES3IJKMHOPCTYX",
)
_LOOK_ALIKES = str.maketrans(
    # Cyrillic and Greek letters that a phone draws like Latin ones, after case folding
    "аеорсухіјѕһԁԛԝкмтвнгαβεικνορτυχμη",
    "aeopcyxijshdqwkmtbhrabeikvoptuxmn",
)


def key(nickname: str) -> str:
    """Equal for nicknames that differ in case, accents, width, look-alike letters or what is not seen."""
    latin = unicodedata.normalize("NFKD", nickname).translate(_CAPITAL_LOOK_ALIKES)
    decomposed = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", latin).casefold())
    bare = "".join(c for c in decomposed if not unicodedata.combining(c) and _is_seen(c))
    return " ".join(bare.casefold().translate(_LOOK_ALIKES).split())


def _is_seen(char: str) -> bool:
    """Emoji that are newer than this Python's tables are seen on newer phones."""
    return not is_invisible(char) or unicodedata.category(char) == "Cn"
