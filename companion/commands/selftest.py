"""`companion selftest`: every part of the box tried on the box itself, and its wiring found and saved."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

from companion.commands.play import frontend_options
from companion.composition_root import run
from companion.pages.selftest import SelftestPage
from companion.pages.wizard import WizardPage
from companion.runtime.launch_config import LaunchConfig
from companion.settings.loader import load_settings
from companion.settings.paths import settings_path
from companion.settings.settings_file import format_values, update_settings_file
from companion.settings.wiring import wiring_from

if TYPE_CHECKING:
    import argparse


def main(args: argparse.Namespace) -> int:
    """Tries the box until people leave; then saves the wiring, if it was found and they agreed.

    Returns:
        The exit status, 0.

    Raises:
        SettingsError: the settings are wrong, or the wiring that was found cannot be saved.
        DeviceError: the device that was asked for cannot be had.
        TerminalError: this terminal cannot show it.
    """
    settings = load_settings(args.config, args.set)
    first = SelftestPage(wiring_from(settings))
    page = run(LaunchConfig(settings, None, page=first), frontend_options(args)).page
    if isinstance(page, WizardPage) and page.agreed and page.found:
        file = args.config or settings_path(os.environ, sys.platform)
        # What would come on top of corner, direction and way, or in their place, is reset.
        lights = settings.lights
        values = ({"rotation": 0} if lights.rotation else {}) | ({"pixels": []} if lights.pixels else {}) | page.found
        update_settings_file(file, "lights", values)
        sys.stderr.write(f"companion: wrote to {file}: {format_values(values)}\n")
    return 0
