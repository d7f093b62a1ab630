"""The collections that pictures come from and their licences, as a credits page names them."""

from collections.abc import Mapping
from typing import NamedTuple


class Collection(NamedTuple):
    """Where a folder of pictures comes from, and the line that its makers ask for."""

    name: str
    url: str
    licence: str
    note: str


class Licence(NamedTuple):
    """A licence as a credits page names and links it."""

    name: str
    url: str


COLLECTIONS: Mapping[str, Collection] = {
    "om": Collection(
        name="OpenMoji",
        url="https://openmoji.org/",
        licence="CC-BY-SA-4.0",
        note=(
            "All emojis designed by OpenMoji – the open-source emoji and icon project. License: CC BY-SA 4.0"
        ),
    ),
}
LICENCES: Mapping[str, Licence] = {
    "CC-BY-SA-4.0": Licence(
        "Creative Commons Attribution-ShareAlike 4.0 International",
        "https://creativecommons.org/licenses/by-sa/4.0/",
    ),
}
