"""What a check has to say about a deck."""

from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass, replace
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


def advised(findings: Iterable[Finding], codes: Container[str]) -> Iterator[Finding]:
    """The findings, those of these codes as warnings: what holds for our decks is advice for others."""
    return (replace(each, severity=Severity.WARNING) if each.code in codes else each for each in findings)
