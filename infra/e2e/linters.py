"""The tools that judge a template, in a virtual environment of their own: cfn-lint and the SAM transform."""

import json
import os
import subprocess
from pathlib import Path
from typing import Any, Final

from infra.e2e.emulator import REGION
from infra.package.staging import ROOT

LINTERS: Final = ROOT / ".venv-lint" / "bin"
TRANSFORM: Final = Path(__file__).parent / "transform.py"


def lint(*templates: Path) -> str:
    """What cfn-lint finds wrong; empty if nothing."""
    judged = _run([str(LINTERS / "cfn-lint"), "--regions", REGION, "--", *map(str, templates)])
    return judged.stdout + judged.stderr


def expanded(template: dict[str, Any]) -> dict[str, Any]:
    """The template after the SAM transform, as CloudFormation applies it."""
    done = _run([str(LINTERS / "python"), "-I", str(TRANSFORM)], json.dumps(template))
    if done.returncode:
        raise ValueError(f"the SAM transform refuses the template: {done.stderr[-2000:]}")
    whole: dict[str, Any] = json.loads(done.stdout)
    return whole


def _run(command: list[str], given: str | None = None) -> subprocess.CompletedProcess[str]:
    environment = os.environ | {"AWS_DEFAULT_REGION": REGION}
    return subprocess.run(command, input=given, capture_output=True, text=True, env=environment, check=False)
