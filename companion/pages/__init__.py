"""The pages outside a game, such as the setup and the menu."""
