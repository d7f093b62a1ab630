"""In which language problems are explained."""

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from chalicelib.games.registry import RULESETS

LANGUAGES = ("en", "es", "ru")
DEFAULT = "en"

Text = tuple[str, str]


def choose(accept_language: str | None, default: str = DEFAULT) -> str:
    """The best of our languages for an `Accept-Language` header (RFC 9110 §12.5.4)."""
    ranked = []
    for part in (accept_language or "").split(","):
        tag, _, parameter = part.partition(";")
        language = tag.strip().lower().split("-")[0]
        if language in LANGUAGES:
            ranked.append((_quality(parameter), language))
    best = max(ranked, key=lambda item: item[0], default=(0.0, default))
    return best[1] if best[0] > 0 else default


def _quality(parameter: str) -> float:
    name, _, value = parameter.strip().partition("=")
    try:
        return float(value) if name.strip() == "q" else 1.0
    except ValueError:
        return 0.0


@cache
def texts(language: str) -> Mapping[str, Text]:
    """Title and detail of every problem code, the games' own included."""
    found = {code: (text["title"], text["detail"]) for code, text in _read(language).items()}
    for ruleset in RULESETS.values():
        found.update(ruleset.texts[language])
    return found


def explain(language: str, code: str) -> str:
    """The sentence about a problem code in one of our languages."""
    return texts(language if language in LANGUAGES else DEFAULT)[code][1]


def explain_fault(language: str, code: str) -> str:
    """The sentence about what is wrong with one member of a request."""
    member = _read("members").get(code) or _read("decks").get(code)
    sentence: str = member[language] if member else explain(language, code)
    return sentence


@cache
def _read(name: str) -> dict[str, Any]:
    return tomllib.loads((Path(__file__).parent / "texts" / f"{name}.toml").read_text("utf-8"))
