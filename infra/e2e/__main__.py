"""`make e2e`: packages, starts a local AWS, deploys, and lets the tests play on it and look behind it."""

import os
import platform
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final

from infra.deploy.stages import deploy_yaml
from infra.e2e.emulator import emulator
from infra.e2e.local_stack import POLL_S, deploy
from infra.local.settings import NEVER_TAKEN
from infra.local.store import StoreFailed
from infra.package.build import PackageFailed, package
from infra.package.staging import ROOT

HERE: Final = {"aarch64": "arm64", "arm64": "arm64"}.get(platform.machine(), "x86_64")
BUILDS: Final = {"dev": ("dev", HERE), "prod": ("prod", HERE), "arm64": ("prod", "arm64")}
"""What is built, by the folder it goes to. The local AWS runs functions on this machine's processor."""
TIME_SCALE: Final = "10"
"""The local AWS is slow: a round of five minutes, in half a minute, leaves time enough to play."""


def main() -> int:
    """Run all of it; its exit code."""
    started = time.monotonic()

    def tell(what: str) -> None:
        print(f"[{time.monotonic() - started:4.0f} s] {what}", flush=True)

    for name in NEVER_TAKEN:
        os.environ.pop(name, None)
    with tempfile.TemporaryDirectory() as temporary:
        packages = Path(temporary)
        tell("packaging …")
        with ThreadPoolExecutor() as pool:
            builds = [pool.submit(package, *what, packages / folder) for folder, what in BUILDS.items()]
        for build in builds:
            build.result()
        with emulator() as environment:
            os.environ |= environment
            tell(f"deploying to {environment['AWS_ENDPOINT_URL']} …")
            deploy_yaml("account", "tapadillo-account", POLL_S)
            deployed = deploy(packages / "dev", "tapadillo-dev", TimeScale=TIME_SCALE)
            tell(f"testing {deployed.base_url} …")
            code = _test(PACKAGES=temporary, BASE_URL=deployed.base_url)
    tell("passed" if code == 0 else "failed")
    return code


def _test(**settings: str) -> int:
    command = [sys.executable, "-m", "pytest", "-n", "2", "--dist", "loadfile", "--durations", "5"]
    command += ["-m", "deployed or stack", "tests/e2e", "tests/stack", *sys.argv[1:]]
    return subprocess.run(command, cwd=ROOT, env=os.environ | settings, check=False).returncode


if __name__ == "__main__":
    try:
        sys.exit(main())
    except (PackageFailed, StoreFailed) as error:
        print(f"error: {error}", file=sys.stderr)
        sys.exit(1)
