"""Tapadillo, the backend of hidden-role party games."""
