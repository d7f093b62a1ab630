"""What mutmut misses by itself: functions that run when modules are imported, as those that make phases."""

import os
import sys

from mutmut.state import state

_called_by_imports: set[str] = set()


def pytest_addoption() -> None:
    """Before anything is imported: if all tests are about the mutated function, let the imports call it."""
    function = os.environ["MUTANT_UNDER_TEST"].partition("__mutmut_")[0]
    tests = state().tests_by_mangled_function_name.get(function)
    if tests and len(tests) == len(state().duration_by_test):
        for name in [name for name in sys.modules if name.startswith(("chalicelib.", "tests."))]:
            if name not in ("tests.conftest", __name__):
                del sys.modules[name]


def pytest_collection_finish() -> None:
    """While mutmut looks which tests are about which function: see what the imports called."""
    if os.environ["MUTANT_UNDER_TEST"] == "stats":
        _called_by_imports.update(state()._stats)


def pytest_runtest_call() -> None:
    """All tests use what was made by that."""
    state()._stats.update(_called_by_imports)
