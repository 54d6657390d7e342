"""Where the settings file and the journal lie: as asked for, in systemd's folders, or in the user's."""

from __future__ import annotations

import os
from collections.abc import Mapping
from errno import ELOOP, ENAMETOOLONG
from pathlib import Path

from companion.files import legible
from companion.settings.schema import Settings, SettingsError

SERVICE_UNITS = ("etc/systemd/system/companion.service", "usr/lib/systemd/system/companion.service")
"""Where the service's unit is, below the root folder: an installation out of a checkout, or the Debian package."""
SERVICE_FOLDERS = {"CONFIGURATION_DIRECTORY": "/etc/companion", "STATE_DIRECTORY": "/var/lib/companion"}
"""As systemd names the folders to the service."""


def command_environ(environ: Mapping[str, str], user: int | None = None, root: Path = Path("/")) -> dict[str, str]:
    """Returns the environment of a command about games or settings; for root it names the folders of the service.

    Args:
        environ: the environment as it is.
        user: the user's number; None: who runs this.
        root: the folder in which the service's unit is looked for.
    """
    # Root has no games of its own: `sudo companion history` means those of the service, if one is installed.
    is_root = (os.getuid() if user is None else user) == 0
    is_installed = is_root and any((root / unit).is_file() for unit in SERVICE_UNITS)
    return {**(SERVICE_FOLDERS if is_installed else {}), **environ}


def settings_path(environ: Mapping[str, str], platform: str) -> Path:
    """Returns the path of the settings file: in systemd's folder for this service, else in the usual place.

    Raises:
        SettingsError: no place is known.
    """
    folder = _companion_folder(environ, platform, "CONFIGURATION_DIRECTORY", "XDG_CONFIG_HOME", ".config")
    if folder is None:
        raise SettingsError("HOME is not set: name the settings file with --config")
    return folder / "companion.toml"


def journal_path(settings: Settings, environ: Mapping[str, str], platform: str, requested: Path | None = None) -> Path:
    """Returns the path of the journal: as asked for, as set, else in systemd's folder, else in the usual place.

    Raises:
        SettingsError: no place is known, or no file can have that path.
    """
    path = requested
    if path is None and settings.journal.file:
        path = Path(settings.journal.file).expanduser().absolute()
    if path is None:
        folder = _companion_folder(environ, platform, "STATE_DIRECTORY", "XDG_STATE_HOME", ".local/state")
        if folder is None:
            raise SettingsError("HOME is not set: name a place for the games with --journal or journal.file")
        path = folder / "journal.sqlite"
    if reason := impossible_path_reason(path):
        raise SettingsError(f"{legible(path)}: {reason}")
    return path


def _companion_folder(environ: Mapping[str, str], platform: str, service: str, xdg: str, usual: str) -> Path | None:
    """Returns the companion's folder of one kind; None if no variable names it."""
    # Only the environment is asked: a service with a DynamicUser has no HOME, and no entry in the user database either.
    if given := environ.get(service):
        # systemd lists several where the unit names several (systemd.exec(5)).
        return Path(given.split(":")[0])
    home = environ.get("HOME")
    if platform == "darwin":
        return Path(home, "Library/Application Support/companion") if home else None
    if os.path.isabs(environ.get(xdg, "")):  # noqa: PTH117 - a relative one is to be ignored (XDG base directories)
        return Path(environ[xdg], "companion")
    return Path(home, usual, "companion") if home else None


def impossible_path_reason(path: Path) -> str:
    """Returns why no file can have this path; an empty text if one can."""
    try:
        path.expanduser().lstat()
    except RuntimeError:
        return f"nobody has the home of {legible(path)}"
    except ValueError:
        return "a path holds no NUL character"
    except OSError as error:
        return str(error.strerror) if error.errno in {ELOOP, ENAMETOOLONG} else ""
    return ""
