"""Pig for the companion: the rules, and the table at which it is played."""
