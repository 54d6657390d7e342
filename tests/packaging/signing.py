"""A key for tests, in a folder of its own: the keys of whoever runs them are neither read nor changed."""

from __future__ import annotations

import os
import subprocess
from contextlib import contextmanager
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

NAME = "companion-test@example.invalid"


@contextmanager
def signing_key() -> Iterator[str]:
    """A secret key of gpg, for as long as it is needed."""
    before = os.environ.get("GNUPGHOME")
    # A short path: gpg talks to its agent through a socket in it.
    with TemporaryDirectory(dir="/tmp", prefix="gpg-") as home:
        os.environ["GNUPGHOME"] = home
        make = [
            "gpg",
            "--batch",
            "--quiet",
            "--passphrase",
            "",
            "--quick-generate-key",
            NAME,
            "ed25519",
            "sign",
            "never",
        ]
        try:
            subprocess.run(make, check=True, capture_output=True)  # noqa: S603 - our own words
            yield NAME
        finally:
            subprocess.run(["gpgconf", "--kill", "gpg-agent"], check=False)  # noqa: S607 - wherever gpg is
            os.environ.pop("GNUPGHOME")
            if before is not None:
                os.environ["GNUPGHOME"] = before
