"""What hands the program out: Debian packages, a repository of them, an image for a card, the site of the docs.

Nothing here is in the program. Called `distribution`: a folder `packaging` would stand before the library of that name,
which reads requirements.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager


class DistributionError(Exception):
    """It cannot be made; one sentence says why."""


@contextmanager
def exit_on_failure() -> Iterator[None]:
    """Ends the program with one sentence where something cannot be made."""
    try:
        yield
    except DistributionError as error:
        sys.exit(f"distribution: {error}")
    except OSError as error:
        sys.exit(f"distribution: {error.filename or 'the disk'}: {error.strerror or error}")
