"""Words of seven themes, one spy, ready-made questions."""
