"""`companion service`: makes the companion start with the machine, as a service of systemd.

It serves the environment that it runs in: /opt/companion, which `systemd/install.sh` makes, or that of the Debian
package, which brings units of its own; there only choices are written.
"""

from __future__ import annotations

import argparse
import os
import shutil
import socket
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from companion.files import legible, replace_file, replace_link
from companion.settings.loader import load_settings
from companion.settings.schema import SettingsError

SOURCES = (Path(__file__).with_name("systemd"), Path(__file__).parents[2] / "systemd")
"""Where the units are: in a wheel beside this module (hatch_build.py), in a checkout at its top."""
ENVIRONMENT = Path("/opt/companion")
"""The environment that `systemd/install.sh` makes."""
PROGRAM = f"{ENVIRONMENT}/bin/companion"
"""What the units in `systemd/` start."""
PACKAGE = Path("/usr/lib/claim-companion")
"""The environment of the Debian package (tools/debian/deb.py)."""
HIDDEN = (Path("/home"), Path("/root"), Path("/run/user"))
"""What `ProtectHome=` hides from the service."""
BOOTED = Path("/run/systemd/system")
"""There where systemd is process 1 (sd_booted(3))."""
MOUNTS = Path("/proc/mounts")

FOLDER = "etc/systemd/system"
UNITS = tuple(f"{FOLDER}/{unit}" for unit in ("companion.service", "companion-power@.path", "companion-power@.service"))
SOCKET = f"{FOLDER}/companion.socket"
SIMULATED, KIOSK = f"{FOLDER}/companion.service.d/simulated.conf", f"{FOLDER}/companion.service.d/kiosk.conf"
RULE = "etc/udev/rules.d/99-companion.rules"
SETTINGS = "etc/companion/companion.toml"
COMMAND = "usr/local/bin/companion"
MASK = Path("/dev/null")
"""Where the link of a unit leads that must not be started."""
GROUPS = ("gpio", "i2c", "spi")
"""Groups of the service that only Raspberry Pi OS has from the start; systemd starts no service in a missing group."""
SUBSYSTEMS = ("gpio", "i2c-dev", "spidev", "*-pio")
"""Those that the udev rule names."""

Run = Callable[[Sequence[str]], bool]
"""Runs a command, which writes to the terminal; returns whether it succeeded."""


class ServiceError(Exception):
    """It cannot be done; one sentence says why."""


def main(args: argparse.Namespace) -> int:
    """Runs the action that the command line names; returns the exit status."""
    try:
        check_machine()
        check_places(Path(sys.prefix), Path(sys.base_prefix))
        service = Service(Path("/"), Path(sys.prefix), run_succeeds)
        if args.action == "install":
            service.install(simulated=args.simulated, page=args.page, kiosk=args.kiosk, settings=args.settings)
        else:
            service.uninstall()
    except ServiceError as error:
        said = str(error)
    except OSError as error:
        said = f"{legible(error.filename or 'the disk')}: {error.strerror or legible(error)}"
    else:
        return 0
    sys.stderr.write(f"companion: {said}\n")
    return 1


def check_machine() -> None:
    """Raises ServiceError where systemd does not run, may not be changed, or would forget the change."""
    # In this order: where there is no systemd, sudo would not help either.
    if not BOOTED.is_dir():
        raise ServiceError("this machine was not started by systemd")
    if os.geteuid() != 0:
        raise ServiceError("run this with sudo")
    if any(line.startswith("overlayroot / overlay ") for line in MOUNTS.read_text().splitlines()):
        raise ServiceError(
            "the system is read-only and would forget this: sudo overlayroot-chroot before the same words, then restart"
        )


def check_places(environment: Path, python: Path) -> None:
    """Raises ServiceError where the service could not see its environment, or the Python of it."""
    if any(environment.resolve().is_relative_to(hidden) for hidden in HIDDEN):
        raise ServiceError(
            f"the service cannot see {environment}, which is below a home: sudo systemd/install.sh makes one in "
            f"{ENVIRONMENT}"
        )
    if any(python.resolve().is_relative_to(hidden) for hidden in HIDDEN):
        raise ServiceError(f"the service cannot see {python}, where this Python is: take /usr/bin/python3")


def run_succeeds(command: Sequence[str]) -> bool:
    """Runs a command, which writes to the terminal; returns whether it is there and succeeds."""
    return shutil.which(command[0]) is not None and subprocess.run(command, check=False).returncode == 0  # noqa: S603 - our own commands


class Service:
    """The service on one machine."""

    def __init__(self, root: Path, environment: Path, run: Run) -> None:
        """Takes the machine's root folder, the environment with the program, and what runs a command."""
        self._root = root
        self._environment = environment
        self._run = run
        self._is_package = environment == PACKAGE

    def install(
        self,
        *,
        simulated: bool | None = None,
        page: bool | None = None,
        kiosk: bool | None = None,
        settings: Path | None = None,
    ) -> None:
        """Installs the service, or changes it, and starts it again; a choice that is None stays as it is.

        Args:
            simulated: whether the chips are simulated: a machine without the box, which is played on its page.
            page: whether the page is served to the network; at first it is.
            kiosk: whether the box stands among guests, who change no settings.
            settings: a file that takes the place of the settings.

        Raises:
            ServiceError: it cannot be installed, or it does not start.
        """
        asked = {SIMULATED: simulated, KIOSK: kiosk}
        is_on = {place: self._place(place).exists() if on is None else on for place, on in asked.items()}
        has_page = not self._is_masked() if page is None else page
        if is_on[SIMULATED] and not has_page:
            raise ServiceError("--simulated --no-page: nobody could play; allowed: one of them")
        content = None if settings is None else _checked_settings(settings)
        self._stop_units()
        for group in GROUPS:
            self._run(["groupadd", "--system", "--force", group])
        self._write_units(is_on, has_page=has_page)
        self._place(SETTINGS).parent.mkdir(parents=True, exist_ok=True)
        if content is not None:
            self._write_settings(content)
        self._reload()
        self._run(["systemctl", "enable", "--quiet", "companion.service"])
        if not self._run(["systemctl", "start", "companion.service"]):
            raise ServiceError("companion.service does not start; `journalctl -u companion -n 20` says why")
        say("installed; `sudo companion doctor` says whether all parts answer")
        if has_page:
            # The port is that of companion.socket.
            say(f"its page: http://{socket.gethostname().partition('.')[0].lower()}.local:8765")

    def _write_units(self, is_on: Mapping[str, bool], *, has_page: bool) -> None:
        """Writes the units, the rule and the command, of the package only what was chosen; `is_on` has the choices."""
        for place, on in is_on.items():
            self._write(place, self._source(place) if on else None)
        own_socket = None if self._is_package else self._source(SOCKET)
        self._write(SOCKET, own_socket if has_page else MASK)
        for place in (*UNITS, RULE):
            self._write(place, None if self._is_package else self._source(place))
        if not self._is_package:
            self._write_command()

    def uninstall(self) -> None:
        """Removes the service; games, settings and the environment stay, and are named.

        Raises:
            ServiceError: the service is the Debian package's.
        """
        if self._is_package:
            raise ServiceError("apt removes the package: sudo apt remove claim-companion")
        self._stop_units()
        self._run(["systemctl", "disable", "--quiet", "companion.service"])
        for place in (*UNITS, SOCKET, SIMULATED, KIOSK, RULE):
            self._write(place, None)
        if self._has_own_command():
            self._place(COMMAND).unlink()
        self._reload()
        say(f"removed; the games in {self._place('var/lib/companion')} and the settings in /etc/companion are yours")
        say(f"`sudo rm -r {self._environment}` removes the program")
        if self._place("usr/lib/systemd/system/companion.service").exists():
            say("the package claim-companion is still there: `sudo /usr/bin/companion service install` starts it")

    def _place(self, place: str) -> Path:
        return self._root / place

    def _is_masked(self) -> bool:
        path = self._place(SOCKET)
        return path.is_symlink() and path.readlink() == MASK

    def _source(self, place: str) -> bytes:
        """Returns what a file of `systemd/` holds, with the program of this environment."""
        text = (next(filter(Path.is_dir, SOURCES)) / Path(place).name).read_text(encoding="utf-8")
        return text.replace(PROGRAM, str(self._environment / "bin/companion")).encode()

    def _write(self, place: str, content: bytes | Path | None) -> None:
        """Makes a file or a link what it is to be, or removes it."""
        path = self._place(place)
        if content is not None:
            path.parent.mkdir(parents=True, exist_ok=True)
        if isinstance(content, bytes):
            replace_file(path, content)
        elif isinstance(content, Path):
            replace_link(path, content)
        elif path.exists() or path.is_symlink():
            path.unlink()
            if path.parent.name.endswith(".service.d") and not any(path.parent.iterdir()):
                path.parent.rmdir()

    def _has_own_command(self) -> bool:
        command = self._place(COMMAND)
        return command.is_symlink() and command.readlink() == self._environment / "bin/companion"

    def _write_command(self) -> None:
        """Makes `companion` a command for everybody, unless somebody else has one there."""
        if os.path.lexists(self._place(COMMAND)) and not self._has_own_command():
            say(f"{self._place(COMMAND)} is not the service's, and stays")
        else:
            self._write(COMMAND, self._environment / "bin/companion")

    def _write_settings(self, content: bytes) -> None:
        """Writes the settings; those before are kept beside them."""
        place = self._place(SETTINGS)
        place.parent.mkdir(parents=True, exist_ok=True)
        if place.is_file() and place.read_bytes() != content:
            replace_file(place.with_name(f"{place.name}.before"), place.read_bytes())
        replace_file(place, content)
        say(f"wrote {place}")

    def _stop_units(self) -> None:
        self._run(["systemctl", "stop", "companion.service", "companion.socket"])

    def _reload(self) -> None:
        """Makes systemd read its units again, and udev its rules."""
        self._run(["systemctl", "daemon-reload"])
        if not self._is_package:
            self._run(["udevadm", "control", "--reload"])
            self._run(["udevadm", "trigger", *(f"--subsystem-match={name}" for name in SUBSYSTEMS)])


def _checked_settings(file: Path) -> bytes:
    """Returns what a settings file holds. Raises ServiceError: something in it is wrong."""
    try:
        load_settings(file)
    except SettingsError as error:
        raise ServiceError(f"--settings: {error}; nothing was changed") from error
    return file.read_bytes()


def say(line: str) -> None:
    """Prints what was done."""
    # At once, because pip and systemctl write to the same terminal in between.
    print(f"companion: {line}", flush=True)  # noqa: T201 - the command's own output
