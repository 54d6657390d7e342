"""Installs, checks, goes back, uninstalls: each may be done again, and then changes nothing."""

from __future__ import annotations

import os
import shutil
import socket
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from companion.commands.service import ServiceError, files
from companion.commands.service.files import SERVICE, Choice
from companion.commands.service.sources import this_source
from companion.commands.service.system import System, check_machine, check_root, nothing_runs
from companion.commands.service.versions import Versions

if TYPE_CHECKING:
    import argparse

    from companion.commands.service.files import Files
    from companion.commands.service.sources import Source

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

        Args:
            choice: what was decided on.
            extras: of the package, as in `pi5,pwm`; None: as before, or what the choice needs.

        Raises:
            ServiceError: it cannot be built, or does not start.
        """
        if choice.simulated and not choice.page:
            raise ServiceError("--simulated --no-page: nobody could play; allowed: one of them")
        if extras is None:
            extras = self._versions.extras(self._versions.current) or ("" if choice.simulated else "pi")
        name = self._source.name(extras)
        self._build(name, extras)
        self._system.add_groups()
        to_be = files.wanted(choice)
        if self._versions.current == name and not files.differing(files.found(self._root), to_be):
            say(f"version {name} is there already")
            if not self._system.is_active(SERVICE):
                self._system.start(files.services(to_be))
            return
        self._change(name, to_be)
        self._versions.drop_others()
        say("installed; `sudo companion doctor` says whether all parts answer")
        if choice.page:
            say(f"its page: http://{socket.gethostname().partition('.')[0].lower()}.local:{PORT}")

    def check(self) -> bool:
        """Says what is installed; whether it is what this program would install, and runs."""
        there = files.found(self._root)
        current, choice = self._versions.current, files.chosen(there)
        name = self._source.name(self._versions.extras(current))
        say(f"current is {current or NONE}, before it {self._versions.previous or NONE}, here lies {name}")
        if current is None:
            return False
        say(f"{'a simulated box' if choice.simulated else 'the box'}, {'with' if choice.page else 'without'} its page")
        wrong = [
            f"{self._root / place} is not what lies here" for place in files.differing(there, files.wanted(choice))
        ]
        units = dict.fromkeys([*files.services(there), *([PAGE] if choice.page else [])])
        wrong += [f"{unit} does not run" for unit in units if not self._system.is_active(unit)]
        for line in wrong:
            say(line)
        return name == current and not wrong

    def roll_back(self) -> None:
        """Goes back to the version before, with the files that it had; once more: forth again.

        Raises:
            ServiceError: there is none, or it does not start.
        """
        previous = self._versions.previous
        if previous is None:
            current = self._versions.current
            raise ServiceError(f"there is no version before {current}" if current else "nothing is installed here")
        had = files.found(self._kept(previous))
        self._change(previous, had or files.found(self._root))

    def uninstall(self) -> None:
        """Removes everything but games and settings.

        Raises:
            ServiceError: something cannot be removed.
        """
        self._stop()
        changed = files.write(self._root, {})
        try:
            self._versions.delete_all()
        except OSError as error:
            still = f"{self._versions.base} is still there"
            raise ServiceError(f"{still}: {str(error.filename)[:LEGIBLE]}: {error.strerror}") from error
        finally:
            self._system.adopt(changed)
        say(f"removed; the games in {self._root / 'var/lib/companion'}")
        say(f"and the settings in {self._root / 'etc/companion'} are yours")

    def choice(self, *, simulated: bool | None, page: bool | None) -> Choice:
        """What is asked for; what is not said stays as it was installed."""
        was = files.chosen(files.found(self._root))
        return Choice(was.simulated if simulated is None else simulated, was.page if page is None else page)

    def _build(self, name: str, extras: str) -> None:
        """Builds a version beside what runs; what an earlier attempt has left is dropped."""
        if self._versions.is_complete(name):
            return
        folder = self._versions.folder(name)
        say(f"building version {name} in {folder}")
        self._versions.delete(name)
        folder.parent.mkdir(parents=True, exist_ok=True)
        self._source.build(folder, extras)
        self._versions.complete(name, extras)

    def _change(self, name: str, to_be: Files) -> None:
        """Makes a version the current one, with these files; those of the one before are kept with it."""
        before = self._versions.current
        self._stop()
        # Kept before the link moves: an interruption here leaves the old version current, with its files.
        if before not in (None, name):
            self._keep(before)
        if before != name:
            say(f"current is {name}, before it {before or NONE}")
        self._versions.choose(name)
        changed = files.write(self._root, to_be)
        for place in changed:
            say(f"{'writing' if place in to_be else 'removing'} {self._root / place}")
        self._forget(name)
        self._system.adopt(changed)
        self._system.start(files.services(to_be))

    def _keep(self, name: str) -> None:
        """Keeps the files that a version has, unless they are kept: then a change to it was interrupted."""
        kept, new = self._kept(name), self._kept(name, ".new")
        if not kept.exists():
            new.mkdir(parents=True, exist_ok=True)
            files.write(new, files.found(self._root))
            new.replace(kept)

    def _forget(self, name: str) -> None:
        """Keeps them no more: they are in place."""
        kept, new = self._kept(name), self._kept(name, ".new")
        if kept.exists():
            shutil.rmtree(new, ignore_errors=True)
            kept.replace(new)
            shutil.rmtree(new)

    def _stop(self) -> None:
        there = {Path(place).name for place in files.found(self._root)}
        self._system.stop([unit for unit in RUNNING if unit in there])

    def _kept(self, name: str, suffix: str = "") -> Path:
        """Where the files of the system lie that a version had."""
        return self._versions.folder(name) / f"system{suffix}"


def main(args: argparse.Namespace) -> int:
    """Does what the command line asks for; returns the exit status."""
    try:
        if args.root is not None:
            check_root(args.root)
            return _run(args, Installer(args.root.absolute(), System(nothing_runs)))
        if args.action != "check":
            check_machine(os.geteuid(), Path(sys.base_prefix))
        return _run(args, Installer(Path("/"), System()))
    except ServiceError as error:
        sys.stderr.write(f"companion: {error}\n")
        return FAILED
    except OSError as error:
        sys.stderr.write(f"companion: {str(error.filename)[:LEGIBLE]}: {error.strerror}\n")
        return FAILED


def _run(args: argparse.Namespace, installer: Installer) -> int:
    if args.action == "check":
        return DONE if installer.check() else FAILED
    if args.action == "install":
        installer.install(installer.choice(simulated=args.simulated, page=args.page), args.extras)
    elif args.action == "rollback":
        installer.roll_back()
    else:
        installer.uninstall()
    return DONE


def say(line: str) -> None:
    """Tells a person what was done, at once: pip and systemctl have their say in between."""
    sys.stdout.write(f"companion: {line}\n")
    sys.stdout.flush()
