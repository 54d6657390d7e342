"""Observers of a game and their pages. Games and other pages do not know them."""
