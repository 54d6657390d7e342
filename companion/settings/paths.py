"""The paths of the settings file and of the journal: as requested, in systemd's folders or in the user's folders."""

from __future__ import annotations

import os
from collections.abc import Mapping
from errno import ELOOP, ENAMETOOLONG
from pathlib import Path

from companion.files import legible
from companion.settings.schema import Settings, SettingsError

SERVICE_UNITS = ("etc/systemd/system/companion.service", "usr/lib/systemd/system/companion.service")
"""Paths of the service's unit below the root folder: from a checkout, and from the Debian package."""
SERVICE_FOLDERS = {"CONFIGURATION_DIRECTORY": "/etc/companion", "STATE_DIRECTORY": "/var/lib/companion"}
"""The environment variables with which systemd passes its folders to the service."""


def command_environ(environ: Mapping[str, str], user: int | None = None, root: Path = Path("/")) -> dict[str, str]:
    """Returns the environment of a command that reads games or settings; for root it has the folders of the service.

    Args:
        environ: the environment as it is.
        user: the user id; None for the current user.
        root: the folder in which the service's unit is searched.
    """
    # With sudo, commands such as `sudo companion history` use the games of the service, if it is installed.
    is_root = (os.getuid() if user is None else user) == 0
    is_installed = is_root and any((root / unit).is_file() for unit in SERVICE_UNITS)
    return {**(SERVICE_FOLDERS if is_installed else {}), **environ}


def settings_path(environ: Mapping[str, str], platform: str) -> Path:
    """Returns the path of the settings file: in systemd's folder for this service, else in the user's folder.

    Raises:
        SettingsError: no variable names a folder.
    """
    folder = _companion_folder(environ, platform, "CONFIGURATION_DIRECTORY", "XDG_CONFIG_HOME", ".config")
    if folder is None:
        raise SettingsError("HOME is not set: give the settings file with --config")
    return folder / "companion.toml"


def journal_path(settings: Settings, environ: Mapping[str, str], platform: str, requested: Path | None = None) -> Path:
    """Returns the path of the journal: as requested, as set, else in systemd's folder, else in the user's folder.

    Raises:
        SettingsError: no variable names a folder, or the path is impossible.
    """
    path = requested
    if path is None and settings.journal.file:
        path = Path(settings.journal.file).expanduser().absolute()
    if path is None:
        folder = _companion_folder(environ, platform, "STATE_DIRECTORY", "XDG_STATE_HOME", ".local/state")
        if folder is None:
            raise SettingsError("HOME is not set: give the path of the game file with --journal or journal.file")
        path = folder / "journal.sqlite"
    if reason := impossible_path_reason(path):
        raise SettingsError(f"{legible(path)}: {reason}")
    return path


def _companion_folder(environ: Mapping[str, str], platform: str, service: str, xdg: str, usual: str) -> Path | None:
    # Only the environment counts: a service with a DynamicUser has neither a HOME nor an entry in the user database.
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
    """Returns why no file can have this path; "" if a file can have it."""
    try:
        path.expanduser().lstat()
    except RuntimeError:
        return f"no user has the home folder of {legible(path)}"
    except ValueError:
        return "a path cannot contain a NUL character"
    except OSError as error:
        return str(error.strerror) if error.errno in {ELOOP, ENAMETOOLONG} else ""
    return ""
