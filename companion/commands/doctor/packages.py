"""The packages that work the pins and the pixels of a real box, and how to install one where this program lies."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from companion.commands.doctor.diagnosis import Diagnosis, ok, wrong

if TYPE_CHECKING:
    from companion.commands.doctor.machine import Machine
    from companion.settings.schema import Settings

LGPIO = (0, 2, 2)
"""The oldest that works; the versions before it lack the pins of newer kernels."""
WHEELS_UP_TO = (3, 12)
"""The last Python for which lgpio has a wheel; the source wants swig, a compiler and liblgpio."""
EXTRAS = {
    "pwm": ("pwm", ("gpiod", "rpi_ws281x")),
    "pio": ("pi5", ("gpiod", "Adafruit-Blinka-Raspberry-Pi5-Neopixel")),
}
"""For each driver of the pixels that needs more than the dependencies: the extra, and what it brings. Blinka asks gpiod
for the pin."""
SERVICE = Path("/opt/companion")
"""Where the service's environments are (companion/commands/service/versions.py)."""
REQUIREMENTS = {
    "gpiod": "'gpiod<3'",
    "Adafruit-Blinka-Raspberry-Pi5-Neopixel": "'Adafruit-Blinka-Raspberry-Pi5-Neopixel>=1.0.0rc2'",
}
"""What is to be asked for, where the name alone would bring another version or none."""
COMPILED = frozenset({"rpi_ws281x"})
"""What has no wheels."""


def check_pins_package(machine: Machine, _: Settings) -> Diagnosis:
    """Checks the package that works the pins."""
    found = machine.package("lgpio")
    if found and tuple(map(int, re.findall(r"\d+", found)[:3])) >= LGPIO:
        return ok(f"lgpio {found}")
    # Where there is a wheel, pip brings it; for a newer Python only the system has a package.
    if machine.python <= WHEELS_UP_TO and (found or not _sees_the_system(machine)):
        mend = f"{_package_tool(machine).install} 'lgpio>=0.2.2'"
    else:
        mend = "sudo apt install python3-lgpio"
        # A broken one in the environment hides that of the system.
        if found:
            mend = f"{_package_tool(machine).uninstall} lgpio && {mend}"
        if not _sees_the_system(machine):
            sudo, config = _sudo_prefix(machine), _environment_config(machine)
            mend += f" && {sudo}sed -i 's/packages = false/packages = true/' /{config}"
    return wrong(f"lgpio {found} is broken" if found else "lgpio is missing", mend)


def check_pixels_package(machine: Machine, settings: Settings) -> Diagnosis:
    """Checks the packages that work the pixels, where their driver needs more than SPI does."""
    driver = settings.lights.driver
    if driver not in EXTRAS:
        return ok(f"the driver {driver} needs no more")
    extra, needs = EXTRAS[driver]
    lacking = [name for name in needs if machine.package(name) is None]
    if not lacking:
        return ok(", ".join(f"{name} {machine.package(name)}" for name in needs))
    before = "" if COMPILED.isdisjoint(lacking) else "sudo apt install gcc python3-dev && "
    # What is put into the service's environment by hand is gone after the next update.
    if machine.environment.is_relative_to(SERVICE):
        mend = f"sudo systemd/install.sh --extras {extra}"
    else:
        mend = f"{_package_tool(machine).install} {' '.join(REQUIREMENTS.get(name, name) for name in lacking)}"
    return wrong(f"missing: {', '.join(lacking)}", before + mend)


class Tool(NamedTuple):
    """What installed this program, and brings packages into its environment or out of it."""

    install: str
    uninstall: str


def _package_tool(machine: Machine) -> Tool:
    place = machine.environment
    if machine.has_file(f"{_environment_path(machine)}/pipx_metadata.json"):
        return Tool("pipx inject claim-companion", "pipx uninject claim-companion")
    if machine.has_file(f"{_environment_path(machine)}/uv-receipt.toml"):
        return Tool(f"uv pip install --python {place}", f"uv pip uninstall --python {place}")
    pip = f"{_sudo_prefix(machine)}{place}/bin/python -m pip"
    return Tool(f"{pip} install", f"{pip} uninstall --yes")


def _sees_the_system(machine: Machine) -> bool:
    """Returns whether the environment sees the system's packages (Python documentation, `venv`)."""
    return "include-system-site-packages = false" not in (machine.read_text(_environment_config(machine)) or "")


def _environment_config(machine: Machine) -> str:
    return f"{_environment_path(machine)}/pyvenv.cfg"


def _environment_path(machine: Machine) -> str:
    """Returns the environment's folder as a path of the system, without the root before it."""
    return str(machine.environment).lstrip("/")


def _sudo_prefix(machine: Machine) -> str:
    return "" if machine.writable(machine.environment) else "sudo "
