"""Prints what bots among themselves come to: `make bots-report`, `N` words or rounds for each figure."""

import os

from infra.bots import impostor

for part in (impostor,):
    print("\n".join(part.report(int(os.environ.get("N", "2000")))), flush=True)
