"""What the README tells people to type is typed here."""

import os
import re
import subprocess
from pathlib import Path

import pytest

from infra.phone import Service

README = Path(__file__).parents[2] / "README.md"


@pytest.mark.deployed
def test_the_commands_of_the_readme_play_a_round(service: Service):
    block = re.search(r"<!-- tried by .*? -->\n```sh\n(.*?)```", README.read_text("utf-8"), re.S)
    assert block is not None

    played = subprocess.run(
        ["sh", "-eu", "-c", block[1]],
        env={**os.environ, "BASE": str(service.http.base_url).rstrip("/")},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )

    assert (0, "") == (played.returncode, played.stderr)
    cards = [line for line in played.stdout.splitlines() if "'kind'" in line]
    assert ["resident", "resident", "spy"] == sorted(re.findall(r"'kind': '(\w+)'", "".join(cards)))
    *_, clock, actions = played.stdout.splitlines()
    assert "'running'" in clock
    assert "'accuse'" in actions
