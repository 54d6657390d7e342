"""The Debian packages, and a release. The files beside the modules are what a package holds besides the program."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager


class PackageError(Exception):
    """It cannot be made; one sentence says why."""


@contextmanager
def exit_on_failure() -> Iterator[None]:
    """Ends the program with one sentence where something cannot be made."""
    try:
        yield
    except PackageError as error:
        sys.exit(f"deb: {error}")
    except OSError as error:
        sys.exit(f"deb: {error.filename or 'the disk'}: {error.strerror or error}")
