"""Claim It! at the table."""
