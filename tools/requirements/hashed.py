"""The files in `tools/requirements/`: every package that the service is installed with, and what its files hash to."""

import re
import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

from packaging.markers import default_environment
from packaging.requirements import Requirement
from packaging.utils import NormalizedName, canonicalize_name

Requires = Callable[[NormalizedName], Iterable[Requirement]]
"""What a package says that it needs."""

ROOT = Path(__file__).parents[2]
PACKAGE = "claim-companion"
MACHINES = ("x86_64", "aarch64")
PYTHON = "Programming Language :: Python :: "
SOURCE_BUILDERS = ("setuptools",)
"""What compiles packages of which there is only the source: in the isolated build of pip's own no hash is checked."""
NEVER_INSTALLED = {"dev", "docs", "cluster"}
"""Extras for people who write programs; the service has none of them."""
_ENTRY = re.compile(
    r"^(?P<name>\S+)==(?P<version>\S+)( ; (?P<marker>.+?))?(?P<hashes>( \\\n    --hash=sha256:[0-9a-f]{64})+)$",
    re.MULTILINE,
)


class Target(NamedTuple):
    """A kind of machine on which the service is installed."""

    python: str
    machine: str

    @property
    def environment(self) -> dict[str, str]:
        linux = {"os_name": "posix", "sys_platform": "linux", "platform_system": "Linux"}
        python = {"python_version": self.python, "python_full_version": f"{self.python}.0"}
        usual = {key: str(value) for key, value in default_environment().items()}
        return {**usual, **linux, **python, "platform_machine": self.machine}


@dataclass(frozen=True, slots=True)
class Pin:
    """A package in one version."""

    name: str
    version: str
    marker: str
    """Where it is needed; empty: everywhere."""
    hashes: tuple[str, ...]
    """SHA-256 of each file that may be installed."""

    def needed_on(self, target: Target) -> bool:
        text = f"{self.name} ; {self.marker}" if self.marker else self.name
        return applies(Requirement(text), target)


def applies(requirement: Requirement, target: Target, extras: AbstractSet[str] = frozenset()) -> bool:
    """Whether a requirement holds on a machine, for a package with these extras."""
    if requirement.marker is None:
        return True
    return any(requirement.marker.evaluate({**target.environment, "extra": extra}) for extra in extras or {""})


def parse(text: str) -> tuple[Pin, ...]:
    """The packages of a file.

    Raises:
        ValueError: there is anything but comments and pins with hashes in it.
    """
    text = "".join(line for line in text.splitlines(keepends=True) if not line.startswith("#"))
    if left := _ENTRY.sub("", text).strip():
        raise ValueError(f"no pin with hashes: {left.splitlines()[0]}")
    return tuple(
        Pin(each["name"], each["version"], each["marker"] or "", tuple(re.findall(r"[0-9a-f]{64}", each["hashes"])))
        for each in _ENTRY.finditer(text)
    )


def formatted(pins: Iterable[Pin], title: str) -> str:
    lines = [f"# {title}. Written by `make hashes`.\n"]
    for pin in pins:
        marker = f" ; {pin.marker}" if pin.marker else ""
        hashes = "".join(f" \\\n    --hash=sha256:{each}" for each in pin.hashes)
        lines.append(f"{pin.name}=={pin.version}{marker}{hashes}\n")
    return "".join(lines)


def constraints(project: Path = ROOT) -> dict[NormalizedName, str]:
    """The version of each package with which the project is built and tested."""
    lines = (project / "constraints.txt").read_text().splitlines()
    pairs = (line.split("==") for line in lines if not line.startswith("#"))
    return {canonicalize_name(name): version for name, version in pairs}


def targets(project: Path = ROOT) -> tuple[Target, ...]:
    classifiers = _pyproject(project)["project"]["classifiers"]
    pythons = [each.removeprefix(PYTHON) for each in classifiers if each.startswith(f"{PYTHON}3.")]
    return tuple(Target(*each) for each in product(pythons, MACHINES))


def wanted(project: Path = ROOT) -> dict[str, tuple[Requirement, ...]]:
    """What each file must hold, in addition to all that these need in turn."""
    found = _pyproject(project)
    builds = [*found["build-system"]["requires"], *SOURCE_BUILDERS]
    texts: dict[str, list[str]] = {"build": builds, "base": found["project"]["dependencies"]}
    extras = found["project"]["optional-dependencies"]
    texts |= {name: extras[name] for name in extras if extras[name] and name not in NEVER_INSTALLED}
    return {name: tuple(map(Requirement, requested)) for name, requested in texts.items()}


def closure(
    file: str, files: Mapping[str, Sequence[Requirement]], target: Target, requires: Requires
) -> set[NormalizedName]:
    seen: set[tuple[NormalizedName, frozenset[str]]] = set()
    todo = [(each, frozenset[str]()) for each in files[file]]
    while todo:
        requirement, extras = todo.pop()
        if not applies(requirement, target, extras):
            continue
        if requirement.name == PACKAGE:
            todo += [(each, frozenset()) for extra in requirement.extras for each in files[extra]]
            continue
        name, requested = canonicalize_name(requirement.name), frozenset(requirement.extras)
        if (name, requested) not in seen:
            seen.add((name, requested))
            todo += [(each, requested) for each in requires(name)]
    return {name for name, _ in seen}


def _pyproject(project: Path) -> dict[str, Any]:
    return tomllib.loads((project / "pyproject.toml").read_text(encoding="utf-8"))
