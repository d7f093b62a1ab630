"""What a check has to say about a deck."""

from dataclasses import dataclass
from enum import StrEnum


class Severity(StrEnum):
    """An error keeps a deck from being published; a warning asks an editor to look."""

    ERROR = "error"
    WARNING = "warning"


@dataclass(frozen=True, slots=True)
class Finding:
    """One fault: on which card (empty: of the deck as a whole), its stable code, and what was found."""

    severity: Severity
    card: str
    code: str
    detail: str


def error(card: str, code: str, detail: str) -> Finding:
    """A fault that must be mended."""
    return Finding(Severity.ERROR, card, code, detail)


def warning(card: str, code: str, detail: str) -> Finding:
    """Something that may be right, which an editor decides."""
    return Finding(Severity.WARNING, card, code, detail)
