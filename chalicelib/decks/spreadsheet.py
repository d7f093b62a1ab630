"""Rows that editors write in a spreadsheet, each as its model; several texts of a cell stand between `|`."""

import csv
from pathlib import Path
from typing import Annotated, TypeVar

from pydantic import BaseModel, BeforeValidator, Field, ValidationError

from chalicelib.decks.source import SourceInvalid, faults_of, refuse

ModelT = TypeVar("ModelT", bound=BaseModel)


def _several(cell: object) -> list[str]:
    return [each.strip() for each in str(cell).split("|") if each.strip()]


Filled = Annotated[str, Field(min_length=1)]
Number = Annotated[int, Field(strict=False)]
Several = Annotated[list[str], BeforeValidator(_several)]
Unfilled = BeforeValidator(lambda cell: cell or None)
"""Makes an empty cell of what may be missing None."""


def read_rows(path: Path, model: type[ModelT]) -> list[ModelT]:
    """The rows of a spreadsheet, as text between commas or semicolons; every fault of form is named."""
    try:
        with path.open(encoding="utf-8-sig", newline="") as lines:
            header = lines.readline()
            delimiter = ";" if ";" in header else ","
            names = next(csv.reader([header], delimiter=delimiter), [])
            rows = csv.reader(lines, delimiter=delimiter, strict=True)
            numbered = [(rows.line_num + 1, row) for row in rows if any(row)]
    except (OSError, UnicodeDecodeError, csv.Error) as unreadable:
        raise SourceInvalid(f"{path}: {unreadable}") from unreadable
    columns = tuple(model.model_fields)
    if tuple(names) != columns:
        raise SourceInvalid(f"{path}:1: the columns are not {','.join(columns)}")
    found: list[ModelT] = []
    faults: list[str] = []
    for line, row in numbered:
        if len(row) != len(columns):
            faults.append(f"{line}: {len(row)} columns, not {len(columns)}")
            continue
        try:
            found.append(model.model_validate(dict(zip(columns, row, strict=True))))
        except ValidationError as invalid:
            faults += (f"{line}: {fault}" for fault in faults_of(invalid))
    refuse(path, faults)
    return found
