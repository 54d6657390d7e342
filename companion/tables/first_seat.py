"""Moved to `shared_pages`; to be deleted once no game imports it from here."""

from companion.tables.shared_pages import FirstSeatPage, first_seat

__all__ = ["FirstSeatPage", "first_seat"]
