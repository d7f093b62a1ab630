"""Prints the figures: `make bench`."""

from infra.bench import engine, store

for part in (engine, store):
    print("\n".join(part.report()), flush=True)
