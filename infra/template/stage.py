"""The stages of the service, and in what they differ."""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Stage:
    """One stage; many stacks may be made of it.

    `is_kept`: its rooms outlive mistakes, and its clock runs as real time does.
    `requests` and `messages` a second: its share of the 10,000 that an account has in a region for REST,
    WebSocket and pushes together. Two stages must not starve each other, nor a stage its own pushes.
    """

    name: str
    is_kept: bool
    requests: int
    messages: int


STAGES: Final = {
    stage.name: stage
    for stage in (
        Stage("dev", is_kept=False, requests=100, messages=100),
        Stage("prod", is_kept=True, requests=1_500, messages=1_500),
    )
}
