"""One module a phase: what it offers, and the handler of each action."""
