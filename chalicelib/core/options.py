"""The settings of a room as a dataclass whose fields say which values they take."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any, ClassVar, Protocol, TypeVar

from chalicelib.core.reason import Reason, Refused, Rejection


class Options(Protocol):
    """Any dataclass whose fields were made by `one_of`, `some_of` and `whole`."""

    __dataclass_fields__: ClassVar[dict[str, Any]]


Opts = TypeVar("Opts", bound=Options)


@dataclass(frozen=True, slots=True)
class Values:
    """The values of one setting: of a closed list one (or `several`), or a whole number of a range.

    Null only if said so. `presets` are names that may be given in place of several values.
    """

    enum: tuple[str | int | bool, ...] | None = None
    minimum: int = 0
    maximum: int = 0
    nullable: bool = False
    several: bool = False
    presets: tuple[str, ...] = ()

    def accepts(self, value: object) -> bool:
        """Whether the setting may take the value; True is not 1, and 8.0 is not 8."""
        if value is None:
            return self.nullable
        if self.enum is None:
            return type(value) is int and self.minimum <= value <= self.maximum
        if not self.several:
            return self._lists(value)
        if isinstance(value, str):
            return value in self.presets
        if not isinstance(value, list | tuple) or not all(map(self._lists, value)):
            return False
        return 0 < len(set(value)) == len(value)

    def taken(self, value: Any) -> Any:
        """An accepted value as it is kept: several in the order of the list, a preset by its name."""
        if not self.several or isinstance(value, str):
            return value
        return tuple(known for known in self.enum or () if known in value)

    def _lists(self, value: object) -> bool:
        return any(type(value) is type(known) and value == known for known in self.enum or ())

    def __str__(self) -> str:
        """The values for a person of any language: `5 | 8 | 10`, `10–600 | null`, `[sea, land, air]`."""
        listed = (
            [f"{self.minimum}–{self.maximum}"] if self.enum is None else [str(each) for each in self.enum]
        )
        if self.several:
            return " | ".join([*self.presets, f"[{', '.join(listed)}]"])
        return " | ".join([*listed, "null"] if self.nullable else listed)

    def schema(self) -> dict[str, Any]:
        """The values as JSON Schema."""
        if self.enum is not None and self.several:
            some = {"type": "array", "items": {"enum": list(self.enum)}, "minItems": 1, "uniqueItems": True}
            return {"anyOf": [{"enum": list(self.presets)}, some]} if self.presets else some
        if self.enum is not None:
            return {"enum": [*self.enum, None] if self.nullable else list(self.enum)}
        kind: str | list[str] = ["integer", "null"] if self.nullable else "integer"
        return {"type": kind, "minimum": self.minimum, "maximum": self.maximum}


def one_of(default: Any, *others: Any, nullable: bool = False) -> Any:
    """A setting with a closed list of values, the default first, or null (no limit) where allowed."""
    return field(default=default, metadata={"values": Values(enum=(default, *others), nullable=nullable)})


def some_of(*listed: str, presets: tuple[str, ...] = ()) -> Any:
    """A setting that takes any of the listed values, at least one, or the name of a preset.

    By default the first preset; without presets all that is listed.
    """
    return field(
        default=presets[0] if presets else listed,
        metadata={"values": Values(enum=listed, several=True, presets=presets)},
    )


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
    return replace(options, **{name: known[name].taken(value) for name, value in changes.items()})


def _place(name: str) -> str:
    """Where the setting stands in a request, as a JSON pointer writes it (RFC 6901)."""
    return "options/" + name.replace("~", "~0").replace("/", "~1")
