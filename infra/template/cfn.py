"""CloudFormation's functions, spelled short."""

from typing import Any, Final

Json = dict[str, Any]

NOTHING: Final[Json] = {"Ref": "AWS::NoValue"}


def ref(name: str) -> Json:
    """A parameter's value, or what identifies a resource."""
    return {"Ref": name}


def att(name: str, attribute: str) -> Json:
    """An attribute of a resource."""
    return {"Fn::GetAtt": [name, attribute]}


def sub(text: str) -> Json:
    """A text with `${…}` filled in."""
    return {"Fn::Sub": text}


def choose(condition: str, yes: Any, no: Any = NOTHING) -> Json:
    """One of two values; without a second one, the property is left out."""
    return {"Fn::If": [condition, yes, no]}


def is_given(parameter: str) -> Json:
    """The condition that a parameter is not empty."""
    return {"Fn::Not": [{"Fn::Equals": [ref(parameter), ""]}]}
