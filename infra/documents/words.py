"""What no type says: what members mean, and which strings they may be."""

import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

TEXTS: Final = Path(__file__).parent / "texts"


def read(name: str) -> Mapping[str, Any]:
    """One of the files of texts."""
    return tomllib.loads((TEXTS / f"{name}.toml").read_text("utf-8"))


MEMBERS: Final[Mapping[str, Mapping[str, str]]] = read("members")
"""What each member means, by the name of its schema, or `any` where it means the same everywhere."""
VALUES: Final[Mapping[str, Mapping[str, Sequence[str]]]] = read("values")
"""The strings that members of a schema may be where the code's type is any string."""
