"""What is not the program: checks of the checkout, packages of it, the site of its docs, a body to print."""
