"""The tables, one folder for each game: its pages, lights, words and guide."""
