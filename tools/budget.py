"""Compares the size of the project with the ceilings in pyproject.toml; a part of `make lint`."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).parents[1]
PROGRAM = ("engine", "hardware", "companion")


def lines(paths: Iterable[Path]) -> int:
    """The number of lines of these files together."""
    return sum(len(path.read_text(encoding="utf-8").splitlines()) for path in paths)


def collected_items() -> int:
    """The number of tests that plain `pytest` selects."""
    collected = subprocess.run(
        [sys.executable, "-m", "pytest", "--collect-only", "-qq", "-p", "no:cacheprovider"],
        cwd=ROOT, capture_output=True, text=True, check=False, env=None,
    )  # fmt: skip
    if collected.returncode:
        sys.exit(collected.stdout + collected.stderr)
    counts = [line.rsplit(": ", 1)[1] for line in collected.stdout.splitlines() if ".py: " in line]
    return sum(map(int, counts))


def sizes() -> dict[str, int]:
    """The sizes that have a ceiling, by its name."""
    tracked = subprocess.run(["git", "ls-files", "*.py"], cwd=ROOT, capture_output=True, text=True, check=True)
    python = [ROOT / name for name in tracked.stdout.splitlines()]
    top = {path: path.relative_to(ROOT).parts[0] for path in python if path.exists()}
    program = [path for path in top if top[path] in PROGRAM]
    return {
        "program_lines": lines(program),
        "program_files": len(program),
        "javascript_lines": lines(
            path for path in (ROOT / "companion").rglob("static/*.js") if "preact" not in path.name
        ),
        "test_lines": lines(path for path in top if top[path] == "tests"),
        "test_items": collected_items(),
        "tool_lines": lines(path for path in top if top[path] not in (*PROGRAM, "tests")),
    }


def main() -> None:
    """Prints each size with its ceiling; exits with an error if one is above it."""
    ceilings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["budget"]
    found = sizes()
    if found.keys() != ceilings.keys():
        sys.exit(f"[tool.budget] needs exactly these: {', '.join(found)}")
    for name, size in found.items():
        print(f"{name}: {size:,} of {ceilings[name]:,}")
    over = [name for name, size in found.items() if size > ceilings[name]]
    if over:
        sys.exit(f"above the ceiling in [tool.budget]: {', '.join(over)}. Remove or simplify something.")


if __name__ == "__main__":
    main()
