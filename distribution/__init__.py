"""What hands the program out: Debian packages, a repository of them, an image for a card, the site of the docs.

Nothing here is in the program. Called `distribution`: a folder `packaging` would stand before the library of that name,
which reads requirements.
"""

from __future__ import annotations


class DistributionError(Exception):
    """It cannot be made; one sentence says why."""
