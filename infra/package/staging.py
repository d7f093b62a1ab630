"""The folder from which Chalice packages: what is deployed, and nothing that lies about beside it."""

import json
import shutil
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
DECKS: Final = "*/*.json"
"""The built decks, with the credits of their pictures. Sources and pictures are not for the functions."""


def stage_files(folder: Path, stage: str, architecture: str) -> None:
    """Copy into an empty folder what belongs into the archive, and Chalice's configuration."""
    shutil.copy(ROOT / "app.py", folder)
    shutil.copy(ROOT / "requirements.txt", folder)
    clean = shutil.ignore_patterns("__pycache__", "deployments", "deployed")
    shutil.copytree(ROOT / "chalicelib", folder / "chalicelib", ignore=clean)
    shutil.copytree(ROOT / ".chalice", folder / ".chalice", ignore=clean)
    for deck in (ROOT / "decks").glob(DECKS):
        # Chalice moves what is in `vendor` to the root: the decks stand beside the code, as they do here.
        place = folder / "vendor" / deck.relative_to(ROOT)
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(deck, place)
    config = folder / ".chalice" / "config.json"
    settings = json.loads(config.read_text())
    settings["stages"][stage]["lambda_architecture"] = architecture
    config.write_text(json.dumps(settings))


def default_architecture(stage: str) -> str:
    """For which processors a stage is built."""
    settings = json.loads((ROOT / ".chalice" / "config.json").read_text())
    return str(settings["stages"][stage]["lambda_architecture"])


def memory_mb(function: str) -> int:
    """How much memory a function gets."""
    settings = json.loads((ROOT / ".chalice" / "config.json").read_text())
    own = settings["lambda_functions"][function]
    return int(own.get("lambda_memory_size", settings["lambda_memory_size"]))
