"""What a page shows and what can be done on it, as one value, and the renderers of that value."""
