"""Prints what bots among themselves come to: `make bots-report`, `N` words or rounds for each figure."""

import os

from infra.bots import impostor, shpion

for part in (impostor, shpion):
    for line in part.report(int(os.environ.get("N", "2000"))):
        print(line, flush=True)
