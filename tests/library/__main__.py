"""Writes the pages of the API documentation: `make api`."""

import sys
from pathlib import Path

from tests.library.api import build


def main() -> int:
    """Writes the pages into the given folder; fails if a docstring is invalid."""
    folder = Path(sys.argv[1])
    wrong = build(folder)
    print("\n".join(wrong) or f"The library's pages are in {folder}/index.html")  # noqa: T201 - the command's answer
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
