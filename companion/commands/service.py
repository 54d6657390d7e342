"""`companion service`: installs the companion as a systemd service, so that it starts with the machine.

The service uses the Python environment of this program: /opt/companion, created by `systemd/install.sh`, or that of the
Debian package. The package contains the units already, so only the user's choices are written.
"""

import argparse
import os
import shutil
import socket
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from companion.files import legible, replace_file, replace_link

SOURCES = (Path(__file__).with_name("systemd"), Path(__file__).parents[2] / "systemd")
"""The folder of the units: next to this module in a wheel (hatch_build.py), at the top of a checkout."""
ENVIRONMENT = Path("/opt/companion")
"""The environment that `systemd/install.sh` creates."""
PROGRAM = f"{ENVIRONMENT}/bin/companion"
"""The program in the units of `systemd/`."""
PACKAGE = Path("/usr/lib/claim-companion")
"""The environment of the Debian package (tools/debian/deb.py)."""
HIDDEN_FOLDERS = (Path("/home"), Path("/root"), Path("/run/user"))
"""Folders that the service cannot see (`ProtectHome=`)."""
BOOTED = Path("/run/systemd/system")
"""Exists if systemd is process 1 (sd_booted(3))."""
MOUNTS = Path("/proc/mounts")

FOLDER = "etc/systemd/system"
UNITS = tuple(f"{FOLDER}/{unit}" for unit in ("companion.service", "companion-power@.path", "companion-power@.service"))
SOCKET = f"{FOLDER}/companion.socket"
SIMULATED, KIOSK = f"{FOLDER}/companion.service.d/simulated.conf", f"{FOLDER}/companion.service.d/kiosk.conf"
RULE = "etc/udev/rules.d/99-companion.rules"
SETTINGS = "etc/companion/companion.toml"
COMMAND = "usr/local/bin/companion"
MASK = Path("/dev/null")
GROUPS = ("gpio", "i2c", "spi")
"""Groups of the service. Only Raspberry Pi OS has them by default, and systemd needs them to start the service."""
SUBSYSTEMS = ("gpio", "i2c-dev", "spidev", "*-pio")
"""The subsystems in the udev rule."""

Run = Callable[[Sequence[str]], bool]
"""Runs a command with its output in the terminal; returns whether it succeeded."""


class ServiceError(Exception):
    """The action failed or is not possible; the text says why in one sentence."""


def main(args: argparse.Namespace) -> int:
    try:
        check_machine(Path(sys.prefix), Path(sys.base_prefix))
        service = Service(Path("/"), Path(sys.prefix), run_succeeds)
        if args.action == "install":
            service.install(simulated=args.simulated, page=args.page, kiosk=args.kiosk)
        else:
            service.uninstall()
    except ServiceError as error:
        message = str(error)
    except OSError as error:
        message = f"{legible(error.filename or 'the disk')}: {error.strerror or legible(error)}"
    else:
        return 0
    sys.stderr.write(f"companion: {message}\n")
    return 1


def check_machine(environment: Path, python: Path) -> None:
    """Raises ServiceError if the service cannot be installed or run here, or the change would be lost at a restart."""
    # systemd is checked first, because sudo does not help without it.
    if not BOOTED.is_dir():
        raise ServiceError("this machine was not started by systemd")
    if os.geteuid() != 0:
        raise ServiceError("run this with sudo")
    if any(line.startswith("overlayroot / overlay ") for line in MOUNTS.read_text().splitlines()):
        raise ServiceError("the system is read-only: run this command again with sudo overlayroot-chroot, then restart")
    if any(environment.resolve().is_relative_to(hidden) for hidden in HIDDEN_FOLDERS):
        advice = f"sudo systemd/install.sh creates an environment in {ENVIRONMENT}"
        raise ServiceError(f"the service cannot read {environment}, which is in a home folder: {advice}")
    if any(python.resolve().is_relative_to(hidden) for hidden in HIDDEN_FOLDERS):
        raise ServiceError(f"the service cannot read {python}, the folder of this Python: use /usr/bin/python3")


def run_succeeds(command: Sequence[str]) -> bool:
    return shutil.which(command[0]) is not None and subprocess.run(command, check=False).returncode == 0  # noqa: S603 - our own commands


class Service:
    def __init__(self, root: Path, environment: Path, run: Run) -> None:
        """Takes the root folder of the machine, the Python environment of this program, and a function for commands."""
        self._root = root
        self._environment = environment
        self._run = run
        self._is_package = environment == PACKAGE

    def install(self, *, simulated: bool | None = None, page: bool | None = None, kiosk: bool | None = None) -> None:
        """Installs or changes the service, and restarts it. A choice that is None is not changed.

        Args:
            simulated: whether to simulate the chips, on a machine without a box.
            page: whether to serve the web page to the network; True by default.
            kiosk: whether to use guest mode, in which settings cannot be changed.

        Raises:
            ServiceError: the service cannot be installed or does not start.
        """
        choices = {SIMULATED: simulated, KIOSK: kiosk}
        is_on = {file: self._path_of(file).exists() if on is None else on for file, on in choices.items()}
        socket_unit = self._path_of(SOCKET)
        has_page = page if page is not None else not (socket_unit.is_symlink() and socket_unit.readlink() == MASK)
        if is_on[SIMULATED] and not has_page:
            raise ServiceError("--simulated --no-page: there would be no way to play; allowed: one of them")
        self._stop_units()
        for group in GROUPS:
            self._run(["groupadd", "--system", "--force", group])
        always_written = () if self._is_package else (*UNITS, RULE, SOCKET)  # the package contains these
        for file in (*UNITS, RULE, SOCKET, *choices):
            self._write(file, self._read_source(file) if file in always_written or is_on.get(file) else None)
        if not has_page:
            self._write(SOCKET, MASK)
        self._write_command()
        self._path_of(SETTINGS).parent.mkdir(parents=True, exist_ok=True)
        self._reload()
        self._run(["systemctl", "enable", "--quiet", "companion.service"])
        if not self._run(["systemctl", "start", "companion.service"]):
            raise ServiceError("companion.service does not start; `journalctl -u companion -n 20` shows why")
        print_line("installed; `sudo companion doctor` checks all parts")
        if has_page:
            # The port of companion.socket.
            print_line(f"web page: http://{socket.gethostname().partition('.')[0].lower()}.local:8765")

    def uninstall(self) -> None:
        """Removes the service, but no games and settings. Raises ServiceError: it belongs to the Debian package."""
        if self._is_package:
            raise ServiceError("remove the package with: sudo apt remove claim-companion")
        self._stop_units()
        self._run(["systemctl", "disable", "--quiet", "companion.service"])
        for file in (*UNITS, SOCKET, SIMULATED, KIOSK, RULE):
            self._write(file, None)
        if self._has_own_command():
            self._path_of(COMMAND).unlink()
        self._reload()
        print_line(
            f"removed; the games in {self._path_of('var/lib/companion')} and the settings in /etc/companion are kept"
        )
        print_line(f"`sudo rm -r {self._environment}` removes the program")
        if self._path_of("usr/lib/systemd/system/companion.service").exists():
            print_line(
                "the package claim-companion is still installed: `sudo /usr/bin/companion service install` starts it"
            )

    def _path_of(self, file: str) -> Path:
        return self._root / file

    def _read_source(self, file: str) -> bytes:
        """Returns the content of this file in `systemd/`, with the path of the program in this environment."""
        text = (next(filter(Path.is_dir, SOURCES)) / Path(file).name).read_text(encoding="utf-8")
        return text.replace(PROGRAM, str(self._environment / "bin/companion")).encode()

    def _write(self, file: str, content: bytes | Path | None) -> None:
        """Writes a file (bytes) or a link (a path), or removes it (None)."""
        path = self._path_of(file)
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
        command = self._path_of(COMMAND)
        return command.is_symlink() and command.readlink() == self._environment / "bin/companion"

    def _write_command(self) -> None:
        """Installs the command `companion` for all users."""
        if self._is_package:  # it contains its own
            return
        if os.path.lexists(self._path_of(COMMAND)) and not self._has_own_command():
            print_line(f"{self._path_of(COMMAND)} does not belong to the service and is not changed")
        else:
            self._write(COMMAND, self._environment / "bin/companion")

    def _stop_units(self) -> None:
        self._run(["systemctl", "stop", "companion.service", "companion.socket"])

    def _reload(self) -> None:
        self._run(["systemctl", "daemon-reload"])
        if not self._is_package:
            self._run(["udevadm", "control", "--reload"])
            self._run(["udevadm", "trigger", *(f"--subsystem-match={name}" for name in SUBSYSTEMS)])


def print_line(line: str) -> None:
    # Flushed, because pip and systemctl also write to this terminal.
    print(f"companion: {line}", flush=True)  # noqa: T201 - the command's own output
