"""Installs, checks, goes back, uninstalls: each may be done again, and then changes nothing.

`System` is what is asked of systemd, udev and the list of groups; a scratch root has none of them.
"""

from __future__ import annotations

import argparse
import fcntl
import os
import shutil
import socket
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from pathlib import Path
from stat import S_ISFIFO
from tempfile import TemporaryDirectory
from typing import NamedTuple

from companion.commands.service import ServiceError, files
from companion.commands.service.files import RULES, SERVICE, Choice, Files, Versions
from companion.commands.service.sources import Package, Source, this_source
from companion.files.atomic_files import replace_file
from companion.files.named_files import legible, open_to_read

GROUPS = ("gpio", "i2c", "spi")
"""Those of the service that only Raspberry Pi OS has from the start."""
HIDDEN = (Path("/home"), Path("/root"), Path("/run/user"))
"""What `ProtectHome=` hides from the service."""
BOOTED = Path("/run/systemd/system")
"""There where systemd is process 1 (sd_booted(3))."""


def run_succeeds(command: Sequence[str]) -> bool:
    """Runs a command, which writes to the terminal; returns whether it succeeds."""
    return shutil.which(command[0]) is not None and subprocess.run(command, check=False).returncode == 0  # noqa: S603 - our own commands


def check_machine(user: int, python: Path, mounts: str = "") -> None:
    """Makes sure that there is a systemd that may be changed, and that the service can see the Python that it runs on.

    And that a change lasts: `mounts` is the kernel's list (proc_pid_mounts(5)).

    Raises:
        ServiceError: there is none, it may not, or it cannot.
    """
    # In this order: where there is no systemd, sudo would not help either.
    if not BOOTED.is_dir():
        raise ServiceError("this machine was not started by systemd; --root DIR tries it in a folder")
    if user != 0:
        raise ServiceError("run this with sudo, or with --root DIR to try it in a folder")
    if any(line.startswith("overlayroot / overlay ") for line in mounts.splitlines()):
        raise ServiceError(
            "the system is read-only and would forget this: sudo overlayroot-chroot before the same words, then restart"
        )
    place = python.resolve()
    if any(place.is_relative_to(hidden) for hidden in HIDDEN):
        raise ServiceError(f"the service cannot see {place}, where this Python lies: take /usr/bin/python3")


MOUNTS = Path("/proc/mounts")
"""What is mounted where, as this process sees it."""
LOCK = Path("/run/companion-service.lock")


def settings_mistake(program: Path, file: Path) -> str:
    """Returns what a program finds wrong in a file of settings; nothing if it is right.

    Asked of the program that will read it: here nothing but the standard library is there.
    """
    command = [str(program), "settings", "--check", str(file)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603 - our own command
    return (done.stderr.splitlines() or ["no word"])[-1].removeprefix("companion: ") if done.returncode else ""


def read_settings(file: Path) -> bytes:
    """Returns the beginning of a file that is to be the settings. Raises ServiceError: it cannot be read."""
    try:
        with open_to_read(file) as opened:
            # One to which nobody writes would be empty, and an empty file is all the defaults.
            if not S_ISFIFO(os.fstat(opened.fileno()).st_mode):
                return opened.read(LONGEST_SETTINGS)
        why = "it is a pipe"
    except OSError as error:
        why = error.strerror or str(error)
    raise ServiceError(
        f"--settings: {legible(file)} cannot be read: {why}; name a file like the one that "
        "`companion settings` prints; nothing was changed"
    )


class System(NamedTuple):
    """The system that runs here; its commands succeed or fail."""

    succeeds: Callable[[Sequence[str]], bool] = run_succeeds

    def is_active(self, unit: str) -> bool:
        return self.succeeds(["systemctl", "is-active", "--quiet", unit])

    def stop_units(self, units: Iterable[str]) -> None:
        """Stops units together, also those that systemd is about to start again; all of them must be there."""
        if there := list(units):
            self.succeeds(["systemctl", "stop", *there])

    def reload_changed(self, changed: Iterable[str]) -> None:
        """Makes systemd read its units again, and udev its rules if one of them changed."""
        self.succeeds(["systemctl", "daemon-reload"])
        if any(place.startswith(RULES) for place in changed):
            self.succeeds(["udevadm", "control", "--reload"])
            self.succeeds(["udevadm", "trigger"])

    def add_groups(self) -> None:
        """Makes the groups of the service, if they are not there."""
        # systemd starts no service in a group that does not exist.
        for group in GROUPS:
            self.succeeds(["groupadd", "--system", "--force", group])

    def start_units(self, units: Iterable[str]) -> None:
        """Starts units, one after the other, and waits until each is ready. Raises ServiceError: one does not start."""
        for unit in units:
            if not self.succeeds(["systemctl", "start", unit]):
                raise ServiceError(f"{unit} does not start; `journalctl -u {unit} -n 20` says why")


DONE, FAILED = 0, 1
"""The exit statuses."""
PAGE = "companion.socket"
RUNNING = (SERVICE, PAGE)
"""What may run, in the order in which it is stopped."""
SETTINGS = "etc/companion/companion.toml"
"""Below the root; as `companion.settings.paths` finds it in the unit's ConfigurationDirectory."""
LONGEST_SETTINGS = (1 << 20) + 1
"""So many bytes of a settings file are read, one more than the program takes (`companion.settings.loader`)."""
OF_INSTALL = ("simulated", "page", "kiosk", "settings", "extras")
"""The options that mean nothing to the other actions."""


class Installer:
    """One machine, or a folder that stands for one, and what is to be installed there."""

    def __init__(self, root: Path, system: System, source: Source | None = None) -> None:
        self._root = root
        self._system = system
        self._versions = Versions(root)
        self._source = source or this_source(self._versions)
        self._is_package = isinstance(self._source, Package)

    def install(self, choice: Choice, extras: str | None, settings: Path | None = None) -> None:
        """Installs this version, or updates to it; the one before stays.

        The extras are those of the package, as in `pi5,pwm`; None: as before, or what the choice needs. The settings
        are a file that takes the place of those that are there.

        Raises:
            ServiceError: it cannot be built, or does not start, or the settings are wrong.
        """
        if choice.simulated and not choice.page:
            raise ServiceError("--simulated --no-page: nobody could play; allowed: one of them")
        # Read once, before minutes of building: what is checked is what is installed, whatever happens to the file.
        content = None if settings is None else read_settings(settings)
        if self._is_package:
            new_settings = self._checked_settings(content, settings, folder_of_program=files.PACKAGED)
            self._choose_for_package(choice, extras, new_settings)
            return
        if extras is None:
            extras = self._versions.extras_of(self._versions.current) or ("" if choice.simulated else "pi")
        name = self._source.version_name(extras)
        if not self._versions.is_complete(name):
            folder = self._versions.folder_of(name)
            print_now(f"building version {name} in {folder}")
            # What an interrupted attempt has left.
            self._versions.delete_version(name)
            folder.parent.mkdir(parents=True, exist_ok=True)
            self._source.build_version(folder, extras)
            self._versions.mark_complete(name, extras)
        new_settings = self._checked_settings(content, settings, folder_of_program=self._versions.folder_of(name))
        self._system.add_groups()
        to_be = files.files_to_install(choice)
        is_there = self._versions.current == name and not files.differing_places(self._root, to_be)
        if is_there and new_settings is None:
            print_now(f"version {name} is there already")
            if not self._system.is_active(SERVICE):
                self._system.start_units(files.units_to_start(to_be))
            return
        self._switch_version(name, to_be, new_settings)
        self._versions.drop_others()
        print_now("installed; `sudo companion doctor` says whether all parts answer")
        if choice.page:
            # The port is that of companion.socket.
            print_now(f"its page: http://{socket.gethostname().partition('.')[0].lower()}.local:8765")

    def _choose_for_package(self, choice: Choice, extras: str | None, new_settings: bytes | None) -> None:
        """Puts the Debian package in the place of what else was installed, and tells it what was chosen."""
        if extras:
            raise ServiceError("--extras: pi5 and pwm are installed out of a copy of the project")
        to_be = files.files_to_install(choice, packaged=True)
        is_there = not self._versions.base.exists() and not files.differing_places(self._root, to_be)
        if not is_there or new_settings is not None:
            self._stop_units()
            self._write_settings(new_settings)
            changed = self._write_system(to_be)
            self._versions.delete_all()
            self._system.reload_changed(changed)
        self._system.start_units(files.units_to_start(to_be))
        print_now("the package is in its place; `sudo companion doctor` says whether all parts answer")

    def _checked_settings(self, content: bytes | None, file: Path | None, folder_of_program: Path) -> bytes | None:
        """Returns the content of a file that the program which will run finds right; None: nothing is to change.

        Raises:
            ServiceError: they are wrong; nothing was changed.
        """
        if content is None:
            return None
        with TemporaryDirectory() as folder:
            copy = Path(folder, "companion.toml")
            copy.write_bytes(content)
            if mistake := settings_mistake(folder_of_program / "bin/companion", copy):
                raise ServiceError(f"--settings: {mistake.replace(str(copy), legible(file))}; nothing was changed")
        place = self._root / SETTINGS
        return None if place.is_file() and place.read_bytes() == content else content

    def _write_settings(self, content: bytes | None) -> None:
        """Writes the settings; those before are kept beside them, and for a step back with the version before."""
        place = self._root / SETTINGS
        # Without a file all settings are at their default, and so they are with an empty one.
        had = place.read_bytes() if place.is_file() else b""
        if content is None or content == had:
            return
        previous = self._versions.previous
        # What lies there already it had when it was current.
        if previous is not None and not (kept := self._kept_folder(previous) / SETTINGS).exists():
            kept.parent.mkdir(parents=True, exist_ok=True)
            replace_file(kept, had)
        place.parent.mkdir(parents=True, exist_ok=True)
        if place.is_file():
            replace_file(place.with_name(f"{place.name}.before"), had)
        replace_file(place, content)
        print_now(f"writing {place}")

    def check(self) -> bool:
        """Prints what is installed; returns whether it is what this program would install, and runs."""
        there = files.installed_files(self._root)
        current, choice = self._versions.current, files.installed_choice(there)
        name = self._source.version_name(self._versions.extras_of(current))
        if self._is_package:
            current = current or name
        print_now(f"current is {current or 'none'}, before it {self._versions.previous or 'none'}, here lies {name}")
        if current is None:
            return False
        print_now(
            f"{'a simulated box' if choice.simulated else 'the box'}, {'with' if choice.page else 'without'} its page"
            f"{', for guests' if choice.kiosk else ''}"
        )
        # Everything that is wrong is told at once: whoever mends the first thing need not ask again for the next.
        wrong = [
            f"{self._root / place} is not what lies here"
            for place in files.differing_places(self._root, files.files_to_install(choice, packaged=self._is_package))
        ]
        units = dict.fromkeys([*files.units_to_start(there), *([PAGE] if choice.page else [])])
        wrong += [f"{unit} does not run" for unit in units if not self._system.is_active(unit)]
        for line in wrong:
            print_now(line)
        return name == current and not wrong

    def roll_back(self) -> None:
        """Goes back to the version before, with the files and settings that it had.

        Doing it twice leads back to the newer one.

        Raises:
            ServiceError: there is none, or it does not start.
        """
        previous = self._versions.previous
        if self._is_package:
            raise ServiceError("apt goes back: sudo apt install --allow-downgrades ./claim-companion_VERSION.deb")
        if previous is None:
            current = self._versions.current
            raise ServiceError(f"there is no version before {current}" if current else "nothing is installed here")
        kept = self._kept_folder(previous)
        had, settings = files.installed_files(kept), kept / SETTINGS
        # What was not kept stays as it is in place.
        to_be = had or files.installed_files(self._root)
        self._switch_version(previous, to_be, settings.read_bytes() if settings.is_file() else None)

    def uninstall(self) -> None:
        """Removes everything but games and settings; where the Debian package is there, it goes on in its place.

        Raises:
            ServiceError: something cannot be removed.
        """
        if self._is_package:
            raise ServiceError("apt removes the package: sudo apt remove claim-companion")
        self._stop_units()
        was_there = self._versions.base.exists()
        has_package = files.has_package(self._root)
        choice = files.installed_choice(files.installed_files(self._root))
        left = files.files_to_install(choice, packaged=True) if has_package else {}
        changed = files.write_files(self._root, left)
        self._tell_foreign_command()
        try:
            self._versions.delete_all()
        except OSError as error:
            still = f"{self._versions.base} is still there"
            raise ServiceError(f"{still}: {legible(error.filename)}: {error.strerror}") from error
        finally:
            self._system.reload_changed(changed)
            self._system.start_units(files.units_to_start(left))
        if not changed and not was_there:
            print_now(f"nothing was installed in {self._root}")
            return
        print_now(f"removed; the games in {self._root / 'var/lib/companion'}")
        print_now(f"and the settings in {self._root / 'etc/companion'} are yours")
        if has_package:
            print_now("the package claim-companion runs in its place")

    def resolve_choice(self, *, simulated: bool | None, page: bool | None, kiosk: bool | None = None) -> Choice:
        """Returns the choice that was asked for; what was not named stays as it was installed."""
        was = files.installed_choice(files.installed_files(self._root))
        asked = {"simulated": simulated, "page": page, "kiosk": kiosk}
        return was._replace(**{name: is_chosen for name, is_chosen in asked.items() if is_chosen is not None})

    def _switch_version(self, name: str, to_be: Files, settings: bytes | None = None) -> None:
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
            print_now(f"current is {name}, before it {before or 'none'}")
        self._versions.make_current(name)
        self._write_settings(settings)
        changed = self._write_system(to_be)
        # Its own copy is in place now. Renamed first: one that is half removed must not be taken for a whole one.
        kept, new = self._kept_folder(name), self._kept_folder(name, ".new")
        if kept.exists():
            shutil.rmtree(new, ignore_errors=True)
            kept.replace(new)
            shutil.rmtree(new)
        self._system.reload_changed(changed)
        self._system.start_units(files.units_to_start(to_be))

    def _write_system(self, to_be: Files) -> list[str]:
        changed = files.write_files(self._root, to_be)
        for place in changed:
            print_now(f"{'writing' if place in to_be else 'removing'} {self._root / place}")
        self._tell_foreign_command()
        return changed

    def _tell_foreign_command(self) -> None:
        if files.has_foreign_command(self._root):
            print_now(f"{self._root / files.COMMAND} is not the service's, and stays")

    def _stop_units(self) -> None:
        there = {Path(place).name for place in files.installed_files(self._root)}
        if files.has_package(self._root):
            there |= {SERVICE, PAGE}
        self._system.stop_units([unit for unit in RUNNING if unit in there])

    def _kept_folder(self, name: str, suffix: str = "") -> Path:
        return self._versions.folder_of(name) / f"system{suffix}"


def main(args: argparse.Namespace) -> int:
    """Runs the action that the command line names; returns the exit status."""
    try:
        return _run_action(args)
    except ServiceError as error:
        said = str(error)
    except OSError as error:
        said = f"{legible(error.filename or 'the disk')}: {error.strerror or legible(error)}"
    sys.stderr.write(f"companion: {said}\n")
    return FAILED


def _run_action(args: argparse.Namespace) -> int:
    needless = [name for name in OF_INSTALL if getattr(args, name) is not None]
    if needless and args.action != "install":
        raise ServiceError(f"--{needless[0]} is for install; {args.action} takes only --root")
    if args.root is not None and args.root.exists() and not args.root.is_dir():
        raise ServiceError(f"--root: {args.root} is no folder")
    changes_this = args.root is None and args.action != "check"
    if changes_this:
        check_machine(os.geteuid(), Path(sys.base_prefix), MOUNTS.read_text())
    with only_one() if changes_this else nullcontext():
        # In a folder that stands for a system nothing runs, and everything succeeds.
        system = System() if args.root is None else System(lambda _: True)
        installer = Installer((args.root or Path("/")).absolute(), system)
        if args.action == "check":
            return DONE if installer.check() else FAILED
        if args.action == "install":
            choice = installer.resolve_choice(simulated=args.simulated, page=args.page, kiosk=args.kiosk)
            installer.install(choice, args.extras, args.settings)
        elif args.action == "rollback":
            installer.roll_back()
        else:
            installer.uninstall()
    return DONE


@contextmanager
def only_one() -> Iterator[None]:
    """Keeps a second one out for as long as one changes this machine. Raises ServiceError: this is the second."""
    # The kernel unlocks it however this ends, and the file stays: whoever removed it might let in two, each with a file
    # of its own.
    LOCK.touch(0o600)  # anybody who can read it could lock it
    with LOCK.open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise ServiceError("another `companion service` is at work; try again when it is done") from None
        yield


def print_now(line: str) -> None:
    """Prints what was done."""
    # At once, because pip and systemctl write to the same terminal in between.
    sys.stdout.write(f"companion: {line}\n")
    sys.stdout.flush()
