"""The packages that work the pins and the pixels of a real box, and how to install one where this program lies."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from companion.doctor.finding import Finding, ok, wrong

if TYPE_CHECKING:
    from companion.doctor.machine import Machine
    from companion.settings import Settings

LGPIO = (0, 2, 2)
"""The oldest that works; the versions before it lack the pins of newer kernels."""
WHEELS_UP_TO = (3, 12)
"""The last Python for which lgpio has a wheel; the source wants swig, a compiler and liblgpio."""
BY_PIN = ("adafruit-circuitpython-neopixel", "gpiod")
"""What every driver of pixels on a pin of their own needs: Blinka, which neopixel brings, asks gpiod for the pin."""
BY_DRIVER = {
    "pwm": (*BY_PIN, "rpi_ws281x"),
    "pio": (*BY_PIN, "Adafruit-Blinka-Raspberry-Pi5-Neopixel"),
}
"""What a driver of the pixels needs besides the dependencies: the extras `pwm` and `pi5` of pyproject.toml."""
REQUIREMENTS = {
    "gpiod": "'gpiod<3'",
    "Adafruit-Blinka-Raspberry-Pi5-Neopixel": "'Adafruit-Blinka-Raspberry-Pi5-Neopixel>=1.0.0rc2'",
}
"""What is to be asked for, where the name alone would bring another version or none."""
COMPILED = frozenset({"rpi_ws281x"})
"""What has no wheels."""


def pins_package(machine: Machine, _: Settings) -> Finding:
    """What works the pins."""
    found = machine.package("lgpio")
    if found and tuple(map(int, re.findall(r"\d+", found)[:3])) >= LGPIO:
        return ok(f"lgpio {found}")
    what = f"lgpio {found} is broken" if found else "lgpio is missing"
    if machine.python <= WHEELS_UP_TO:
        return wrong(what, install(machine, "'lgpio>=0.2.2'"))
    return wrong(what, f"sudo apt install python3-lgpio{_see_the_system(machine)}")


def pixels_package(machine: Machine, settings: Settings) -> Finding:
    """What works the pixels, where their driver needs more than SPI does."""
    driver = settings.lights.driver
    needs = BY_DRIVER.get(driver, ())
    lacking = [name for name in needs if machine.package(name) is None]
    if lacking:
        before = "" if COMPILED.isdisjoint(lacking) else "sudo apt install gcc python3-dev && "
        wanted = " ".join(REQUIREMENTS.get(name, name) for name in lacking)
        return wrong(f"missing: {', '.join(lacking)}", before + install(machine, wanted))
    have = ", ".join(f"{name} {machine.package(name)}" for name in needs)
    return ok(have or f"the driver {driver} needs no more")


def install(machine: Machine, requirements: str) -> str:
    """The command that installs packages beside this program, by the tool that installed it."""
    environment = machine.environment
    if machine.has(f"{_inside(machine)}/pipx_metadata.json"):
        return f"pipx inject claim-companion {requirements}"
    if machine.has(f"{_inside(machine)}/uv-receipt.toml"):
        return f"uv pip install --python {environment} {requirements}"
    return f"{_sudo(machine)}{environment}/bin/python -m pip install {requirements}"


def _see_the_system(machine: Machine) -> str:
    """What makes an environment that is closed to the system's packages see them; empty where it does."""
    place = f"{_inside(machine)}/pyvenv.cfg"
    if "include-system-site-packages = false" not in (machine.read(place) or ""):
        return ""
    return f" && {_sudo(machine)}sed -i 's/packages = false/packages = true/' /{place}"


def _inside(machine: Machine) -> str:
    """The environment's folder as a path of the system."""
    return str(machine.environment).lstrip("/")


def _sudo(machine: Machine) -> str:
    return "" if machine.writable(machine.environment) else "sudo "
