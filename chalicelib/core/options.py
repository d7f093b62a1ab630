"""The settings of a room as a dataclass whose fields say which values they take."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any, ClassVar, Protocol, TypeVar

from chalicelib.core.reason import Reason, Refused, Rejection


class Options(Protocol):
    """Any dataclass whose fields were made by `one_of` and `whole`."""

    __dataclass_fields__: ClassVar[dict[str, Any]]


Opts = TypeVar("Opts", bound=Options)


@dataclass(frozen=True, slots=True)
class Values:
    """The values of one setting: a closed list, or a range of whole numbers, null only if said so."""

    enum: tuple[str | int | bool, ...] | None = None
    minimum: int = 0
    maximum: int = 0
    nullable: bool = False

    def accepts(self, value: object) -> bool:
        """Whether the setting may take the value; True is not 1, and 8.0 is not 8."""
        if value is None:
            return self.nullable
        if self.enum is not None:
            return any(type(value) is type(known) and value == known for known in self.enum)
        return type(value) is int and self.minimum <= value <= self.maximum

    def __str__(self) -> str:
        """The values for a person of any language: `5 | 8 | 10`, `10–600 | null`."""
        listed = [f"{self.minimum}–{self.maximum}"] if self.enum is None else map(str, self.enum)
        return " | ".join([*listed, "null"] if self.nullable else listed)

    def schema(self) -> dict[str, Any]:
        """The values as JSON Schema."""
        if self.enum is not None:
            return {"enum": [*self.enum, None] if self.nullable else list(self.enum)}
        kind: str | list[str] = ["integer", "null"] if self.nullable else "integer"
        return {"type": kind, "minimum": self.minimum, "maximum": self.maximum}


def one_of(default: Any, *others: Any) -> Any:
    """A setting with a closed list of values, the default first."""
    return field(default=default, metadata={"values": Values(enum=(default, *others))})


def whole(default: int | None, minimum: int, maximum: int, *, nullable: bool = False) -> Any:
    """A setting that is a whole number of a range, or null (no limit) where allowed."""
    return field(
        default=default, metadata={"values": Values(minimum=minimum, maximum=maximum, nullable=nullable)}
    )


def values(options: type[Any]) -> dict[str, Values]:
    """The settings of an options class and the values of each."""
    return {f.name: f.metadata["values"] for f in fields(options)}


def schema(options: type[Any]) -> dict[str, Any]:
    """JSON Schema 2020-12 of an options class, with defaults."""
    return {
        "type": "object",
        "additionalProperties": False,
        "properties": {
            f.name: {**f.metadata["values"].schema(), "default": f.default} for f in fields(options)
        },
    }


def change(options: Opts, changes: Mapping[str, Any]) -> Opts:
    """The options with some settings changed; refuses unknown settings and values, changes nothing then."""
    known = values(type(options))
    for name, value in changes.items():
        if name not in known:
            raise Refused(Rejection(Reason.INVALID_OPTIONS, _place(name), ", ".join(known)))
        if not known[name].accepts(value):
            raise Refused(Rejection(Reason.INVALID_OPTIONS, _place(name), str(known[name])))
    return replace(options, **changes)


def _place(name: str) -> str:
    """Where the setting stands in a request, as a JSON pointer writes it (RFC 6901)."""
    return "options/" + name.replace("~", "~0").replace("/", "~1")
