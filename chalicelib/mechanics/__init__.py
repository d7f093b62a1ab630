"""Parts that games are made of, named as players name them."""
