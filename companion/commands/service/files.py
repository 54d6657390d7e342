"""What the service has on this machine: its files in the system, and the versions of the program in /opt/companion."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from companion.files.atomic_files import replace_file, replace_link

SOURCES = (Path(__file__).with_name("systemd"), Path(__file__).parents[3] / "systemd")
"""Where the files are: a wheel has them beside this module (hatch_build.py), a checkout at its top. In this order, for
an installed package may have a neighbour of that name, python-systemd."""
UNITS, RULES = "etc/systemd/system", "etc/udev/rules.d"
"""Folders below the root."""
SERVICE = "companion.service"
SOCKET = f"{UNITS}/companion.socket"
SIMULATED = f"{UNITS}/{SERVICE}.d/simulated.conf"
KIOSK = f"{UNITS}/{SERVICE}.d/kiosk.conf"
FILES = (
    f"{UNITS}/{SERVICE}",
    f"{UNITS}/companion-power@.path",
    f"{UNITS}/companion-power@.service",
    f"{RULES}/99-companion.rules",
)
"""What every installation has, by its place below the root; `systemd/` holds each under its name."""
COMMAND = "usr/local/bin/companion"
WANTED = f"{UNITS}/multi-user.target.wants/{SERVICE}"
LINKS = {
    COMMAND: Path("/opt/companion/current/bin/companion"),
    WANTED: Path(f"/{UNITS}/{SERVICE}"),  # as `systemctl enable` makes it
}
PACKAGED = Path("/usr/lib/claim-companion")
"""The environment of the Debian package, which has a command and units of its own (distribution/deb.py). Units in /etc
count before those: what `service install` puts there out of a checkout is in the package's place, until `uninstall`.
Installed out of the package there are choices alone."""
PACKAGED_UNIT = Path(f"/usr/lib/systemd/system/{SERVICE}")
MASK = Path("/dev/null")
"""Where the link of a unit leads that is there and must not be started."""
KNOWN = (*FILES, SOCKET, SIMULATED, KIOSK, *LINKS)

Files = dict[str, bytes | Path]
"""Files by their place below the root: what one holds, or where a link leads."""


class Choice(NamedTuple):
    """What a person decides on when they install."""

    simulated: bool = False
    """Whether the chips are simulated: a machine without the box, which is played on its page."""
    page: bool = True
    """Whether the page is served to the network."""
    kiosk: bool = False
    """Whether it stands among guests, who change no settings."""


def files_to_install(choice: Choice, *, packaged: bool = False) -> Files:
    """Returns the files that this version installs, or those that say to the package what was chosen."""
    chosen = {SIMULATED: choice.simulated, KIOSK: choice.kiosk}
    if not packaged:
        chosen |= dict.fromkeys(FILES, True) | {SOCKET: choice.page}
    source = next(filter(Path.is_dir, SOURCES))
    written = {place: (source / Path(place).name).read_bytes() for place, is_chosen in chosen.items() if is_chosen}
    if not packaged:
        return written | LINKS
    return written | {WANTED: PACKAGED_UNIT} | ({} if choice.page else {SOCKET: MASK})


def has_package(root: Path) -> bool:
    """Returns whether the Debian package is installed, in whose place a version may be put."""
    return (root / PACKAGED_UNIT.relative_to("/")).is_file()


def installed_choice(there: Files) -> Choice:
    """Returns what was decided on when these files were installed; the defaults if nothing is enabled."""
    if f"{UNITS}/{SERVICE}" not in there and there.get(WANTED) != PACKAGED_UNIT:
        return Choice()
    simulated = SIMULATED in there
    page = SOCKET in there if f"{UNITS}/{SERVICE}" in there else there.get(SOCKET) != MASK
    return Choice(simulated, page, KIOSK in there)


def units_to_start(there: Files) -> list[str]:
    """Returns the units that start with the machine, in the order in which to start them."""
    # Sockets first: systemd refuses to start one whose service runs already.
    return sorted((Path(place).name for place in there if ".wants/" in place), key=lambda name: ".socket" not in name)


def installed_files(root: Path) -> Files:
    """Returns those of the known files that are there; a command that is somebody else's is not among them."""
    found: Files = {}
    for place in _own_places(root):
        path = root / place
        if path.is_symlink():
            found[place] = path.readlink()
        elif path.is_file():
            found[place] = path.read_bytes()
    return found


def has_foreign_command(root: Path) -> bool:
    """Returns whether the command is somebody else's, as the link that `pipx install --global` makes."""
    path = root / COMMAND
    # Every version has made the same link.
    return os.path.lexists(path) and not (path.is_symlink() and path.readlink() == LINKS[COMMAND])


def _own_places(root: Path) -> list[str]:
    return [place for place in KNOWN if place != COMMAND or not has_foreign_command(root)]


def differing_places(root: Path, to_be: Mapping[str, object]) -> list[str]:
    """Returns the places at which the files that are there differ from what they are to be."""
    there = installed_files(root)
    return [place for place in _own_places(root) if there.get(place) != to_be.get(place)]


def write_files(root: Path, to_be: Files) -> list[str]:
    """Makes the known files what they are to be, and removes the others; returns the places that changed.

    A command that is somebody else's stays as it is.
    """
    changed = differing_places(root, to_be)
    for place in changed:
        path, content = root / place, to_be.get(place)
        if content is not None:
            path.parent.mkdir(parents=True, exist_ok=True)
        match content:
            case None:
                path.unlink(missing_ok=True)
                # It stays if somebody else's files are in it.
                with suppress(OSError):
                    if path.parent.name == f"{SERVICE}.d":
                        path.parent.rmdir()
            case bytes():
                replace_file(path, content)
            case Path():
                replace_link(path, content)
    return changed


PLACE = "opt/companion"
"""Below the root."""
PREVIOUS = ("upcoming", "previous")
"""The links that may name the version before; one that names the current version does not count."""


class Versions:
    """`versions/NAME/` for each, and two links that name the current one and the one before."""

    def __init__(self, root: Path) -> None:
        self.base = root / PLACE

    @property
    def current(self) -> str | None:
        return self._linked_version("current")

    @property
    def previous(self) -> str | None:
        """The version to which a step back leads."""
        named = (name for name in map(self._linked_version, PREVIOUS) if name not in {None, self.current})
        return next((name for name in named if name and self.is_complete(name)), None)

    def folder_of(self, name: str) -> Path:
        return self.base / "versions" / name

    def is_complete(self, name: str) -> bool:
        return self._completion_note(name).exists()

    def extras_of(self, name: str | None) -> str:
        """Returns the extras with which a version was built, as in `pi5,pwm`."""
        return self._completion_note(name).read_text() if name and self.is_complete(name) else ""

    def mark_complete(self, name: str, extras: str) -> None:
        """Notes that a version was built to the end: the note is on the disk whole, or is not there."""
        replace_file(self._completion_note(name), extras.encode())

    def make_current(self, name: str) -> None:
        """Makes a version the current one, and the one that was current the one before; nothing is deleted.

        Wherever this is interrupted, both have changed or neither: the next one before is named first, and counts
        as soon as it is not the current one any more.
        """
        before = self.current
        if before == name:
            return
        settled, upcoming = (self.base / link for link in reversed(PREVIOUS))
        if upcoming.is_symlink() and self._linked_version(upcoming.name) == self.previous:
            # This was interrupted the last time.
            upcoming.replace(settled)
        if before is not None:
            replace_link(upcoming, Path("versions", before))
        replace_link(self.base / "current", Path("versions", name))
        if before is not None:
            upcoming.replace(settled)

    def drop_others(self) -> None:
        for folder in self._version_folders():
            if folder.name not in {self.current, self.previous}:
                self.delete_version(folder.name)

    def delete_version(self, name: str) -> None:
        """Deletes a version, or what is left of it. Raises OSError: something cannot be deleted."""
        if self.folder_of(name).exists():
            # The note goes first: a version that is half deleted does not count as complete.
            self._completion_note(name).unlink(missing_ok=True)
            shutil.rmtree(self.folder_of(name))

    def delete_all(self) -> None:
        """Deletes every version, but first the links: none may lead to half a version.

        Raises:
            OSError: something cannot be deleted.
        """
        if self.base.is_dir():
            for link in ("current", *PREVIOUS):
                (self.base / link).unlink(missing_ok=True)
            for folder in self._version_folders():
                self.delete_version(folder.name)
            shutil.rmtree(self.base)

    def _completion_note(self, name: str) -> Path:
        return self.folder_of(name) / "complete"

    def _version_folders(self) -> Iterator[Path]:
        if (self.base / "versions").is_dir():
            yield from (self.base / "versions").iterdir()

    def _linked_version(self, link: str) -> str | None:
        path = self.base / link
        return path.readlink().name if path.is_symlink() else None
