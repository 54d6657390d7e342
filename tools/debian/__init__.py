"""The Debian packages, and a release. The other files in this folder are the templates of a package."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager


class PackageError(Exception):
    """The package cannot be built; the text says why in one sentence."""


@contextmanager
def exit_on_failure() -> Iterator[None]:
    """Ends the program with one sentence if a package cannot be built."""
    try:
        yield
    except PackageError as error:
        sys.exit(f"deb: {error}")
    except OSError as error:
        sys.exit(f"deb: {error.filename or 'the disk'}: {error.strerror or error}")
