"""The versions of the program in /opt/companion: the current one, and the one before."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING

from companion.files.atomic_files import replace_file, replace_link

if TYPE_CHECKING:
    from collections.abc import Iterator

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
        """The version that runs."""
        return self._linked_version("current")

    @property
    def previous(self) -> str | None:
        """The version to which a step back leads."""
        named = (name for name in map(self._linked_version, PREVIOUS) if name not in {None, self.current})
        return next((name for name in named if name and self.is_complete(name)), None)

    def folder_of(self, name: str) -> Path:
        """Returns the folder of a version."""
        return self.base / "versions" / name

    def is_complete(self, name: str) -> bool:
        """Returns whether a version is there and was built to the end."""
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
        """Deletes the versions that are neither the current one nor the one before."""
        for folder in self._version_folders():
            if folder.name not in {self.current, self.previous}:
                self.delete_version(folder.name)

    def delete_version(self, name: str) -> None:
        """Deletes a version, or what is left of it.

        Raises:
            OSError: something cannot be deleted.
        """
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
