"""Observers of a game and their pages. Games and other pages do not depend on them."""
