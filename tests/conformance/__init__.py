"""What every ruleset of the registry must hold, whatever it is: the suite names no game."""
