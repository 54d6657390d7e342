"""The browser of this computer."""

from __future__ import annotations

import os
import sys
import webbrowser

SCREENS = ("DISPLAY", "WAYLAND_DISPLAY")
"""What tells that there is a screen; without one only a browser in the terminal would be found."""


def opens(link: str) -> bool:
    """Opens a link in a window, if there can be one."""
    seen = sys.platform in {"darwin", "win32"} or any(map(os.environ.get, SCREENS))
    return seen and webbrowser.open(link)
