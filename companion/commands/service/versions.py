"""The versions of the program in /opt/companion: the current one, and the one before."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

from companion.files.atomic_files import replace_file

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

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
        """The one that runs."""
        return self._named("current")

    @property
    def previous(self) -> str | None:
        """The one to which a step back leads."""
        named = (name for name in map(self._named, PREVIOUS) if name not in {None, self.current})
        return next((name for name in named if name and self.is_complete(name)), None)

    def folder(self, name: str) -> Path:
        """Where a version lies."""
        return self.base / "versions" / name

    def is_complete(self, name: str) -> bool:
        """Whether it is there and was built to the end."""
        return self._complete(name).exists()

    def extras(self, name: str | None) -> str:
        """The extras with which a version was built, as in `pi5,pwm`."""
        return self._complete(name).read_text() if name and self.is_complete(name) else ""

    def complete(self, name: str, extras: str) -> None:
        """Notes that it was built to the end: the note is on the disk whole, or is not there."""
        replace_file(self._complete(name), extras.encode())

    def choose(self, name: str) -> None:
        """Makes a version the current one, and the one that was current the one before; nothing is deleted.

        Wherever this is interrupted, both have changed or neither: the next one before is named first, and counts
        as soon as it is not the current one any more.
        """
        before = self.current
        if before == name:
            return
        settled, upcoming = (self.base / link for link in reversed(PREVIOUS))
        if upcoming.is_symlink() and self._named(upcoming.name) == self.previous:
            upcoming.replace(settled)  # this was interrupted the last time
        if before is not None:
            self._link(upcoming.name, before)
        self._link("current", name)
        if before is not None:
            upcoming.replace(settled)

    def drop_others(self) -> None:
        """Deletes the versions that are neither the current one nor the one before."""
        for folder in self._folders():
            if folder.name not in {self.current, self.previous}:
                self.delete(folder.name)

    def delete(self, name: str) -> None:
        """Deletes a version, or what is left of it; from the first moment it is not complete.

        Raises:
            OSError: something cannot be deleted.
        """
        if self.folder(name).exists():
            self._complete(name).unlink(missing_ok=True)
            shutil.rmtree(self.folder(name))

    def delete_all(self) -> None:
        """Deletes every version, but first the links: none may lead to half a version.

        Raises:
            OSError: something cannot be deleted.
        """
        if self.base.is_dir():
            for link in ("current", *PREVIOUS):
                (self.base / link).unlink(missing_ok=True)
            for folder in self._folders():
                self.delete(folder.name)
            shutil.rmtree(self.base)

    def _complete(self, name: str) -> Path:
        return self.folder(name) / "complete"

    def _folders(self) -> Iterator[Path]:
        if (self.base / "versions").is_dir():
            yield from (self.base / "versions").iterdir()

    def _named(self, link: str) -> str | None:
        path = self.base / link
        return path.readlink().name if path.is_symlink() else None

    def _link(self, link: str, name: str) -> None:
        """Names a version by a link, which leads somewhere at every moment."""
        new = self.base / f"{link}.new"
        new.unlink(missing_ok=True)
        new.symlink_to(f"versions/{name}")
        new.replace(self.base / link)
