"""Decks that are not ours: sent by tenants, judged as ours are, kept version by version."""
