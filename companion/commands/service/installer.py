"""Installs, checks, goes back, uninstalls: each may be done again, and then changes nothing.

`System` is what is asked of systemd, udev and the list of groups; a scratch root has none of them.
"""

from __future__ import annotations

import argparse
import os
import shutil
import socket
import subprocess
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from companion.commands.service import ServiceError, files
from companion.commands.service.files import RULES, SERVICE, Choice, Files, Versions
from companion.commands.service.sources import Source, this_source

GROUPS = ("gpio", "i2c", "spi")
"""Those of the service that only Raspberry Pi OS has from the start."""
HIDDEN = (Path("/home"), Path("/root"), Path("/run/user"))
"""What `ProtectHome=` hides from the service."""
BOOTED = Path("/run/systemd/system")
"""There where systemd is process 1 (sd_booted(3))."""


def run_succeeds(command: Sequence[str]) -> bool:
    """Runs a command, which writes to the terminal; returns whether it succeeds."""
    return shutil.which(command[0]) is not None and subprocess.run(command, check=False).returncode == 0  # noqa: S603 - our own commands


def check_machine(user: int, python: Path) -> None:
    """Makes sure that there is a systemd that may be changed, and that the service can see the Python that it runs on.

    Raises:
        ServiceError: there is none, it may not, or it cannot.
    """
    # In this order: where there is no systemd, sudo would not help either.
    if not BOOTED.is_dir():
        raise ServiceError("this machine was not started by systemd; --root DIR tries it in a folder")
    if user != 0:
        raise ServiceError("run this with sudo, or with --root DIR to try it in a folder")
    place = python.resolve()
    if any(place.is_relative_to(hidden) for hidden in HIDDEN):
        raise ServiceError(f"the service cannot see {place}, where this Python lies: take /usr/bin/python3")


def nothing_runs(_: Sequence[str]) -> bool:
    """Stands for the commands in a folder that stands for a system: nothing runs there, everything succeeds."""
    return True


class System:
    """The system that runs here; its commands succeed or fail."""

    def __init__(self, succeeds: Callable[[Sequence[str]], bool] = run_succeeds) -> None:
        self._succeeds = succeeds

    def is_active(self, unit: str) -> bool:
        return self._succeeds(["systemctl", "is-active", "--quiet", unit])

    def stop_units(self, units: Iterable[str]) -> None:
        """Stops units together, also those that systemd is about to start again; all of them must be there."""
        if there := list(units):
            self._succeeds(["systemctl", "stop", *there])

    def reload_changed(self, changed: Iterable[str]) -> None:
        """Makes systemd read its units again, and udev its rules if one of them changed."""
        self._succeeds(["systemctl", "daemon-reload"])
        if any(place.startswith(RULES) for place in changed):
            self._succeeds(["udevadm", "control", "--reload"])
            self._succeeds(["udevadm", "trigger"])

    def add_groups(self) -> None:
        """Makes the groups of the service, if they are not there."""
        # systemd starts no service in a group that does not exist.
        for group in GROUPS:
            self._succeeds(["groupadd", "--system", "--force", group])

    def start_units(self, units: Iterable[str]) -> None:
        """Starts units, one after the other, and waits until each is ready. Raises ServiceError: one does not start."""
        for unit in units:
            if not self._succeeds(["systemctl", "start", unit]):
                raise ServiceError(f"{unit} does not start; `journalctl -u {unit} -n 20` says why")


DONE, FAILED = 0, 1
"""The exit statuses."""
PAGE = "companion.socket"
RUNNING = (SERVICE, "companion-simulated.service", PAGE)
"""Whatever may run of any version, in the order in which it is stopped."""
NONE = "none"
LEGIBLE = 160
"""So much of a path that cannot be is repeated."""
PORT = 8765
"""As in companion.socket."""


class Installer:
    """One machine, or a folder that stands for one, and what is to be installed there."""

    def __init__(self, root: Path, system: System, source: Source | None = None) -> None:
        self._root = root
        self._system = system
        self._versions = Versions(root)
        self._source = source or this_source(self._versions)

    def install(self, choice: Choice, extras: str | None) -> None:
        """Installs this version, or updates to it; the one before stays.

        The extras are those of the package, as in `pi5,pwm`; None: as before, or what the choice needs.

        Raises:
            ServiceError: it cannot be built, or does not start.
        """
        if choice.simulated and not choice.page:
            raise ServiceError("--simulated --no-page: nobody could play; allowed: one of them")
        if extras is None:
            extras = self._versions.extras_of(self._versions.current) or ("" if choice.simulated else "pi")
        choice = choice._replace(dice="dice" in map(str.strip, extras.split(",")))
        name = self._source.version_name(extras)
        if not self._versions.is_complete(name):
            folder = self._versions.folder_of(name)
            print_now(f"building version {name} in {folder}")
            # What an interrupted attempt has left.
            self._versions.delete_version(name)
            folder.parent.mkdir(parents=True, exist_ok=True)
            self._source.build_version(folder, extras)
            self._versions.mark_complete(name, extras)
        self._system.add_groups()
        to_be = files.files_to_install(choice)
        if self._versions.current == name and not files.differing_places(self._root, to_be):
            print_now(f"version {name} is there already")
            if not self._system.is_active(SERVICE):
                self._system.start_units(files.units_to_start(to_be))
            return
        self._switch_version(name, to_be)
        self._versions.drop_others()
        print_now("installed; `sudo companion doctor` says whether all parts answer")
        if choice.page:
            print_now(f"its page: http://{socket.gethostname().partition('.')[0].lower()}.local:{PORT}")

    def check(self) -> bool:
        """Prints what is installed; returns whether it is what this program would install, and runs."""
        there = files.installed_files(self._root)
        current, choice = self._versions.current, files.installed_choice(there)
        name = self._source.version_name(self._versions.extras_of(current))
        print_now(f"current is {current or NONE}, before it {self._versions.previous or NONE}, here lies {name}")
        if current is None:
            return False
        print_now(
            f"{'a simulated box' if choice.simulated else 'the box'}, {'with' if choice.page else 'without'} its page"
        )
        # Everything that is wrong is told at once: whoever mends the first thing need not ask again for the next.
        wrong = [
            f"{self._root / place} is not what lies here"
            for place in files.differing_places(self._root, files.files_to_install(choice))
        ]
        units = dict.fromkeys([*files.units_to_start(there), *([PAGE] if choice.page else [])])
        wrong += [f"{unit} does not run" for unit in units if not self._system.is_active(unit)]
        for line in wrong:
            print_now(line)
        return name == current and not wrong

    def roll_back(self) -> None:
        """Goes back to the version before, with the files that it had. Doing it twice leads back to the newer one.

        Raises:
            ServiceError: there is none, or it does not start.
        """
        previous = self._versions.previous
        if previous is None:
            current = self._versions.current
            raise ServiceError(f"there is no version before {current}" if current else "nothing is installed here")
        had = files.installed_files(self._kept_folder(previous))
        # Without kept files, those that are in place stay.
        self._switch_version(previous, had or files.installed_files(self._root))

    def uninstall(self) -> None:
        """Removes everything but games and settings. Raises ServiceError: something cannot be removed."""
        self._stop_units()
        was_there = self._versions.base.exists()
        changed = files.write_files(self._root, {})
        self._tell_foreign_command()
        try:
            self._versions.delete_all()
        except OSError as error:
            still = f"{self._versions.base} is still there"
            raise ServiceError(f"{still}: {str(error.filename)[:LEGIBLE]}: {error.strerror}") from error
        finally:
            self._system.reload_changed(changed)
        if not changed and not was_there:
            print_now(f"nothing was installed in {self._root}")
            return
        print_now(f"removed; the games in {self._root / 'var/lib/companion'}")
        print_now(f"and the settings in {self._root / 'etc/companion'} are yours")

    def resolve_choice(self, *, simulated: bool | None, page: bool | None) -> Choice:
        """Returns the choice that was asked for; what was not named stays as it was installed."""
        was = files.installed_choice(files.installed_files(self._root))
        return Choice(was.simulated if simulated is None else simulated, was.page if page is None else page)

    def _switch_version(self, name: str, to_be: Files) -> None:
        """Makes a version the current one, with these system files; keeps those of the version before."""
        before = self._versions.current
        self._stop_units()
        # Kept before the link moves: an interruption here leaves the old version current, with its files.
        if before not in (None, name):
            # If there is a copy, a change to this version was interrupted, and the copy is the better one.
            kept, new = self._kept_folder(before), self._kept_folder(before, ".new")
            if not kept.exists():
                new.mkdir(parents=True, exist_ok=True)
                files.write_files(new, files.installed_files(self._root))
                new.replace(kept)
        if before != name:
            print_now(f"current is {name}, before it {before or NONE}")
        self._versions.make_current(name)
        changed = files.write_files(self._root, to_be)
        for place in changed:
            print_now(f"{'writing' if place in to_be else 'removing'} {self._root / place}")
        self._tell_foreign_command()
        # Its own copy is in place now. Renamed first: one that is half removed must not be taken for a whole one.
        kept, new = self._kept_folder(name), self._kept_folder(name, ".new")
        if kept.exists():
            shutil.rmtree(new, ignore_errors=True)
            kept.replace(new)
            shutil.rmtree(new)
        self._system.reload_changed(changed)
        self._system.start_units(files.units_to_start(to_be))

    def _tell_foreign_command(self) -> None:
        if files.has_foreign_command(self._root):
            print_now(f"{self._root / files.COMMAND} is not the service's, and stays")

    def _stop_units(self) -> None:
        there = {Path(place).name for place in files.installed_files(self._root)}
        self._system.stop_units([unit for unit in RUNNING if unit in there])

    def _kept_folder(self, name: str, suffix: str = "") -> Path:
        return self._versions.folder_of(name) / f"system{suffix}"


def main(args: argparse.Namespace) -> int:
    """Runs the action that the command line names; returns the exit status."""
    try:
        if args.root is not None:
            if args.root.exists() and not args.root.is_dir():
                raise ServiceError(f"--root: {args.root} is no folder")  # noqa: TRY301 - told as all the others are
            return _run_action(args, Installer(args.root.absolute(), System(nothing_runs)))
        if args.action != "check":
            check_machine(os.geteuid(), Path(sys.base_prefix))
        return _run_action(args, Installer(Path("/"), System()))
    except ServiceError as error:
        sys.stderr.write(f"companion: {error}\n")
        return FAILED
    except OSError as error:
        sys.stderr.write(f"companion: {str(error.filename)[:LEGIBLE]}: {error.strerror}\n")
        return FAILED


def _run_action(args: argparse.Namespace, installer: Installer) -> int:
    if args.action == "check":
        return DONE if installer.check() else FAILED
    if args.action == "install":
        installer.install(installer.resolve_choice(simulated=args.simulated, page=args.page), args.extras)
    elif args.action == "rollback":
        installer.roll_back()
    else:
        installer.uninstall()
    return DONE


def print_now(line: str) -> None:
    """Prints what was done."""
    # At once, because pip and systemctl write to the same terminal in between.
    sys.stdout.write(f"companion: {line}\n")
    sys.stdout.flush()
