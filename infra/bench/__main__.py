"""Prints the figures: `make bench`."""

from infra.bench import cold, engine, lateness, store

for part in (engine, store, cold, lateness):
    print("\n".join(part.report()), flush=True)
