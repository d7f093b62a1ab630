"""The rules of `shpion`."""
