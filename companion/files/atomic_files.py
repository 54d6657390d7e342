"""Files that are written whole or not at all, whenever the plug is pulled."""

from __future__ import annotations

import os
from pathlib import Path


def replace_file(path: Path, content: bytes, mode: int = 0o644) -> None:
    """Writes a file in the place of whatever lies there. Raises OSError: it cannot be; what lies there stays."""
    new = _beside(path)
    # O_EXCL: never through a link that somebody else has put there. For the owner alone, until all of it is written.
    opened = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode & 0o700)
    try:
        with os.fdopen(opened, "wb") as file:
            file.write(content)
            # The mode is set on the open file, because the umask may have taken bits from the one above.
            os.fchmod(opened, mode)
            file.flush()
            # Before it bears the name: otherwise a pulled plug could leave an empty file under it.
            os.fsync(opened)
        new.replace(path)
    except OSError:
        new.unlink(missing_ok=True)
        raise


def replace_link(path: Path, leads_to: Path) -> None:
    """Makes a symbolic link in the place of whatever lies there.

    Raises:
        OSError: it cannot be; what lies there stays.
    """
    new = _beside(path)
    new.symlink_to(leads_to)
    new.replace(path)


def _beside(path: Path) -> Path:
    """Returns the path under which a file is written at first; removes what an interruption left there."""
    new = path.with_name(f"{path.name}.new")
    new.unlink(missing_ok=True)
    return new
