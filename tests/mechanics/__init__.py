"""The parts that games are made of."""
