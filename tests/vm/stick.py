"""An image for a machine without a network: checkouts of the project, and wheels of their dependencies."""

import hashlib
import sys
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.vm.debian import CACHE, ROOT, Debian, make_ext4, run
from tools.requirements.hashed import Target, formatted, parse

SIZE = "400M"
EXTRAS: dict[str, tuple[str, ...]] = {"before": (), "new": ("pi",)}
"""The extras with which each checkout is installed."""


def make_stick(debian: Debian, folder: Path) -> Path:
    """Returns an image with `wheels/` and the checkouts `new/` (this one) and `before/`."""
    image = folder / "stick.raw"
    with TemporaryDirectory(dir=folder) as making:
        content = Path(making)
        _copy_checkout(content / "new")
        _copy_commit(previous_commit(), content / "before")
        (content / "wheels").mkdir()
        for name, extras in EXTRAS.items():
            run("cp", "-r", f"{_wheels(debian, content / name, extras)}/.", str(content / "wheels"))
        make_ext4(image, content, SIZE, "stick")
    return image


def previous_commit() -> str:
    parts = ("engine", "hardware", "companion", "systemd", "pyproject.toml", "tools/requirements")
    return run("git", "log", "--format=%h", "--max-count=2", "HEAD", "--", *parts, cwd=ROOT).split()[1]


def _copy_checkout(to: Path) -> None:
    names = run("git", "ls-files", "--cached", "--others", "--exclude-standard", cwd=ROOT).splitlines()
    to.mkdir()
    run("cp", "--parents", *(name for name in names if (ROOT / name).exists()), str(to), cwd=ROOT)


def _copy_commit(commit: str, to: Path) -> None:
    to.mkdir()
    archive = to.with_suffix(".tar")
    run("git", "archive", "--output", str(archive), commit, cwd=ROOT)
    run("tar", "-xf", str(archive), "-C", str(to))
    archive.unlink()


def _wheels(debian: Debian, checkout: Path, extras: tuple[str, ...]) -> Path:
    """Returns a folder of wheels for the Python of a release; this computer's pip downloads them once."""
    versions = checkout / "constraints.txt"
    requirements, options = (
        _hashed(checkout / "tools/requirements", debian.python, extras),
        ("--require-hashes", "--no-deps"),
    )
    key = hashlib.sha256(f"{requirements}{versions.read_text()}".encode()).hexdigest()[:12]
    folder = CACHE / f"wheels-{debian.python}-{key}"
    if not folder.exists():
        with TemporaryDirectory(dir=CACHE) as making:
            requested = Path(making, "wanted.txt")
            requested.write_text(requirements)
            target = ("--only-binary=:all:", "--python-version", debian.python, "--dest", f"{making}/wheels")
            run(sys.executable, "-m", "pip", "download", "--quiet", *options, *target, "--requirement", str(requested))
            (Path(making) / "wheels").rename(folder)
    return folder


def _hashed(files: Path, python: str, extras: tuple[str, ...]) -> str:
    """Returns the installer's requirements without markers, which pip would evaluate for its own Python."""
    paths = (files / f"{name}.txt" for name in ("build", "base", *extras))
    pins = {pin for file in paths if file.is_file() for pin in parse(file.read_text())}
    needed = (replace(pin, marker="") for pin in pins if pin.needed_on(Target(python, "x86_64")))
    return formatted(sorted(needed, key=lambda pin: pin.name), "What is brought")
