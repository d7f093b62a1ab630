"""Every problem code there is, with what it means and what to do about it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from chalicelib.api import language, problems
from chalicelib.core.reason import Reason, Refusal, Rejection
from chalicelib.games.registry import RULESETS
from infra.documents.words import read
from infra.local import answers

LANGUAGE: Final = "en"
SPOKEN: Final = Path(language.__file__).parent / "texts"
CURES: Final[Mapping[str, str]] = read("cures")
FAULTS: Final = (*read(f"{SPOKEN}/members"), *read(f"{SPOKEN}/decks"))
"""What can be wrong with one member of a request, beside the codes of problems."""


@dataclass(frozen=True, slots=True)
class Code:
    """A problem code, with `title` and `detail` as they are answered.

    `group` is the game that alone knows it, empty for those of all rules, else `service`. Those that are
    `passing` stand in `blocked`.
    """

    code: str
    status: int
    title: str
    detail: str
    retryable: bool
    group: str = "service"
    passing: bool = False

    @property
    def cure(self) -> str:
        """What whoever builds a frontend does about it."""
        return CURES.get(self.code, "")


def _refusals() -> Iterator[tuple[str, Refusal]]:
    yield from (("", reason) for reason in Reason)
    for game, ruleset in RULESETS.items():
        home = f"chalicelib.games.{game}."
        own = [codes for codes in Refusal.__subclasses__() if codes.__module__.startswith(home)]
        yield from ((game, reason) for codes in own for reason in codes)
        assert ruleset.texts[LANGUAGE].keys() == {reason for codes in own for reason in codes}


def _codes() -> Iterator[Code]:
    said = language.texts(LANGUAGE)
    for code in problems.STATUS:
        problem = problems.problem(code)
        yield Code(code, problem.status, *said[code], bool(problem.body(LANGUAGE)["retryable"]))
    for game, reason in _refusals():
        refused = problems.refused(Rejection(reason))
        yield Code(reason, refused.status, *said[reason], False, game, reason.passing)
    for answer in answers.ANSWERS:
        yield Code(answer.code, answer.status, answer.title, answer.detail, answer.retryable)


def _once() -> Mapping[str, Code]:
    """Each code once, the service's own words before the rules' and the gateway's."""
    found: dict[str, Code] = {}
    for each in _codes():
        found.setdefault(each.code, each)
    return found


CODES: Final = _once()
REFUSALS: Final = tuple(str(reason) for _, reason in _refusals())
"""What the rules may say to an action."""


def not_yet(game: str) -> set[str]:
    """The codes that stand in `blocked` of a game."""
    return {each.code for each in CODES.values() if each.passing and each.group in ("", game)}
