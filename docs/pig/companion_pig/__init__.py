"""Pig for the companion: the rules and the table."""
