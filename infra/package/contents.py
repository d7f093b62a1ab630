"""What must be in the archive, and what must not."""

import csv
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final
from zipfile import ZipFile

from infra.package.archive import bytecode_name

MACHINES: Final = {"arm64": ("aarch64", 0xB7), "x86_64": ("x86_64", 0x3E)}
"""For each architecture its name in a compiled module's name, and its number in the module's ELF header."""
COMPILED: Final = ("pydantic_core/_pydantic_core", "regex/_regex")
"""Chalice leaves out what has no wheel for the architecture, says so in passing, and succeeds."""
INJECTED: Final = ("chalice/__init__.py", "chalice/app.py")
OURS: Final = re.compile(r"app\.py|chalicelib/.+|decks/[a-z]+/[a-z0-9-]+\.json")

MOST_ZIPPED: Final = 8_000_000
MOST_UNPACKED: Final = 24_000_000


def complaints(archive: ZipFile, requirements: str, architecture: str, decks: Path) -> Iterator[str]:
    """What is wrong with an archive for these requirements and this architecture; nothing, if all is well."""
    sizes = {entry.filename: entry.file_size for entry in archive.infolist()}
    zipped = sum(entry.compress_size for entry in archive.infolist())
    yield from _compiled(archive, sizes, architecture)
    known = {*INJECTED}
    for name, version in _pinned(requirements):
        record = f"{name}-{version}.dist-info/RECORD"
        if record in sizes:
            known |= {row[0] for row in csv.reader(archive.read(record).decode().splitlines())}
        else:
            yield f"{name} {version} is missing"
    sources = {name for name in sizes if name.endswith(".py")}
    bytecode = {bytecode_name(name): name for name in sources}
    for name in sorted(sizes.keys() - known - bytecode.keys()):
        if not OURS.fullmatch(name) or "__pycache__" in name:
            yield f"{name} does not belong here"
    for name in sorted(bytecode.keys() - sizes.keys()):
        yield f"{bytecode[name]} has no bytecode"
    for deck in sorted(decks.glob("*/*.json")):
        if f"decks/{deck.relative_to(decks).as_posix()}" not in sizes:
            yield f"the deck {deck.stem} is missing"
    for what, size, most in (
        ("zipped", zipped, MOST_ZIPPED),
        ("unpacked", sum(sizes.values()), MOST_UNPACKED),
    ):
        if size > most:
            yield f"{size:,} bytes {what} are more than {most:,}"


def _compiled(archive: ZipFile, sizes: Mapping[str, int], architecture: str) -> Iterator[str]:
    word, number = MACHINES[architecture]
    for module in COMPILED:
        if f"{module}.cpython-311-{word}-linux-gnu.so" not in sizes:
            yield f"{module} is not there, compiled for {architecture}"
    for name in sizes:
        if re.search(r"\.so(\.|$)", name) and archive.read(name)[18] != number:
            yield f"{name} is not compiled for {architecture}"


def _pinned(requirements: str) -> Iterator[tuple[str, str]]:
    """The names, as wheels spell them, and versions of a lock."""
    for name, version in re.findall(r"^([\w.-]+)==([^\s;\\]+)", requirements, re.M):
        yield re.sub(r"[-.]+", "_", name), version
