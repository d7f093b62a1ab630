"""When two nicknames would be taken for one another."""

import unicodedata

from chalicelib.core.text import is_invisible

_LOOK_ALIKES = str.maketrans(
    # Cyrillic and Greek letters that a phone draws like Latin ones, after case folding
    "аеорсухіјѕһԁԛԝкмтвнгαβεικνορτυχμη",
    "aeopcyxijshdqwkmtbhraбeikvoptuxmn".replace("б", "b"),
)


def key(nickname: str) -> str:
    """Equal for nicknames that differ in case, accents, width, look-alike letters or what is not seen."""
    decomposed = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", nickname).casefold())
    bare = "".join(c for c in decomposed if not unicodedata.combining(c) and not is_invisible(c))
    return " ".join(bare.casefold().translate(_LOOK_ALIKES).split())
