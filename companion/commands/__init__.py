"""The command line, and what each of its commands does."""
