"""Decks: what they are made of, how they are checked and built, and how a running server reads them."""
