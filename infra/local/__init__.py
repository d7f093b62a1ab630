"""The local server: what AWS puts around app.py, in one process, for development and tests."""
