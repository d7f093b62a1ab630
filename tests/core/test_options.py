"""Settings say themselves which values they take."""

from dataclasses import dataclass
from typing import Any

import pytest

from chalicelib.core.options import change, one_of, schema, some_of, values
from chalicelib.core.reason import Reason, Refused
from tests.core.toy import Options


def accepted(option: str, value: object) -> bool:
    return values(Options)[option].accepts(value)


def test_a_listed_value_is_accepted_and_no_other():
    assert accepted("size", "small")
    assert accepted("size", "large")
    assert not accepted("size", "medium")
    assert not accepted("size", None)


@pytest.mark.parametrize("value", [10, 11, 599, 600])
def test_a_range_takes_its_limits_and_what_lies_between(value: int):
    assert accepted("seconds", value)


@pytest.mark.parametrize("value", [9, 601, -10, "60", 60.0, [60]])
def test_a_range_takes_nothing_else(value: object):
    assert not accepted("seconds", value)


def test_null_is_accepted_only_where_it_is_said():
    assert accepted("seconds", None)
    assert not accepted("lives", None)


@pytest.mark.parametrize(
    ("option", "value"), [("lives", True), ("lives", 1.0), ("rounds", 3.0), ("lives", False)]
)
def test_true_is_not_one_and_a_float_is_not_a_whole_number(option: str, value: object):
    assert not accepted(option, value)


def test_some_settings_change_and_the_others_stay():
    assert Options("large", 5) == change(change(Options(), {"size": "large"}), {"rounds": 5})


@pytest.mark.parametrize("changes", [{"size": "large", "rounds": 4}, {"size": "large", "colour": 1}, {"": 1}])
def test_one_fault_and_nothing_changes(changes: dict[str, Any]):
    with pytest.raises(Refused) as refused:
        change(Options(), changes)

    assert Reason.INVALID_OPTIONS == refused.value.rejection.reason
    assert f"options/{list(changes)[-1]}" == refused.value.rejection.field


def test_a_fault_is_pointed_at_as_json_does():
    with pytest.raises(Refused) as refused:
        change(Options(), {"a/b~c": 1})

    assert "options/a~1b~0c" == refused.value.rejection.field


def test_a_refusal_tells_what_would_be_accepted():
    told = {}
    for option, value in {"size": "", "seconds": 1, "lives": -1, "colour": 1}.items():
        with pytest.raises(Refused) as refused:
            change(Options(), {option: value})
        told[option] = refused.value.rejection.detail

    assert {
        "size": "small | large",
        "seconds": "10–600 | null",
        "lives": "0–9",
        "colour": "size, rounds, seconds, lives",
    } == told


def test_the_schema_has_every_setting_with_its_default():
    assert {
        "type": "object",
        "additionalProperties": False,
        "properties": {
            "size": {"enum": ["small", "large"], "default": "small"},
            "rounds": {"enum": [3, 5], "default": 3},
            "seconds": {"type": ["integer", "null"], "minimum": 10, "maximum": 600, "default": 60},
            "lives": {"type": "integer", "minimum": 0, "maximum": 9, "default": 1},
        },
    } == schema(Options)


@dataclass(frozen=True, slots=True)
class Travel:
    by: tuple[str, ...] = some_of("sea", "land", "air")


@pytest.mark.parametrize("value", [["air"], ["land", "sea"], ("air", "land", "sea")])
def test_any_of_several_values_are_accepted_and_kept_in_the_order_of_the_list(value: Any):
    assert (
        tuple(each for each in ("sea", "land", "air") if each in value) == change(Travel(), {"by": value}).by
    )


@pytest.mark.parametrize(
    "value", [[], "air", None, ["moon"], ["air", "air"], ["air", 1], [["air"]], {"air": 1}, [None], 1]
)
def test_none_at_all_a_stranger_and_a_repeated_one_are_not(value: object):
    with pytest.raises(Refused) as refused:
        change(Travel(), {"by": value})

    assert "[sea, land, air]" == refused.value.rejection.detail


def test_several_values_are_all_of_them_unless_said_otherwise():
    assert {
        "type": "array",
        "items": {"enum": ["sea", "land", "air"]},
        "minItems": 1,
        "uniqueItems": True,
        "default": Travel().by,
    } == schema(Travel)["properties"]["by"]


@dataclass(frozen=True, slots=True)
class Voyage:
    by: str | tuple[str, ...] = some_of("sea", "land", "air", presets=("dry", "wet"))
    days: int | None = one_of(7, 14, nullable=True)


def test_a_preset_may_stand_for_several_values_and_is_kept_by_its_name():
    assert "dry" == Voyage().by
    assert "wet" == change(Voyage(), {"by": "wet"}).by
    assert ("sea", "air") == change(Voyage(), {"by": ["air", "sea"]}).by


@pytest.mark.parametrize("value", ["", "sea", "DRY", ["dry"], ["sea", "dry"], None, [], 1])
def test_nothing_but_a_preset_or_some_of_the_list_is_accepted(value: object):
    with pytest.raises(Refused) as refused:
        change(Voyage(), {"by": value})

    assert "dry | wet | [sea, land, air]" == refused.value.rejection.detail


def test_a_list_may_have_no_limit_too():
    assert change(Voyage(), {"days": None}).days is None
    assert {"enum": [7, 14, None], "default": 7} == schema(Voyage)["properties"]["days"]


def test_the_schema_of_presets_is_any_of_them_or_some_of_the_list():
    assert {
        "anyOf": [
            {"enum": ["dry", "wet"]},
            {"type": "array", "items": {"enum": ["sea", "land", "air"]}, "minItems": 1, "uniqueItems": True},
        ],
        "default": "dry",
    } == schema(Voyage)["properties"]["by"]
