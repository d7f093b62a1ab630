"""Prints the figures: `make bench`."""

from infra.bench import engine, lateness, store

for part in (engine, store, lateness):
    print("\n".join(part.report()), flush=True)
