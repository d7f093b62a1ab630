"""`make mutants`: changes the rules in a thousand small ways and counts how many of them no test notices."""
