"""The picture files as the build sees them: who made each, and whether it is safe to serve."""

import re
from pathlib import Path
from xml.etree import ElementTree

from pydantic import TypeAdapter

from chalicelib.decks.model import Credit

_ACTIVE = {"script", "foreignObject", "iframe", "object", "embed", "audio", "video", "handler", "listener"}
_OUTSIDE = re.compile(r"url\((?!\s*['\"]?#)|@import|javascript:", re.IGNORECASE)
_DECLARED = re.compile(r"<!(?!--)|<\?(?!xml\s)", re.IGNORECASE)


def read_credits(root: Path) -> dict[str, Credit]:
    """The credit of every picture under the root, as its collection's file gives it."""
    adapter = TypeAdapter(dict[str, Credit])
    return {
        src: credit
        for path in sorted(root.glob("*/credits.json"))
        for src, credit in adapter.validate_json(path.read_bytes()).items()
    }


def dangers(svg: str) -> list[str]:
    """What in an SVG could run, load or fetch something; a picture has nothing of the kind."""
    if declared := _DECLARED.search(svg):
        return [declared.group()]
    try:
        elements = list(ElementTree.fromstring(svg).iter())
    except ElementTree.ParseError as broken:
        return [str(broken)]
    found: list[str] = []
    for element in elements:
        tag = _local(element.tag)
        if tag in _ACTIVE:
            found.append(tag)
        if _OUTSIDE.search(element.text or ""):
            found.append(f"{tag} text")
        for name, value in element.attrib.items():
            attribute = _local(name).lower()
            leaves = attribute in {"href", "src"} and not value.startswith("#")
            if leaves or attribute.startswith("on") or _OUTSIDE.search(value):
                found.append(attribute)
    return found


def _local(name: str) -> str:
    return name.rpartition("}")[2]
