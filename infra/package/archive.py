"""Finishes Chalice's archive: adds bytecode, and makes the same content the same bytes."""

import importlib.util
import marshal
import re
import sys
from pathlib import Path
from typing import Final
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

EPOCH: Final = (1980, 1, 1, 0, 0, 0)
FILE: Final = 0o100644 << 16
HASHED_UNCHECKED: Final = (1).to_bytes(4, "little")
DEAD_WEIGHT: Final = re.compile(
    r"aws_lambda_powertools/(event_handler/|utilities/(?!__init__|jmespath_utils/|typing/))|jmespath-.+\.data/"
)
"""Most of a library of which only the metrics are used, and a command of another.

What every cold start fetches should be needed."""
TASK: Final = "/var/task"
"""Where Lambda unpacks the archive; tracebacks name it."""


def finish(built: Path, finished: Path) -> None:
    """Write the archive anew: sorted, without times and dead weight, every module with its bytecode.

    Lambda's folder is read-only, so without bytecode every cold start compiles all modules again. It is not
    checked against the source, which cannot change there.
    """
    with ZipFile(built) as archive:
        content = {
            name: archive.read(name)
            for name in archive.namelist()
            if "__pycache__" not in name and not name.endswith("/") and not DEAD_WEIGHT.match(name)
        }
    content |= {
        bytecode_name(name): _bytecode(name, source)
        for name, source in content.items()
        if name.endswith(".py")
    }
    with ZipFile(finished, "w", ZIP_DEFLATED, compresslevel=9) as archive:
        for name in sorted(content):
            entry = ZipInfo(name, EPOCH)
            entry.external_attr = FILE
            archive.writestr(entry, content[name], ZIP_DEFLATED)


def bytecode_name(name: str) -> str:
    """Where Python looks for a module's bytecode."""
    folder, slash, file = name.rpartition("/")
    return f"{folder}{slash}__pycache__/{file.removesuffix('.py')}.{sys.implementation.cache_tag}.pyc"


def _bytecode(name: str, source: bytes) -> bytes:
    code = compile(source, f"{TASK}/{name}", "exec", dont_inherit=True)
    header = importlib.util.MAGIC_NUMBER + HASHED_UNCHECKED + importlib.util.source_hash(source)
    return header + marshal.dumps(code)
