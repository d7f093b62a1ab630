"""The local server, tested with a small app of its own."""
