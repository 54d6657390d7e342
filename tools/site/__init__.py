"""The site of the docs."""
