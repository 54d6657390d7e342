"""The companion as a service of systemd: what is installed, from where, and the way back.

Only the standard library is used here: it runs before anything else is installed.
"""

from __future__ import annotations


class ServiceError(Exception):
    """It cannot be done; one sentence says why."""
