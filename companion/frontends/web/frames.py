"""A frame as the page gets it: 1,133 bytes."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from hardware.device import BLANK

if TYPE_CHECKING:
    from hardware.device import Frame


def covered(frame: Frame) -> Frame:
    """The frame as strangers may see it when the screen shows a secret: its lights only."""
    return replace(frame, screen=BLANK.screen)


def encoded(frame: Frame) -> bytes:
    """The screen's contrast, 36 lights as wanted (red, green, blue; field 1/1 first, then 2/1 …), and the screen.

    The lights are those before gamma, brightness and power budget: these are for pixels, not for monitors. The screen
    is as in a frame: 1,024 bytes, row by row from the top, the highest bit at the left.
    """
    lights = bytes(channel for colour in frame.lights for channel in colour)
    return bytes((frame.contrast,)) + lights + frame.screen
