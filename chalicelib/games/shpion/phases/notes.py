"""Everybody's private notes, in every phase from the deal to the round's end."""

from chalicelib.games.shpion.actions import CrossOut
from chalicelib.mechanics.notes import crossing_out
from chalicelib.mechanics.seating import round_refusal

CROSS_OUT = crossing_out(CrossOut, "words", round_refusal)
