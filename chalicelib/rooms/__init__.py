"""Use-cases of a room, the same for every game."""
