"""Reads the settings: a file, then the overrides of the command line; a wrong one ends in one clear line."""

from __future__ import annotations

import os
import re
import sys
from stat import S_ISFIFO
from typing import TYPE_CHECKING, Any

import msgspec

from companion.files.named_files import legible, open_to_read
from companion.settings.conflicts import conflicts
from companion.settings.paths import settings_path
from companion.settings.schema import Settings, SettingsError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

LONGEST_FILE = 1 << 20
"""Bytes; a longer file is refused. Every key with its explanation takes 6,000, and /dev/zero has no end."""
_MESSAGE = re.compile(r"(?P<wrong>.*?)( - at `\$\.(?P<key>.*)`)?", re.DOTALL)
_UNKNOWN = re.compile(r"Object contains unknown field `(?P<name>.*)`", re.DOTALL)


def load(
    path: Path | None,
    overrides: Sequence[str] = (),
    environ: Mapping[str, str] = os.environ,
    platform: str = sys.platform,
) -> Settings:
    """Returns the settings: those of a file, then the overrides given as `KEY=VALUE`.

    Args:
        path: the requested file; None: the usual one, if it exists.
        overrides: as `lights.brightness=0.3`; the value is TOML, or else a bare word.
        environ: names the usual folders.
        platform: as `sys.platform`; decides which folders are usual.

    Raises:
        SettingsError: the first mistake. The file must be right by itself; the overrides only all together, because
            one may take a pin that a later one frees.
    """
    file = path or settings_path(environ, platform)
    try:
        data = _read(file)
    except (FileNotFoundError, NotADirectoryError) as error:
        if path:
            raise _unreadable(file, error) from error
        data = {}
    except OSError as error:
        raise _unreadable(file, error) from error
    settings, source, conflict = Settings(), legible(file), None
    if data:
        settings = _converted(data, source)
        _refuse(_conflict(settings), source)
    for override in overrides:
        _override(data, override)
        settings = _converted(data, f"--set {legible(override)}")
        if (found := _conflict(settings)) != conflict:
            source, conflict = f"--set {legible(override)}", found
    _refuse(conflict, source)
    return settings


def _unreadable(path: Path, error: OSError) -> SettingsError:
    return SettingsError(f"{legible(path)}: cannot be read: {error.strerror}")


def _read(path: Path) -> dict[str, Any]:
    with open_to_read(path) as file:
        if S_ISFIFO(os.fstat(file.fileno()).st_mode):
            raise SettingsError(f"{legible(path)}: is no file")
        text = file.read(LONGEST_FILE + 1)  # one byte more tells whether there is more
    if len(text) > LONGEST_FILE:
        raise SettingsError(f"{legible(path)}: more than {LONGEST_FILE} bytes cannot be settings")
    try:
        return _toml(text.decode())
    except ValueError as error:
        raise SettingsError(f"{legible(path)}: no TOML: {error}") from error


def _override(data: dict[str, Any], override: str) -> None:
    key, equals, text = override.partition("=")
    section, dot, name = key.strip().partition(".")
    if not (equals and section):
        raise SettingsError(f"--set {legible(override)}: expected KEY=VALUE, as in lights.brightness=0.3")
    if not dot:
        raise _without_section(section, override)
    data.setdefault(section, {})[name] = _value(text.strip())


def _value(text: str) -> object:
    """Returns the value that the text is in TOML; the text itself if it is no TOML, or more than one value."""
    try:
        values = _toml(f"value = {text}")
    except ValueError:
        return text
    return values["value"] if values.keys() == {"value"} else text


def _toml(text: str) -> dict[str, Any]:
    import tomllib  # noqa: PLC0415 - most tables have no settings file, and start sooner without

    try:
        return tomllib.loads(text)
    except RecursionError:
        raise ValueError("nested too deeply") from None


def _converted(data: Mapping[str, Any], source: str) -> Settings:
    """Returns the settings with every value's type and range checked; conflicts are not checked.

    Raises:
        SettingsError: a key is unknown, or a value has the wrong type or range.
    """
    try:
        return msgspec.convert(data, Settings)
    except msgspec.ValidationError as error:
        wrong = _located(str(error))
    raise _refusal(wrong, source)


def _conflict(settings: Settings) -> tuple[str, str] | None:
    return next(conflicts(settings), None)


def _refuse(conflict: tuple[str, str] | None, source: str) -> None:
    if conflict:
        raise _refusal(conflict, source)


def _refusal(wrong: tuple[str, str], source: str) -> SettingsError:
    from companion.settings.documentation import allowed_values  # noqa: PLC0415 - only a wrong setting needs it

    key, what = wrong
    return SettingsError(f"{source}: {legible(key)}: {legible(what)}; allowed: {allowed_values(key)}")


def _without_section(name: str, override: str) -> SettingsError:
    from companion.settings.documentation import nearest_keys  # noqa: PLC0415 - only a wrong setting needs it

    nearest = nearest_keys(name)
    advice = f"nearest: {', '.join(nearest)}" if nearest else "`companion settings` prints them all"
    return SettingsError(f"--set {legible(override)}: there is no setting {legible(name)}; {advice}")


def _located(message: str) -> tuple[str, str]:
    """Returns the key and the complaint of a message of msgspec: "Expected `int`, got `str` - at `$.buttons.ok`"."""
    found = _MESSAGE.fullmatch(message)
    key, wrong = (found["key"] or "", found["wrong"]) if found else ("", message)
    if unknown := _UNKNOWN.fullmatch(wrong):
        return f"{key}.{unknown['name']}".lstrip("."), "no such key"
    return key, wrong[0].lower() + wrong[1:]
