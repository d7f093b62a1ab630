"""The engine kernel: standard library only, no clock, no dice, no I/O."""
