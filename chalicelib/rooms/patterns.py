"""Patterns over what Unicode knows of characters, which Python's own `re` does not."""

from functools import cache
from typing import Any


@cache
def compiled(pattern: str) -> Any:
    """The pattern, made when first used: the library is a tenth of a cold start, and most never need it."""
    import regex

    return regex.compile(pattern)
