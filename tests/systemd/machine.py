"""A machine on which the service is installed: a folder for its files, and a systemd that notes what it is asked."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from companion.commands.service import ServiceError
from companion.commands.service.files import SOCKET, Choice
from companion.commands.service.installer import Installer, System


class Systemd:
    """Starts and stops units, a service with its socket, refuses what systemd refuses, and notes each command."""

    def __init__(self, root: Path) -> None:
        self._socket = root / SOCKET
        self.asked: list[str] = []
        self.active: set[str] = set()
        self.broken: set[str] = set()
        """Units that do not start."""

    def __call__(self, command: Sequence[str]) -> bool:
        """Does it; whether that succeeded."""
        self.asked.append(" ".join(command))
        program, verb, *rest = command
        if program != "systemctl":
            return True
        if verb == "is-active":
            return rest[-1] in self.active
        if verb == "stop":
            self.active -= set(rest)
        if verb == "start" and rest[0] in self.broken:
            return False
        if verb == "start" and rest[0] == "companion.socket" and "companion.service" in self.active:
            return False  # Socket service companion.service already active, refusing
        if verb == "start":
            self.active |= {*rest, *(["companion.socket"] if self._socket.exists() else [])}
        return True

    def changes(self) -> list[str]:
        """What was asked of it since the last time, besides questions."""
        asked, self.asked = self.asked, []
        return [command for command in asked if "is-active" not in command and "groupadd" not in command]


class Source:
    """Something to build from, which changes when it is told to."""

    def __init__(self) -> None:
        self.text = "first"
        self.fails = False
        self.built: list[str] = []

    def version_name(self, extras: str) -> str:
        return f"0.1.0-{self.text}{extras}"

    def build_version(self, folder: Path, extras: str) -> None:
        self.built.append(f"{folder.name} {extras}".strip())
        (folder / "bin").mkdir(parents=True)
        if self.fails:
            raise ServiceError("failed: pip install")
        (folder / "bin/companion").touch()


class Machine:
    def __init__(self, root: Path) -> None:
        self.root = root
        self.systemd = Systemd(root)
        self.source = Source()
        self.installer = Installer(root, System(self.systemd), self.source)

    def install(self, *, simulated: bool | None = None, page: bool | None = None, extras: str | None = None) -> None:
        """Installs; what is not said stays as it was."""
        self.installer.install(self.choice(simulated=simulated, page=page), extras)

    def choice(self, *, simulated: bool | None = None, page: bool | None = None) -> Choice:
        return self.installer.resolve_choice(simulated=simulated, page=page)

    def update(self, text: str) -> None:
        self.source.text = text
        self.install()

    def current(self) -> str:
        return (self.root / "opt/companion/current").readlink().name

    def versions(self) -> set[str]:
        return {folder.name for folder in (self.root / "opt/companion/versions").iterdir()}

    def files(self) -> dict[str, tuple[int, str | bytes]]:
        found = (path for path in self.root.rglob("*") if path.is_symlink() or path.is_file())
        return {
            str(path.relative_to(self.root)): (
                path.lstat().st_mtime_ns,
                str(path.readlink()) if path.is_symlink() else path.read_bytes(),
            )
            for path in found
        }

    def system(self) -> dict[str, str | bytes]:
        return {name: content for name, (_, content) in self.files().items() if not name.startswith("opt/")}
