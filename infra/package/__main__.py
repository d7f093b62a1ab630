"""`make package`: builds one stage's archive and template into a folder, and says what it built."""

import argparse
import hashlib
import sys
from collections import Counter
from pathlib import Path
from zipfile import ZipFile

from infra.package.build import PackageFailed, package
from infra.package.staging import ROOT, default_architecture
from infra.template.stage import STAGES


def main() -> int:
    """Build what the command line asks for; its exit code."""
    asked = argparse.ArgumentParser(prog="python -m infra.package", description=__doc__)
    asked.add_argument("--stage", choices=STAGES, default="dev")
    asked.add_argument("--architecture", choices=("arm64", "x86_64"))
    asked.add_argument("--out", type=Path)
    given = asked.parse_args()
    out = given.out or ROOT / "dist" / given.stage
    architecture = given.architecture or default_architecture(given.stage)
    try:
        package(given.stage, architecture, out)
    except PackageFailed as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    _print_manifest(out, f"{given.stage} for {architecture}")
    return 0


def _print_manifest(out: Path, what: str) -> None:
    print(f"{what}, in {out}:")
    for path in sorted(out.iterdir()):
        content = path.read_bytes()
        print(f"  {path.name:16} {len(content):>10,} bytes  sha256 {hashlib.sha256(content).hexdigest()}")
    parts: Counter[str] = Counter()
    with ZipFile(out / "deployment.zip") as archive:
        for entry in archive.infolist():
            parts[entry.filename.partition("/")[0]] += entry.compress_size
    for part, size in parts.most_common(8):
        print(f"    {part:14} {size:>10,}")


sys.exit(main())
