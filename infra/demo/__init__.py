"""Scripted phones play every game over real HTTP and WebSockets: `make demo`."""
