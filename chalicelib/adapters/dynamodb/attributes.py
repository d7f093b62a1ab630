"""Values as DynamoDB writes them, and how large it counts them."""

from collections.abc import Mapping
from typing import Any

from chalicelib.adapters.codec import pack, unpack
from chalicelib.adapters.keys import Key

Values = dict[str, Any]
"""Attributes by name, each a value as DynamoDB writes it: {"S": …}, {"N": …}, {"B": …}, {"M": …}."""


def primary_key(key: Key) -> Values:
    """The attributes of a key."""
    return {"pk": {"S": key.pk}, "sk": {"S": key.sk}}


def number(value: int) -> dict[str, str]:
    """A whole number."""
    return {"N": str(value)}


def packed(raw: bytes, rest: int) -> Values:
    """JSON in the form that costs least in an item of `rest` bytes more."""
    content = pack(raw, rest)
    return {"S": content} if isinstance(content, str) else {"B": content}


def unpacked(value: Mapping[str, Any]) -> bytes:
    """The JSON again."""
    return unpack(value["S"] if "S" in value else value["B"])


def size(values: Values) -> int:
    """About how many bytes DynamoDB counts for attributes, rather one too many than one too few."""
    return sum(len(name.encode()) + _value_size(value) for name, value in values.items())


def _value_size(value: Values) -> int:
    ((kind, content),) = value.items()
    match kind:
        case "S":
            return len(content.encode())
        case "N":
            return len(content) // 2 + 2
        case "M":
            return 3 + len(content) + size(content)
        case _:
            return len(content)
