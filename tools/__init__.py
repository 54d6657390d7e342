"""What is not the program: checks of the checkout."""
