"""The five characters by which people find a room."""

from chalicelib.rooms.ports import Entropy

ALPHABET = "23456789BCDFGHJKMNPQRSTVWXZ"
"""No 0 O 1 I L, which are taken for one another, and no vowels or Y, so that no words appear."""
LENGTH = 5


def new_code(entropy: Entropy) -> str:
    """A random code."""
    return "".join(ALPHABET[entropy.below(len(ALPHABET))] for _ in range(LENGTH))


def read_code(typed: str) -> str | None:
    """The code as stored, however it was typed (case, spaces, hyphens); None if it cannot be one."""
    code = "".join(c for c in typed.upper() if c not in " -\t\u00a0\u2010\u2011\u2012\u2013")
    return code if len(code) == LENGTH and set(code) <= set(ALPHABET) else None
