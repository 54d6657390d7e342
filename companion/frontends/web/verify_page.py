"""The page that checks the dice of a finished game: one file, which also works without this program and any network."""

from __future__ import annotations

import hashlib
import re
from base64 import b64encode
from importlib.resources import files

_INLINE = re.compile(rb"<(script|style)>(.*?)</\1>", re.DOTALL)
LINK_BYTES = 1500
"""A longer link is no code that every phone reads: then the record is offered as a file."""


def verify_page() -> bytes:
    """Returns the file."""
    return files(__package__).joinpath("static", "verify.html").read_bytes()


def inline_sources() -> dict[str, str]:
    """Returns by `script` and `style` the hashes with which a content security policy accepts the file's own."""
    # Everything in one file, so its script stands in it: every other inline script stays forbidden.
    return {
        kind.decode(): f"'sha256-{b64encode(hashlib.sha256(text).digest()).decode()}'"
        for kind, text in _INLINE.findall(verify_page())
    }
