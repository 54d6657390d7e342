"""Builds the Debian packages: `make deb`.

A package contains a virtual environment in `/usr/lib/claim-companion`, which no other program uses. Debian's versions
of the libraries are older than the tested ones, so the package contains the wheels in `tools/requirements/`. Nothing is
compiled during the installation:

- pip unpacks the wheels of any release and machine, and verifies their hashes.
- Byte code depends only on Python's minor version, not on the machine. So the build needs a Python of that minor
  version, and the Python of amd64 also compiles the byte code of arm64.
- The environment uses `python3.13` (or 3.11): `Depends` requires that minor version.

`dpkg-deb` builds the package. debhelper is not used: most of its steps for Python or C would have to be disabled
(dependencies from `ldd`, stripping, byte code of the builder's Python), and it must run on the target release, while
here one machine builds for two releases and two machines.

Builds are reproducible: the same source, wheels and SOURCE_DATE_EPOCH give the same bytes. Times are clamped, owners
and modes are fixed, byte code has an unchecked hash instead of a time, and dpkg-deb sorts.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from dataclasses import replace
from datetime import UTC, datetime
from email.parser import Parser
from email.utils import formatdate
from itertools import product
from pathlib import Path
from string import Template
from tempfile import TemporaryDirectory
from typing import NamedTuple

from companion.commands.cli import build_parser
from tools.debian import PackageError, exit_on_failure
from tools.requirements.__main__ import GLIBCS
from tools.requirements.hashed import ROOT, Target, formatted, parse

PACKAGE = "claim-companion"
PLACE = Path("usr/lib", PACKAGE)
"""The environment, below the root; `companion.commands.service.PACKAGE` is the same place."""
TEMPLATES = Path(__file__).parent
REQUIREMENTS = "tools/requirements/base.txt"
"""The packed libraries, without lgpio: the environment uses that of Raspberry Pi OS."""
NOT_PACKED = (
    "bin", "share", "**/*.exe", "*.pth",
    "setuptools*", "_distutils_hack", "**/p4android", "**/libgpiod_pulsein*",
    *(f"*.dist-info/{name}" for name in ("RECORD", "INSTALLER", "REQUESTED", "WHEEL", "direct_url.json", "sboms")),
)  # fmt: skip
"""Unpacked files that are omitted: commands of libraries, programs for Windows, packages that are required but never
imported, programs of Blinka for unused pins, and metadata that differs between builds."""
UNITS = "usr/lib/systemd/system"
SYSTEM = {
    "companion.service": UNITS,
    "companion.socket": UNITS,
    "companion-power@.path": UNITS,
    "companion-power@.service": UNITS,
    "companion-hdmi.service": UNITS,
    "99-companion.rules": "usr/lib/udev/rules.d",
}
"""The folders of the files in `systemd/`."""
PROGRAM, PACKAGED_PROGRAM = "/opt/companion/bin/companion", "/usr/bin/companion"
"""The program that the units start, from a checkout and in the package."""


class Release(NamedTuple):
    """A release of Debian, with its Python."""

    name: str
    suite: str
    python: str


class Machine(NamedTuple):
    """A machine architecture, as named by Debian and by wheels."""

    name: str
    wheels: str


RELEASES = (Release("deb12", "bookworm", "3.11"), Release("deb13", "trixie", "3.13"))
MACHINES = (Machine("amd64", "x86_64"), Machine("arm64", "aarch64"))


class Build(NamedTuple):
    """One package."""

    release: Release
    machine: Machine
    number: str
    """The program's version."""
    made: int
    """The maximum time of its files, in seconds since 1970."""
    maintainer: str
    """`NAME <ADDRESS>`."""

    @property
    def version(self) -> str:
        """The version for dpkg: that of deb13 is higher, so that an upgrade of Debian installs it."""
        return f"{self.number}+{self.release.name}"

    @property
    def file(self) -> str:
        return f"{PACKAGE}_{self.version}_{self.machine.name}.deb"


def build(package: Build, output: Path, project: Path = ROOT) -> Path:
    """Builds a package of a checkout and returns its file, which is complete or missing.

    Raises:
        PackageError: a tool, a Python or a wheel is missing.
    """
    python = find_python(package.release.python)
    output.mkdir(parents=True, exist_ok=True)  # first, because the build takes minutes
    with TemporaryDirectory(prefix="claim-companion-") as folder:
        packages, wheels = fetch_packages(package, project, Path(folder))
        root = Path(folder, "root")
        lay_out(package, project, root, packages, wheels)
        compile_packages(root, python)
        return pack(package, root, output)


def find_python(minor: str) -> Path:
    """Returns a Python of a minor version. Raises PackageError: it is not in the PATH."""
    ask = [f"python{minor}", "-c", "import sys; print(sys.executable)"]
    try:
        # pyenv runs a version only if it is selected.
        done = run(*ask, environ={"PYENV_VERSION": minor})
    except (OSError, PackageError) as error:
        raise PackageError(f"python{minor} is not installed; only it can compile the byte code") from error
    return Path(done.strip())


def fetch_packages(package: Build, project: Path, folder: Path) -> tuple[Path, dict[str, str]]:
    """Unpacks the wheels for a release and machine, and the project's own; returns the folder, and each file's SHA-256.

    pip accepts only wheels whose hash is in `tools/requirements/`.
    """
    target = Target(package.release.python, package.machine.wheels)
    pins = set(parse((project / REQUIREMENTS).read_text()))
    wanted, report, unpacked = folder / "wanted.txt", folder / "report.json", folder / "packages"
    # Without markers: pip would evaluate them for the machine on which it runs.
    there = sorted((replace(pin, marker="") for pin in pins if pin.needed_on(target)), key=lambda pin: pin.name)
    wanted.write_text(formatted(there, "What is packed"))
    platforms = [f"--platform=manylinux_2_{minor}_{target.machine}" for minor in GLIBCS]
    run(
        sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps", "--no-compile",
        "--require-hashes", "--only-binary=:all:", "--implementation=cp", f"--python-version={target.python}",
        *platforms, f"--platform=manylinux2014_{target.machine}", f"--requirement={wanted}", f"--target={unpacked}",
        f"--report={report}",
    )  # fmt: skip
    run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder / "own"), cwd=project)
    (own,) = (folder / "own").glob("*.whl")
    shutil.unpack_archive(own, unpacked, "zip")
    files = (item["download_info"] for item in json.loads(report.read_text())["install"])
    return unpacked, {Path(file["url"]).name: file["archive_info"]["hashes"]["sha256"] for file in files}


def lay_out(package: Build, project: Path, root: Path, packages: Path, wheels: dict[str, str]) -> None:
    """Copies all files except the byte code below a root."""
    python = f"python{package.release.python}"
    site = root / PLACE / "lib" / python / "site-packages"
    for pattern in NOT_PACKED:
        for path in [*packages.glob(pattern)]:
            shutil.rmtree(path) if path.is_dir() else path.unlink()
    site.parent.mkdir(parents=True)
    shutil.move(packages, site)
    # This file makes the folder a virtual environment: Python reads it at its start.
    write(
        root / PLACE / "pyvenv.cfg", f"home = /usr/bin\ninclude-system-site-packages = true\nversion = {python[6:]}\n"
    )
    link(root / PLACE / "bin/python", f"../../../bin/{python}")
    link(root / "usr/bin/companion", f"../lib/{PACKAGE}/bin/companion")
    write(root / PLACE / "bin/companion", (TEMPLATES / "companion").read_text(), 0o755)
    for name, folder in SYSTEM.items():
        text = (project / "systemd" / name).read_text()
        write(root / folder / name, text.replace(PROGRAM, PACKAGED_PROGRAM))
    document(package, project, root, wheels)


def document(package: Build, project: Path, root: Path, wheels: dict[str, str]) -> None:
    """Writes the man page, the changelog, the copyright file and the overrides for lintian."""
    documents, site = root / "usr/share/doc" / PACKAGE, root / PLACE / "lib"
    said = {
        "version": package.version,
        "suite": package.release.suite,
        "machine": package.machine.name,
        "python": package.release.python,
        "maintainer": package.maintainer,
        "date": formatdate(package.made),
        "commands": "\n".join(f".TP\n.B companion {name}\n{text}" for name, text in commands()),
        "license": (project / "LICENSE").read_text(),
        "libraries": "\n".join(sorted(map(described, site.glob("*/site-packages/*.dist-info/METADATA")))),
    }
    zipped = {
        root / "usr/share/man/man1/companion.1.gz": filled("companion.1", said),
        documents / "changelog.gz": filled("changelog", said),
        documents / "NEWS.gz": (project / "CHANGELOG.md").read_text(),
    }
    for path, text in zipped.items():
        write(path, gzip.compress(text.encode(), mtime=0))
    write(documents / "copyright", filled("copyright", said))
    write(documents / "wheels.txt", "".join(f"{digest}  {name}\n" for name, digest in sorted(wheels.items())))
    write(root / "usr/share/lintian/overrides" / PACKAGE, (TEMPLATES / "lintian-overrides").read_text())


def commands() -> list[tuple[str, str]]:
    """Returns the commands of the program with their help."""
    # argparse has no public way to read them.
    (group,) = build_parser()._subparsers._group_actions  # type: ignore[union-attr]  # noqa: SLF001
    return [(each.dest, each.help or "") for each in group._choices_actions]  # type: ignore[union-attr]  # noqa: SLF001


def described(metadata: Path) -> str:
    """Returns the name, version and license of a library as a line of the copyright file."""
    of = Parser().parsestr(metadata.read_text(encoding="utf-8"))
    classified = (line.split(" :: ")[-1] for line in of.get_all("Classifier", []) if line.startswith("License"))
    # Some libraries put the whole license text into the field.
    stated = of["License-Expression"] or (of["License"] or "").partition("\n")[0] or ", ".join(classified)
    return f"{of['Name']} {of['Version']}: {stated or 'see its files'}"


def filled(name: str, said: dict[str, str]) -> str:
    """Returns a template of this folder with its values."""
    return Template((TEMPLATES / name).read_text()).substitute(said)


def compile_packages(root: Path, python: Path) -> None:
    """Compiles all modules with the paths of the installation, because the service cannot write there."""
    # One process: the byte code depends on the order in which constants are created.
    compileall = ["-m", "compileall", "-q", "-j1", "--invalidation-mode=unchecked-hash", "-s", str(root), "-p", "/"]
    run(str(python), "-I", *compileall, str(root / PLACE / "lib"), environ={"PYTHONHASHSEED": "0"})


def pack(package: Build, root: Path, output: Path) -> Path:
    """Builds a package and returns its file."""
    files = sorted(path for path in root.rglob("*") if path.is_file() and not path.is_symlink())
    said = {
        "package": PACKAGE,
        "version": package.version,
        "machine": package.machine.name,
        "maintainer": package.maintainer,
        "size": str(sum(-(-path.stat().st_size // 1024) for path in files)),
        "python": package.release.python,
        "next": "3." + str(int(package.release.python.removeprefix("3.")) + 1),
    }
    control = root / "DEBIAN"
    sums = (f"{hashlib.md5(path.read_bytes()).hexdigest()}  {path.relative_to(root)}\n" for path in files)  # noqa: S324 - dpkg's
    write(control / "md5sums", "".join(sums))
    write(control / "control", filled("control", said))
    for script in ("preinst", "postinst", "prerm", "postrm"):
        write(control / script, (TEMPLATES / script).read_text(), 0o755)
    for path in (root, *root.rglob("*")):
        if not path.is_symlink():
            # Wheels contain their own modes; only our scripts are executable.
            ours = path.parent in {control, root / PLACE / "bin"} and path.stat().st_mode & 0o100
            path.chmod(0o755 if path.is_dir() or ours else 0o644)
        os.utime(path, (package.made, package.made), follow_symlinks=False)
    output.mkdir(parents=True, exist_ok=True)
    made, new = output / package.file, output / f"{package.file}.new"
    # Under another name until it is complete.
    run("dpkg-deb", "--root-owner-group", "-Zxz", "--build", str(root), str(new),
        environ={"SOURCE_DATE_EPOCH": str(package.made)})  # fmt: skip
    return new.replace(made)


def write(path: Path, content: str | bytes, mode: int = 0o644) -> None:
    """Writes a file, and creates its folders."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    path.chmod(mode)


def link(path: Path, leads_to: str) -> None:
    """Creates a symbolic link and its folders."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.symlink_to(leads_to)


def run(*command: str, cwd: Path | None = None, environ: dict[str, str] | None = None) -> str:
    """Runs a program and returns its output.

    Raises:
        PackageError: it is not installed, or it failed; the text contains its last line.
    """
    try:
        done = subprocess.run(
            command, cwd=cwd, env=os.environ | (environ or {}), capture_output=True, text=True, check=False
        )
    except FileNotFoundError as error:
        raise PackageError(f"{command[0]} is not installed, and nothing was built") from error
    if done.returncode:
        *_, last = "no output", *done.stdout.splitlines(), *done.stderr.splitlines()
        raise PackageError(f"{Path(command[0]).name} failed, and nothing was built: {last}")
    return done.stdout


def time_of(project: Path) -> int:
    """Returns SOURCE_DATE_EPOCH, or the time of the newest commit."""
    moment = os.environ.get("SOURCE_DATE_EPOCH") or run("git", "log", "-1", "--format=%ct", cwd=project).strip()
    if not moment.isdecimal():
        raise PackageError(f"SOURCE_DATE_EPOCH={moment} is not a number of seconds since 1970")
    return int(moment)


def number_of(project: Path) -> str:
    """Returns the version in pyproject.toml, between two releases with the time of the newest commit.

    `0.2a0` becomes `0.2~a20261124.1530`: higher than 0.1.0, lower than 0.2.0; a newer commit is an update for apt
    (deb-version(7)).
    """
    number = str(tomllib.loads((project / "pyproject.toml").read_text())["project"]["version"])
    return number.replace("a0", f"~a{datetime.fromtimestamp(time_of(project), UTC):%Y%m%d.%H%M}")


def maintainer_of(project: Path) -> str:
    """Returns DEBFULLNAME and DEBEMAIL, as Debian's tools, or the author of the newest commit."""
    named = os.environ.get("DEBFULLNAME"), os.environ.get("DEBEMAIL")
    name, address = named if all(named) else run("git", "log", "-1", "--format=%an%n%ae", cwd=project).splitlines()
    return f"{name} <{address}>"


def checkout_build(release: Release, machine: Machine, number: str | None = None) -> Build:
    """Returns the package of this checkout.

    Raises:
        PackageError: the number is not a valid version (deb-version(7)).
    """
    number = number_of(ROOT) if number is None else number
    if not re.fullmatch(r"[0-9][0-9A-Za-z.~]*", number):
        raise PackageError(
            f"{number!r} is not a version, and nothing was built: a version begins with a digit, and contains only "
            "letters, digits, . and ~, as in NUMBER=0.2.0"
        )
    return Build(release, machine, number, time_of(ROOT), maintainer_of(ROOT))


def main() -> None:
    """Builds the packages of the command line."""
    parser = argparse.ArgumentParser(description="Builds the Debian packages.")
    parser.add_argument("--output", type=Path, default=ROOT / "dist")
    parser.add_argument("--number", help="default: the version in pyproject.toml")
    for option, known in (("--releases", RELEASES), ("--machines", MACHINES)):
        names = [each.name for each in known]
        parser.add_argument(option, nargs="+", choices=names, default=names)
    args = parser.parse_args()
    asked = {*args.releases, *args.machines}
    with exit_on_failure():
        pairs = [pair for pair in product(RELEASES, MACHINES) if {each.name for each in pair} <= asked]
        # All versions first: a commit during the build must not change some of them.
        for package in [checkout_build(*pair, args.number) for pair in pairs]:
            print(build(package, args.output))


if __name__ == "__main__":
    main()
