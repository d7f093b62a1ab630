"""The spy who does not know the place; read `ruleset` first."""
