"""Moved to `shared_pages`; to be deleted once no game imports it from here."""

from companion.tables.shared_pages import EndGamePage

__all__ = ["EndGamePage"]
