"""Deadlines that live in the state; what wakes the server for them is outside."""

from dataclasses import dataclass

from chalicelib.core.ids import Millis, PlayerId


@dataclass(frozen=True, slots=True)
class Due:
    """Something that happens by itself at `at`; `id` is unique per round and phase.

    `bot` is who moves then, None where a time is over.
    """

    id: str
    at: Millis
    bot: PlayerId | None = None
