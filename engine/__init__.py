"""The rules of the games, as pure functions: standard library only, no I/O, no clock, no random numbers."""
