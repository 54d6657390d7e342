"""From where a version is installed: a checkout, an environment of pipx or uv, or what is installed already."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import sysconfig
import tomllib
from importlib.metadata import distribution, distributions
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from companion.commands.service import ServiceError
from companion.commands.service.files import PACKAGED

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from companion.commands.service.files import Versions

    Run = Callable[[list[str]], object]
    """Runs a command to its end; raises ServiceError where it fails."""

PACKAGE = "claim-companion"
PROJECT = Path(__file__).parents[3]
"""The folder that holds this package: a checkout, or an environment's packages."""
SOURCES = ("engine", "hardware", "companion", "systemd", "pyproject.toml", "requirements")
BUILT_FROM = ("engine", "hardware", "companion", "systemd", "pyproject.toml", "hatch_build.py", "README.md", "LICENSE")
COMPILED = (".pyc", ".pyo", ".mo")
PACKAGES = Path(sysconfig.get_path("purelib"))
"""The packages of the environment in which this runs."""
START = "#!{python}\nimport sys\nfrom companion.commands.cli import main\nsys.exit(main())\n"


class Source(Protocol):
    """Something that a version can be built from."""

    def version_name(self, extras: str) -> str:
        """Returns the version's name: its number, and a hash that changes whenever anything in it does."""

    def build_version(self, folder: Path, extras: str) -> None:
        """Builds the version in an empty folder, with `bin/companion`. Raises ServiceError: it cannot be built."""


class Checkout:
    """A copy of the project, which pip builds."""

    def __init__(self, project: Path = PROJECT) -> None:
        self._project = project

    def version_name(self, extras: str) -> str:
        """Returns the name made of the number in pyproject.toml and of everything that goes into the package."""
        number = self._project_table()["version"]
        paths = [path for top in SOURCES for path in (self._project / top, *(self._project / top).rglob("*"))]
        marks = (
            f"{path.relative_to(self._project)} {hashlib.sha256(path.read_bytes()).hexdigest()}"
            for path in sorted(paths)
            if path.is_file() and path.suffix not in COMPILED
        )
        return _version_name(number, [extras, *marks])

    def build_version(self, folder: Path, extras: str) -> None:
        """Installs the very files that `requirements/` names, then the project's own package."""
        copy = folder / "source"
        # What builds comes first: an isolated build, as pip makes it otherwise, would fetch its own without any hash.
        # The project comes last, because pip takes no folder where it requires hashes.
        files = ["base", *self._needed_extras(extras)]
        named = [word for file in files for word in ("--requirement", str(self._requirements_file(file)))]
        calls = [
            ["--require-hashes", "--requirement", str(self._requirements_file("build"))],
            ["--require-hashes", "--no-build-isolation", *named],
            ["--no-deps", "--no-build-isolation", str(copy)],
        ]
        pip = [str(folder / "bin/python"), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        _make_environment(folder, "--system-site-packages")
        # The build compiles the catalogues beside their sources. In the checkout they would belong to root, and its
        # owner's next `make` could not replace them.
        copy.mkdir(parents=True)
        for name in BUILT_FROM:
            source = self._project / name
            if source.is_dir():
                shutil.copytree(source, copy / name, ignore=shutil.ignore_patterns("__pycache__"))
            else:
                shutil.copy(source, copy / name)
        try:
            for arguments in calls:
                run_command([*pip, *arguments])
        except ServiceError as error:
            raise ServiceError(
                "not installed, and nothing was changed: pip failed, and says why above, as no network, or a package "
                "that is not the file with which this version was tested"
            ) from error
        shutil.rmtree(copy)
        _compile_packages(folder)

    def _needed_extras(self, extras: str) -> list[str]:
        """Returns the names of the extras. Raises ServiceError: there is no such extra."""
        offered = self._project_table()["optional-dependencies"]
        known = [extra for extra in offered if self._requirements_file(extra).is_file()]
        wanted = [extra.strip() for extra in extras.split(",") if extra.strip()]
        if unknown := [extra for extra in wanted if extra not in known]:
            raise ServiceError(f"there is no extra {unknown[0]}; allowed: {', '.join(known)}")
        return wanted

    def _requirements_file(self, name: str) -> Path:
        """Returns the file that names the very packages that pip may install, with their hashes."""
        return self._project / "requirements" / f"{name}.txt"

    def _project_table(self) -> dict[str, Any]:
        project: dict[str, Any] = tomllib.loads((self._project / "pyproject.toml").read_text(encoding="utf-8"))[
            "project"
        ]
        return project


class Environment:
    """An environment of its own, as pipx and uv make one: its packages are copied, and nothing is downloaded."""

    def version_name(self, extras: str) -> str:
        """Returns the name made of the package's number, the files in it, and the versions of all other packages."""
        package = distribution(PACKAGE)
        marks = (f"{each.name} {each.version}" for each in distributions())
        record = (package.read_text("RECORD") or "").splitlines()
        # What each environment writes anew is left out: the scripts outside, the notes of its installer, bytecode.
        kept = (
            line for line in record if not (line.startswith(("..", "/")) or ".dist-info/" in line or ".pyc," in line)
        )
        return _version_name(package.version, [extras, *sorted(marks), *sorted(kept)])

    def build_version(self, folder: Path, extras: str) -> None:  # noqa: ARG002 - what is there is copied
        """Copies the packages into a new environment of the same Python."""
        _make_environment(folder, "--system-site-packages", "--without-pip")
        place = sysconfig.get_path("purelib", "venv", {"base": str(folder)})
        # Both name the old place.
        skipped = shutil.ignore_patterns("*.pth", "__pycache__")
        shutil.copytree(PACKAGES, place, ignore=skipped, dirs_exist_ok=True)
        # The packages alone were copied: what starts them has to name the new environment's Python.
        start = folder / "bin/companion"
        start.write_text(START.format(python=folder / "bin/python"))
        start.chmod(0o755)
        _compile_packages(folder)


class Installed:
    """The version from which this program runs: there is nothing to build."""

    def version_name(self, extras: str) -> str:  # noqa: ARG002 - it has those with which it was built
        return Path(sys.prefix).resolve().name

    def build_version(self, folder: Path, extras: str) -> None:  # noqa: ARG002
        """Raises ServiceError: what runs is built, unless somebody has removed a part of it."""
        raise ServiceError(f"{folder} is not complete")


class Package:
    """The Debian package: apt has installed it, and nothing is ever built."""

    def version_name(self, extras: str) -> str:  # noqa: ARG002 - it has those with which it was built
        return f"the package {distribution(PACKAGE).version}"

    build_version = Installed.build_version


def this_source(versions: Versions) -> Source:
    """Returns what this program runs from. Raises ServiceError: nothing that could be installed as a service."""
    if (PROJECT / "pyproject.toml").is_file():
        return Checkout()
    if Path(sys.prefix).resolve().parent == (versions.base / "versions").resolve():
        return Installed()
    if Path(sys.prefix) == PACKAGED:
        return Package()
    if sys.prefix == sys.base_prefix:
        raise ServiceError(
            "this Python has the system's packages beside the companion's: install it with pipx or uv tool"
        )
    return Environment()


def run_command(command: list[str]) -> None:
    """Runs a command to its end. Raises ServiceError: it fails; what it had to say stands on the terminal."""
    try:
        subprocess.run(command, check=True)  # noqa: S603 - our own commands
    except (OSError, subprocess.CalledProcessError) as error:
        raise ServiceError(f"failed: {' '.join(command)}") from error


def _version_name(number: str, parts: Iterable[str]) -> str:
    mark = hashlib.sha256("\n".join(parts).encode()).hexdigest()
    return f"{number}-{mark[:8]}"


def _make_environment(folder: Path, *options: str) -> None:
    run_command([sys.executable, "-m", "venv", *options, str(folder)])


def _compile_packages(folder: Path) -> None:
    """Compiles all modules, and waits until everything is on the disk."""
    # The service may not write there, so without this each of its starts would compile everything anew.
    run_command([str(folder / "bin/python"), "-m", "compileall", "-q", str(folder / "lib")])
    # Before the version is called complete: the plug may be pulled at any moment.
    os.sync()
