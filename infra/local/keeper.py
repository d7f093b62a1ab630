"""Runs a command and ends it when standard input closes: when the starter closes it or is gone."""

import subprocess
import sys
import threading

PATIENCE_SECONDS = 5


def keep(command: list[str]) -> int:
    """Run the command; its exit code."""
    child = subprocess.Popen(command, stdin=subprocess.DEVNULL)

    def end_with_the_starter() -> None:
        while sys.stdin.buffer.read(1024):
            pass
        child.terminate()
        try:
            child.wait(PATIENCE_SECONDS)
        except subprocess.TimeoutExpired:
            child.kill()

    threading.Thread(target=end_with_the_starter, daemon=True).start()
    return child.wait()


if __name__ == "__main__":
    sys.exit(keep(sys.argv[1:]))
