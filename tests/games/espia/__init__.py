"""The rules of `espia`."""
