"""The settings: their schema with every default, and changes to the file that they are kept in."""
