"""The pages outside a game: their screens, and what a press does there."""
