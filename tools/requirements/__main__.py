"""Writes the files in `tools/requirements/` anew: `make hashes`. It asks pip, of whatever index pip is set to."""

import json
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from packaging.requirements import Requirement
from packaging.utils import NormalizedName, canonicalize_name

from tools.requirements.hashed import ROOT, Pin, Target, closure, constraints, formatted, targets, wanted

TITLES = {"build": "What builds the package, and others from their source", "base": "What the companion needs"}
GLIBCS = range(36, 16, -1)
"""A wheel is made for the oldest C library that it works with: 2.36 is Bookworm's."""


class Index:
    """What pip would install of each version, on each kind of machine."""

    def __init__(self) -> None:
        self.versions = constraints()
        self.requires: dict[NormalizedName, list[Requirement]] = {}
        self.hashes: defaultdict[NormalizedName, dict[Target, str]] = defaultdict(dict)

    def look_up(self, names: Iterable[NormalizedName], target: Target) -> None:
        """Finds the file that pip would take, what that hashes to, and what it needs."""
        if unpinned := sorted(set(names) - self.versions.keys()):
            sys.exit(f"constraints.txt names no version of {', '.join(unpinned)}")
        for item in _report([f"{name}=={self.versions[name]}" for name in sorted(names)], target):
            name = canonicalize_name(item["metadata"]["name"])
            self.requires[name] = [Requirement(text) for text in item["metadata"].get("requires_dist", ())]
            self.hashes[name][target] = item["download_info"]["archive_info"]["hashes"]["sha256"]

    def look_all_up(self, target: Target) -> None:
        """Looks up what is needed there, then what that needs in turn, until nothing new turns up."""
        while missing := {name for file in wanted() for name in self.needed(file, target)} - self._known(target):
            self.look_up(missing, target)

    def needed(self, file: str, target: Target) -> set[NormalizedName]:
        """The packages of a file on a machine, as far as is known."""
        return closure(file, wanted(), target, lambda name: self.requires.get(name, ()))

    def pins(self, file: str) -> Iterator[Pin]:
        everywhere = targets()
        needed = {target: self.needed(file, target) for target in everywhere}
        for name in sorted(set().union(*needed.values())):
            there = [target for target in everywhere if name in needed[target]]
            hashes = {self.hashes[name][target] for target in there}
            yield Pin(name, self.versions[name], _marker(there, everywhere), tuple(sorted(hashes)))

    def _known(self, target: Target) -> set[NormalizedName]:
        return {name for name, hashes in self.hashes.items() if target in hashes}


def _report(pins: Sequence[str], target: Target) -> list[dict[str, Any]]:
    platforms = [f"--platform=manylinux_2_{minor}_{target.machine}" for minor in GLIBCS]
    platforms += [f"--platform=manylinux2014_{target.machine}", f"--platform=linux_{target.machine}"]
    with TemporaryDirectory() as folder:
        report = Path(folder, "report.json")
        command = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--dry-run"]
        command += ["--ignore-installed", "--no-deps", "--target", folder, "--report", str(report)]
        subprocess.run([*command, "--python-version", target.python, *platforms, *pins], check=True)
        return list(json.loads(report.read_text())["install"])


def _marker(there: Sequence[Target], everywhere: Sequence[Target]) -> str:
    if set(there) == set(everywhere):
        return ""
    parts = []
    for key, place in (("python_version", 0), ("platform_machine", 1)):
        values = sorted({target[place] for target in there})
        if set(values) != {target[place] for target in everywhere}:
            parts.append(" or ".join(f'{key} == "{value}"' for value in values))
    return parts[0] if len(parts) == 1 else " and ".join(f"({part})" for part in parts)


def main() -> None:
    index = Index()
    for target in targets():
        index.look_all_up(target)
    for file in wanted():
        title = TITLES.get(file, f"What the extra {file} needs")
        (ROOT / "tools/requirements" / f"{file}.txt").write_text(formatted(index.pins(file), title))


if __name__ == "__main__":
    main()
