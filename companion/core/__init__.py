"""What the application is made of: the model, messages, effects, the game on the table, what a page and a table are."""
