"""`companion selftest`: every part of the box tried on the box itself, and its wiring found and saved."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Any

from companion.amend import amend, told
from companion.app import Order, wiring
from companion.pages.selftest import Selftest
from companion.pages.wizard import Wizard
from companion.play import run
from companion.settings import load, settings_path
from hardware.wiring import order

if TYPE_CHECKING:
    import argparse

    from companion.settings import Settings


def main(asked: argparse.Namespace) -> int:
    """Tries the box until people leave; then saves the wiring, if it was found and they agreed.

    Returns:
        The exit status, 0.

    Raises:
        SettingsError: the settings are wrong, or the wiring that was found cannot be saved.
        DeviceError: the device that was asked for cannot be had.
        TerminalError: this terminal cannot show it.
    """
    settings = load(asked.config, asked.set)
    page = run(asked, Order(settings, None, page=Selftest(order(wiring(settings)), settings.buttons.encoder))).page
    if isinstance(page, Wizard) and page.agreed and page.found:
        file = asked.config or settings_path(os.environ, sys.platform)
        values = page.found | _undone(settings)
        amend(file, "lights", values)
        sys.stderr.write(f"companion: wrote to {file}: {told(values)}\n")
    return 0


def _undone(settings: Settings) -> dict[str, Any]:
    """What would come on top of corner, direction and way, or in their place."""
    lights = settings.lights
    return ({"rotation": 0} if lights.rotation else {}) | ({"pixels": []} if lights.pixels else {})
