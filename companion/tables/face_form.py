"""Moved to `shared_pages`; to be deleted once no game imports it from here."""

from companion.tables.shared_pages import chosen_face, face_form

__all__ = ["chosen_face", "face_form"]
