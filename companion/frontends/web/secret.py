"""The secret of the links, kept beside the journal: links outlive a restart. Nobody but its owner can read it."""

from __future__ import annotations

import logging
import os
import stat
from contextlib import suppress
from typing import TYPE_CHECKING

from companion.files.atomic_files import replace_file
from companion.files.named_files import legible

if TYPE_CHECKING:
    from pathlib import Path

SECRET_BYTES = 32
OWNERS_ONLY = 0o600

log = logging.getLogger(__name__)


def secret_path(journal: Path) -> Path:
    """Returns the path of the secret that belongs to a journal."""
    return journal.with_name(f"{journal.name}.secret")


def load_or_create(path: Path) -> bytes:
    """Returns the stored secret, or stores a new one."""
    return _stored_secret(path) or renew_secret(path)


def renew_secret(path: Path) -> bytes:
    """Stores a new secret in place of the old one; if it cannot be stored, it is valid until the table ends."""
    secret = unsaved_secret()
    keep_secret(path, secret)
    return secret


def keep_secret(path: Path, secret: bytes) -> None:
    """Stores a secret unless it is stored already; a failure is logged in one line."""
    if _stored_secret(path) == secret:
        return
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        replace_file(path, secret, OWNERS_ONLY)
    except OSError as error:
        log.warning("the page's links end with this table: %s cannot be written: %s", legible(path), error.strerror)


def unsaved_secret() -> bytes:
    """Returns a new secret that is stored nowhere."""
    return os.urandom(SECRET_BYTES)


def _stored_secret(path: Path) -> bytes | None:
    """Returns the stored secret; None if there is none."""
    secret = read_owned(path, SECRET_BYTES)
    return secret if len(secret) == SECRET_BYTES else None


def read_owned(path: Path, limit: int) -> bytes:
    """Returns the content of a file of at most `limit` bytes; b"" if another user may have read or written it."""
    # NOFOLLOW: a link could lead to a file of somebody else. NONBLOCK: opening a pipe would wait.
    with suppress(OSError), os.fdopen(os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK), "rb") as file:
        found = os.fstat(file.fileno())
        owned = stat.S_ISREG(found.st_mode) and found.st_uid == os.geteuid() and not found.st_mode & 0o077
        content = file.read(limit + 1) if owned else b""
        return content if len(content) <= limit else b""
    return b""
