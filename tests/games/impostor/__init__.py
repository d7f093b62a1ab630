"""The rules of `impostor`."""
