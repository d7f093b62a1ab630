"""The rules of every game, one scenario a rule."""
