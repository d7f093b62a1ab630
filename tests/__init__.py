"""Tests, each at the lowest floor that can catch the bug."""
