"""The colours that lights have before a game or a setting says otherwise.

They were searched for: of all greens, blues, oranges, reds and violets those that stay farthest apart, bright and dim,
for every kind of eye in `companion.lights.colour_vision`. Red is therefore a deep one, orange and green lean to pink
and mint.
"""

from __future__ import annotations

from typing import NamedTuple

from hardware.device import Colour


class SeatColour(NamedTuple):
    """A seat's colour and what it is called."""

    name: str
    """In English, to be translated."""
    colour: Colour


SEATS = (
    SeatColour("Green", Colour(0, 204, 136)),
    SeatColour("Blue", Colour(20, 40, 224)),
    SeatColour("Orange", Colour(255, 122, 48)),
    SeatColour("Red", Colour(192, 16, 0)),
    SeatColour("Violet", Colour(200, 110, 255)),
)
"""The seats' colours, seat 0 first."""

AMBER = Colour(255, 228, 0)
"""May be used."""
WHITE = Colour(255, 255, 255)
"""Belongs to nobody."""
ALARM = Colour(255, 0, 0)
"""Lost."""

DIM = 0.6
"""The level of what only lies there: a quarter of the light of what is bright."""
