"""The colours of the seven digits.

They were searched for, as those of the seats were: seven that stay far apart, bright, dim, and one bright and the
other dim, for every kind of eye in `companion.lights.colour_vision`. The screen shows the digits as pips besides.
"""

from __future__ import annotations

from hardware.device import Colour

DIGITS = (
    Colour(255, 255, 255),
    Colour(192, 0, 0),
    Colour(186, 255, 0),
    Colour(10, 0, 236),
    Colour(243, 94, 108),
    Colour(6, 130, 255),
    Colour(237, 186, 255),
)
"""By digit, the blank's first."""
