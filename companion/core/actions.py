"""What people do at the table besides pressing a button, and why it may be refused."""

from __future__ import annotations

from typing import NamedTuple

from hardware.device import Press


class Point(NamedTuple):
    """Somebody points at a place of the board."""

    place: str
    """As the table names it: `5/2`, Klondike's `1/1E`."""


class Choose(NamedTuple):
    """Somebody answers a question of the form that is open."""

    name: str
    """The question's key."""
    value: object
    """One of its answers' values."""


Action = Press | Point | Choose


class Refusal(NamedTuple):
    """Why an action has no effect at all."""

    code: str
    """For programs."""
    message: str
    """One sentence in English: what was wrong, or what would have been right."""


WATCHING = Refusal("watching", "Only who has a link from the table may do this.")
MENU_REFUSED = Refusal("menu", "The menu belongs to the whole table.")
NOT_YOUR_TURN = Refusal("turn", "It is not the turn of this seat.")


class UnknownPlaceError(ValueError):
    """No place of the board has this name; its text says in one sentence how places are named."""
