"""The documents as files: what is made, and where the service finds it."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from infra.documents import pages
from infra.documents.asyncapi import asyncapi
from infra.documents.openapi import openapi

FOLDER: Final = Path(__file__).parents[2] / "chalicelib/api/documents"


def made() -> Mapping[str, str]:
    """Each file that is served, by its name."""
    rest, sockets = openapi(), asyncapi()
    return {
        "openapi.json": _json(rest),
        "asyncapi.json": _json(sockets),
        "guide.html": pages.guide(rest, sockets),
        "problems.html": pages.problems(),
    }


def write() -> None:
    """Put them where the service finds them."""
    for name, text in made().items():
        (FOLDER / name).write_text(text, "utf-8")


def _json(document: object) -> str:
    return json.dumps(document, ensure_ascii=False, indent=1) + "\n"
