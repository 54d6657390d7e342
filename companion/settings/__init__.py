"""The settings: their schema with all defaults, and the file that contains them."""
