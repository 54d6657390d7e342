"""The versions of the program in /opt/companion: the current one, and the one before."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

PLACE = "opt/companion"
"""Below the root."""


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
        return self._named("previous")

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
        """Notes that it was built to the end."""
        self._complete(name).write_text(extras)

    def choose(self, name: str) -> None:
        """Makes a version the current one, and drops those that are neither this nor the one before."""
        before = self.current
        if before != name:
            if before is not None:
                self._link("previous", before)
            self._link("current", name)
        for folder in self._folders():
            if folder.name not in {name, self.previous}:
                shutil.rmtree(folder)

    def _complete(self, name: str) -> Path:
        return self.folder(name) / "complete"

    def _folders(self) -> Iterator[Path]:
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
