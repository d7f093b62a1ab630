"""Bots among themselves: how often each side wins, and how much a level is worth (`make bots-report`)."""
