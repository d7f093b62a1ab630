"""How much the tests do: little, and in CI the same every time; much, from a printed seed, in `make soak`."""

import os
from collections.abc import Callable
from dataclasses import dataclass

import pytest
from hypothesis import HealthCheck, settings
from hypothesis.configuration import set_hypothesis_home_dir

set_hypothesis_home_dir(".cache/hypothesis")
common = settings(deadline=None, max_examples=50, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("dev", common)
settings.register_profile("ci", common, derandomize=True, database=None)
settings.register_profile("soak", common, max_examples=500, database=None)
settings.load_profile("ci" if os.environ.get("CI") else "dev")


pytest_plugins = ["tests.mutants"] if "MUTANT_UNDER_TEST" in os.environ else []

FIGURES = "figures"
Figures = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Volume:
    """How much a test of volumes does, and the seed that repeats it."""

    seed: int
    is_soak: bool

    def of(self, short: int, soak: int) -> int:
        return soak if self.is_soak else short


@pytest.fixture(scope="session")
def volume(pytestconfig: pytest.Config) -> Volume:
    """For random play: `volume.of(200, 10_000)` rounds from `volume.seed`."""
    return Volume(
        seed=int(pytestconfig.getoption("--hypothesis-seed") or 1),
        is_soak=pytestconfig.getoption("--hypothesis-profile") == "soak",
    )


@pytest.fixture
def figures(volume: Volume, record_property: Callable[[str, object], None]) -> Figures:
    """For what a test measured: a line that `make soak` prints in the end, whichever process found it."""
    return lambda line: record_property(FIGURES, line) if volume.is_soak else None


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print them."""
    for report in (r for reports in terminalreporter.stats.values() for r in reports):
        if getattr(report, "when", None) == "call":
            for line in (line for name, line in report.user_properties if name == FIGURES):
                terminalreporter.write_line(str(line))
