"""Rows that editors write in a spreadsheet, each as its model; several texts of a cell stand between `|`."""

import csv
from pathlib import Path
from typing import Annotated, TypeVar

from pydantic import BaseModel, BeforeValidator, Field, ValidationError

from chalicelib.decks.source import SourceInvalid

ModelT = TypeVar("ModelT", bound=BaseModel)


def _several(cell: object) -> list[str]:
    return [each.strip() for each in str(cell).split("|") if each.strip()]


Filled = Annotated[str, Field(min_length=1)]
Several = Annotated[list[str], BeforeValidator(_several)]


def read_rows(path: Path, model: type[ModelT]) -> list[ModelT]:
    """The rows of a spreadsheet, as text between commas or semicolons; every fault of form is named."""
    try:
        with path.open(encoding="utf-8-sig", newline="") as lines:
            header = lines.readline()
            rows = csv.reader(lines, delimiter=";" if ";" in header else ",", strict=True)
            names = next(csv.reader([header], delimiter=";" if ";" in header else ","), [])
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
            faults += (
                f"{line}: {'.'.join(map(str, each['loc']))}: {each['msg']}" for each in invalid.errors()
            )
    if faults:
        raise SourceInvalid("\n  ".join((f"{path}:", *faults)))
    return found
