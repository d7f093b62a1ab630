"""The themes, and their mixes by name."""

from collections.abc import Mapping

PLACES = "places"
THEMES = (PLACES, "films", "music", "books", "painting", "geography", "history")
"""The ids of the themes, in the order in which they are offered."""

PRESETS: Mapping[str, tuple[str, ...]] = {
    "classic": (PLACES,),
    "culture": ("films", "music", "books", "painting"),
    "world": ("geography", "history"),
    "everything": THEMES,
}
"""Mixes of themes by name."""
