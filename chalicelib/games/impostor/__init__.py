"""One secret word, and those who do not have it; read `ruleset` first."""
