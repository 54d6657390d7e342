"""The rules: pure, exact, standard library only. No I/O, no clock, no chance of their own."""
