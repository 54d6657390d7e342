"""Builds the Debian packages: `make deb`.

A package is a virtual environment that was laid out by hand. Debian's own versions of the libraries are older than
those the program is tested with, so it brings the wheels that `tools/requirements/` names, in a place that no other
program looks into: `/usr/lib/claim-companion`. Nothing is compiled on the machine that installs it:

- pip unpacks the wheels of the *other* release or machine as well as of this one, and holds each against its hash.
- Byte code depends on Python's minor version alone, not on the machine. So a Python of that minor version is needed
  here, and arm64's byte code is made by that of amd64.
- The environment names `python3.13` (or 3.11): `Depends` holds the package to that minor version.

Plain `dpkg-deb` puts it together. debhelper would have to be kept from most of what it does for a program of Python or
C (dependencies by running `ldd`, stripping, compiling byte code for the builder's Python), and it wants to run on the
release that it builds for; here one machine builds for two releases and two machines.

The same source, wheels and SOURCE_DATE_EPOCH give the same bytes: times are clamped, owners and modes fixed, byte code
is checked by nothing that changes (`unchecked-hash`), and dpkg-deb sorts.
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
from tests.tools.requirements.__main__ import GLIBCS
from tests.tools.requirements.hashed import ROOT, Target, formatted, parse
from tools.debian import PackageError, exit_on_failure

PACKAGE = "claim-companion"
PLACE = Path("usr/lib", PACKAGE)
"""The environment, below the root; `companion.commands.service.PACKAGE` is the same place."""
TEMPLATES = Path(__file__).parent
REQUIREMENTS = "tools/requirements/base.txt"
"""What is packed; lgpio is Raspberry Pi OS's own, which the environment sees."""
NOT_PACKED = (
    "bin", "share", "**/*.exe", "*.pth",
    "setuptools*", "_distutils_hack", "**/p4android", "**/libgpiod_pulsein*",
    *(f"*.dist-info/{name}" for name in ("RECORD", "INSTALLER", "REQUESTED", "WHEEL", "direct_url.json", "sboms")),
)  # fmt: skip
"""Of what pip unpacks: commands of libraries, programs for Windows; what a library names and none imports; what Blinka
runs for pins that the program never gives it, built for several machines; and notes that differ between builds."""
UNITS = "usr/lib/systemd/system"
SYSTEM = {
    "companion.service": UNITS,
    "companion.socket": UNITS,
    "companion-power@.path": UNITS,
    "companion-power@.service": UNITS,
    "companion-hdmi.service": UNITS,
    "99-companion.rules": "usr/lib/udev/rules.d",
}
"""Where the files of `systemd/` go."""
PROGRAM, PACKAGED_PROGRAM = "/opt/companion/bin/companion", "/usr/bin/companion"
"""What the units start, and what they start in the package."""


class Release(NamedTuple):
    """A Debian, and the Python that it brings."""

    name: str
    suite: str
    python: str


class Machine(NamedTuple):
    """A kind of machine: as Debian and as wheels call it."""

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
    """Seconds since 1970: no file in it is newer."""
    maintainer: str
    """Whom a person asks about it, `NAME <ADDRESS>`."""

    @property
    def version(self) -> str:
        """As dpkg compares it: that of deb13 is above that of deb12, so that an upgrade of Debian takes it."""
        return f"{self.number}+{self.release.name}"

    @property
    def file(self) -> str:
        return f"{PACKAGE}_{self.version}_{self.machine.name}.deb"


def build(package: Build, output: Path, project: Path = ROOT) -> Path:
    """Builds a package of a checkout and returns its file; there is none, or a whole one.

    Raises:
        PackageError: a tool, a Python or a wheel is missing.
    """
    python = find_python(package.release.python)
    output.mkdir(parents=True, exist_ok=True)  # it takes minutes until it is needed
    with TemporaryDirectory(prefix="claim-companion-") as folder:
        packages, wheels = fetch_packages(package, project, Path(folder))
        root = Path(folder, "root")
        lay_out(package, project, root, packages, wheels)
        compile_packages(root, python)
        return pack(package, root, output)


def find_python(minor: str) -> Path:
    """Returns a Python of a minor version. Raises PackageError: there is none in the PATH."""
    ask = [f"python{minor}", "-c", "import sys; print(sys.executable)"]
    try:
        # pyenv answers for a version only where it is named.
        done = run(*ask, environ={"PYENV_VERSION": minor})
    except (OSError, PackageError) as error:
        raise PackageError(f"python{minor} is not here; its byte code is made by no other Python") from error
    return Path(done.strip())


def fetch_packages(package: Build, project: Path, folder: Path) -> tuple[Path, dict[str, str]]:
    """Unpacks the wheels for a release and machine, and the project's own; returns the folder, and each file's SHA-256.

    pip takes nothing whose hash is not in `tools/requirements/`, and nothing that would have to be compiled.
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
    """Lays out all files but the byte code below a root."""
    python = f"python{package.release.python}"
    site = root / PLACE / "lib" / python / "site-packages"
    for pattern in NOT_PACKED:
        for path in [*packages.glob(pattern)]:
            shutil.rmtree(path) if path.is_dir() else path.unlink()
    site.parent.mkdir(parents=True)
    shutil.move(packages, site)
    # A virtual environment is no more than this: Python finds the file beside the folder that it was started from.
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
    """Writes what a person reads: the man page, the changes, whose work it is, and what lintian is told."""
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
    """Returns the commands of the program and what each does."""
    # argparse tells it to nobody but its own help.
    (group,) = build_parser()._subparsers._group_actions  # type: ignore[union-attr]  # noqa: SLF001
    return [(each.dest, each.help or "") for each in group._choices_actions]  # type: ignore[union-attr]  # noqa: SLF001


def described(metadata: Path) -> str:
    """Returns what a library says of itself, as a line of the copyright file."""
    of = Parser().parsestr(metadata.read_text(encoding="utf-8"))
    classified = (line.split(" :: ")[-1] for line in of.get_all("Classifier", []) if line.startswith("License"))
    # Some put the whole text into the field.
    stated = of["License-Expression"] or (of["License"] or "").partition("\n")[0] or ", ".join(classified)
    return f"{of['Name']} {of['Version']}: {stated or 'as its files say'}"


def filled(name: str, said: dict[str, str]) -> str:
    """Returns a file of this folder with its gaps filled."""
    return Template((TEMPLATES / name).read_text()).substitute(said)


def compile_packages(root: Path, python: Path) -> None:
    """Compiles all modules, as they will be called where they are installed; the service may write none there."""
    # One file after the other: in what order constants were made is in the byte code.
    compileall = ["-m", "compileall", "-q", "-j1", "--invalidation-mode=unchecked-hash", "-s", str(root), "-p", "/"]
    run(str(python), "-I", *compileall, str(root / PLACE / "lib"), environ={"PYTHONHASHSEED": "0"})


def pack(package: Build, root: Path, output: Path) -> Path:
    """Puts a package together and returns its file."""
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
            # Wheels bring modes of their own; executable is only what was written so here.
            ours = path.parent in {control, root / PLACE / "bin"} and path.stat().st_mode & 0o100
            path.chmod(0o755 if path.is_dir() or ours else 0o644)
        os.utime(path, (package.made, package.made), follow_symlinks=False)
    output.mkdir(parents=True, exist_ok=True)
    made, new = output / package.file, output / f"{package.file}.new"
    # Under another name until it is whole.
    run("dpkg-deb", "--root-owner-group", "-Zxz", "--build", str(root), str(new),
        environ={"SOURCE_DATE_EPOCH": str(package.made)})  # fmt: skip
    return new.replace(made)


def write(path: Path, content: str | bytes, mode: int = 0o644) -> None:
    """Writes a file and the folders in which it lies."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    path.chmod(mode)


def link(path: Path, leads_to: str) -> None:
    """Makes a symbolic link and the folders in which it lies."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.symlink_to(leads_to)


def run(*command: str, cwd: Path | None = None, environ: dict[str, str] | None = None) -> str:
    """Runs a program and returns what it printed.

    Raises:
        PackageError: it is not there, or it failed; its last line says why.
    """
    try:
        done = subprocess.run(
            command, cwd=cwd, env=os.environ | (environ or {}), capture_output=True, text=True, check=False
        )
    except FileNotFoundError as error:
        raise PackageError(f"{command[0]} is not here, and nothing was made") from error
    if done.returncode:
        *_, last = "no word", *done.stdout.splitlines(), *done.stderr.splitlines()
        raise PackageError(f"{Path(command[0]).name} failed, and nothing was made: {last}")
    return done.stdout


def time_of(project: Path) -> int:
    """Returns SOURCE_DATE_EPOCH, or when the newest commit was made."""
    moment = os.environ.get("SOURCE_DATE_EPOCH") or run("git", "log", "-1", "--format=%ct", cwd=project).strip()
    if not moment.isdecimal():
        raise PackageError(f"SOURCE_DATE_EPOCH={moment}: it has to be a number, the seconds since 1970")
    return int(moment)


def number_of(project: Path) -> str:
    """Returns the version that pyproject.toml states, between two releases with the time of the newest commit.

    `0.2a0` becomes `0.2~a20261124.1530`: above 0.1.0, below 0.2.0, and a package of a newer commit is an update for apt
    (deb-version(7)).
    """
    number = str(tomllib.loads((project / "pyproject.toml").read_text())["project"]["version"])
    return number.replace("a0", f"~a{datetime.fromtimestamp(time_of(project), UTC):%Y%m%d.%H%M}")


def maintainer_of(project: Path) -> str:
    """Returns whom DEBFULLNAME and DEBEMAIL name, as for Debian's own tools, or who made the newest commit."""
    named = os.environ.get("DEBFULLNAME"), os.environ.get("DEBEMAIL")
    name, address = named if all(named) else run("git", "log", "-1", "--format=%an%n%ae", cwd=project).splitlines()
    return f"{name} <{address}>"


def checkout_build(release: Release, machine: Machine, number: str | None = None) -> Build:
    """Returns the package that is built of this checkout.

    Raises:
        PackageError: the number cannot be a package's version, or a part of its file's name (deb-version(7)).
    """
    number = number_of(ROOT) if number is None else number
    if not re.fullmatch(r"[0-9][0-9A-Za-z.~]*", number):
        raise PackageError(
            f"{number!r} is no version, and nothing was made: it begins with a digit, and has letters, digits, . and ~ "
            "only, as in NUMBER=0.2.0"
        )
    return Build(release, machine, number, time_of(ROOT), maintainer_of(ROOT))


def main() -> None:
    """Builds what the command line asks for."""
    parser = argparse.ArgumentParser(description="Builds the Debian packages.")
    parser.add_argument("--output", type=Path, default=ROOT / "dist")
    parser.add_argument("--number", help="left out: the version in pyproject.toml")
    for option, known in (("--releases", RELEASES), ("--machines", MACHINES)):
        names = [each.name for each in known]
        parser.add_argument(option, nargs="+", choices=names, default=names)
    args = parser.parse_args()
    asked = {*args.releases, *args.machines}
    with exit_on_failure():
        pairs = [pair for pair in product(RELEASES, MACHINES) if {each.name for each in pair} <= asked]
        # All first: whoever commits in these minutes gets four packages of one version all the same.
        for package in [checkout_build(*pair, args.number) for pair in pairs]:
            print(build(package, args.output))


if __name__ == "__main__":
    main()
