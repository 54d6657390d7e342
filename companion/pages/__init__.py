"""The pages of the shell around a game: what a press means there, and how they are drawn."""
