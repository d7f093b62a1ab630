"""The engine, without any game."""
