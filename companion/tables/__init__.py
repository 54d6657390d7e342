"""The pages, lights, words and guide of each game, one folder per game."""
