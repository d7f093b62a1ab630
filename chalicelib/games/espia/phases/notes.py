"""A spy's private notes, in every phase from the deal to the round's end."""

from chalicelib.games.espia.actions import CrossOut
from chalicelib.mechanics.notes import crossing_out
from chalicelib.mechanics.spies import spy_refusal

CROSS_OUT = crossing_out(CrossOut, "places", spy_refusal)
