"""From the working tree to a folder with the archive and the template of one stage."""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final
from zipfile import ZipFile

from infra.package.archive import finish
from infra.package.contents import complaints
from infra.package.staging import ROOT, stage_files
from infra.template.additions import additions
from infra.template.stage import STAGES

ARCHIVE: Final = "deployment.zip"
TEMPLATE: Final = "template.json"


class PackageFailed(Exception):
    """Nothing was built that could be deployed; says why."""


def package(stage: str, architecture: str, out: Path) -> None:
    """Build the stage into a folder; raises PackageFailed, and then leaves the folder as it was."""
    with tempfile.TemporaryDirectory() as temporary:
        staging, built = Path(temporary, "app"), Path(temporary, "built")
        staging.mkdir()
        stage_files(staging, stage, architecture)
        merged = Path(temporary, "additions.json")
        merged.write_text(json.dumps(additions(STAGES[stage])))
        _run_chalice(staging, stage, merged, built)
        archive = built / "finished.zip"
        finish(built / ARCHIVE, archive)
        with ZipFile(archive) as content:
            wrong = list(
                complaints(content, (staging / "requirements.txt").read_text(), architecture, ROOT / "decks")
            )
        if wrong:
            raise PackageFailed("\n  ".join(["the archive is not what it should be:", *wrong]))
        template = json.loads((built / "sam.json").read_text())
        out.mkdir(parents=True, exist_ok=True)
        (out / ARCHIVE).write_bytes(archive.read_bytes())
        (out / TEMPLATE).write_text(json.dumps(template, indent=1, sort_keys=True) + "\n")


def _run_chalice(staging: Path, stage: str, merged: Path, out: Path) -> None:
    """In a process of its own, which imports the staged app and no other."""
    environment = os.environ | {
        "PYTHONPATH": str(ROOT),
        "PYTHONDONTWRITEBYTECODE": "1",
        # The packager asks for a region and then makes nothing of it.
        "AWS_DEFAULT_REGION": os.environ.get("AWS_DEFAULT_REGION", "eu-west-1"),
    }
    done = subprocess.run(
        [sys.executable, "-m", "infra.package.chalice_build", stage, str(merged), str(out)],
        cwd=staging,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    if done.returncode:
        raise PackageFailed(f"Chalice could not package the app: {done.stdout.strip()[-3000:]}")
