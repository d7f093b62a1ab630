"""How the demo prints: in bold, dimmed and red where that can be seen."""

import os
import sys
from typing import Final

WIDTH: Final = 100


def title(text: str) -> None:
    """A heading across the screen."""
    print(f"\n{bold(f'━━ {text} '.ljust(WIDTH, '━'))}\n")


def bold(text: str) -> str:
    """What matters."""
    return _styled(1, text)


def dim(text: str) -> str:
    """What does not."""
    return _styled(2, text)


def red(text: str) -> str:
    """What only one of them sees."""
    return _styled(31, text)


def _styled(code: int, text: str) -> str:
    plain = not sys.stdout.isatty() or os.environ.get("NO_COLOR")
    return text if plain or not text else f"\x1b[{code}m{text}\x1b[0m"
