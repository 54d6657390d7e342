"""Finds and reads the settings file and the overrides of the command line, and checks them; finds the journal."""

import json
import os
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from errno import ELOOP, ENAMETOOLONG
from pathlib import Path
from typing import Any

import msgspec

from companion.files import legible
from companion.settings.schema import Settings, SettingsError, wiring_from
from companion.settings.text_values import can_link_to, can_listen, is_origin
from engine.game import Illegal, Json, Seat
from engine.games import GAMES
from engine.registry import BrokenPlugin
from engine.starts import BIDI_CONTROLS, choosable_options, visible_text
from hardware.device import WrongWiring

SERVICE_UNITS = ("etc/systemd/system/companion.service", "usr/lib/systemd/system/companion.service")
"""Paths of the service's unit below the root folder: from a checkout, and from the Debian package."""
SERVICE_FOLDERS = {"CONFIGURATION_DIRECTORY": "/etc/companion", "STATE_DIRECTORY": "/var/lib/companion"}
"""The environment variables with which systemd passes its folders to the service."""


def command_environ(environ: Mapping[str, str], user: int | None = None, root: Path = Path("/")) -> dict[str, str]:
    """Returns the environment of a command that reads games or settings; for root with the folders of the service.

    `user` is the user id, None for the current user; the service's unit is searched below `root`.
    """
    # Commands such as `sudo companion history` use the games of the service, if it is installed.
    is_root = (os.getuid() if user is None else user) == 0
    is_installed = is_root and any((root / unit).is_file() for unit in SERVICE_UNITS)
    return {**(SERVICE_FOLDERS if is_installed else {}), **environ}


def settings_path(environ: Mapping[str, str]) -> Path:
    """Returns the path of the settings file, in the folder of the service or of the user.

    Raises SettingsError: no variable names a folder.
    """
    folder = _companion_folder(environ, "CONFIGURATION_DIRECTORY", "XDG_CONFIG_HOME", ".config")
    if folder is None:
        raise SettingsError("HOME is not set: give the settings file with --config")
    return folder / "companion.toml"


def journal_path(settings: Settings, environ: Mapping[str, str], requested: Path | None = None) -> Path:
    """Returns the path of the journal: requested, else from the settings, else in the folder of the service or user.

    Raises SettingsError: no variable names a folder, or the path is impossible.
    """
    path = requested
    if path is None and settings.journal.file:
        path = Path(settings.journal.file).expanduser().absolute()
    if path is None:
        folder = _companion_folder(environ, "STATE_DIRECTORY", "XDG_STATE_HOME", ".local/state")
        if folder is None:
            raise SettingsError("HOME is not set: give the path of the game file with --journal or journal.file")
        path = folder / "journal.sqlite"
    if reason := impossible_path_reason(path):
        raise SettingsError(f"{legible(path)}: {reason}")
    return path


def _companion_folder(environ: Mapping[str, str], service: str, xdg: str, default: str) -> Path | None:
    # Only from the environment: a service with a DynamicUser has neither a HOME nor an entry in the user database.
    if service_folders := environ.get(service):
        # systemd can list several folders (systemd.exec(5)).
        return Path(service_folders.split(":")[0])
    home = environ.get("HOME")
    if sys.platform == "darwin":
        return Path(home, "Library/Application Support/companion") if home else None
    if os.path.isabs(environ.get(xdg, "")):  # noqa: PTH117 - relative paths are ignored (XDG)
        return Path(environ[xdg], "companion")
    return Path(home, default, "companion") if home else None


def impossible_path_reason(path: Path) -> str:
    """Returns why a path is impossible; "" if it is possible."""
    try:
        path.expanduser().lstat()
    except RuntimeError:
        return f"no user has the home folder of {legible(path)}"
    except ValueError:
        return "a path cannot contain a NUL character"
    except OSError as error:
        return str(error.strerror) if error.errno in {ELOOP, ENAMETOOLONG} else ""
    return ""


_MESSAGE = re.compile(r"(?P<wrong>.*?)( - at `\$\.(?P<key>.*)`)?", re.DOTALL)
_UNKNOWN = re.compile(r"Object contains unknown field `(?P<name>.*)`", re.DOTALL)
_TYPE = re.compile("`([a-z]+)`")
_TYPES = {
    "array": "a list",
    "bool": "true or false",
    "float": "a number",
    "int": "a whole number",
    "object": "a table",
    "str": "a text",
}
_TOML_MISTAKES = (
    (r"=\s*[+-]?\d+,\d", "a decimal number has a point, as in 0.3"),
    ("[\u2018-\u201f\u00ab\u00bb]", 'a text needs straight quotes, as in "spi"'),
    (r"^\s*\w+\s*:", "use = between a key and its value"),
    (r"=\s*(?i:true|yes|on|false|no|off)\b", "use true or false, in lower case"),
    (r"=\s*[^\W\d]", 'a text needs straight quotes, as in "spi"'),
)


def load_settings(
    path: Path | None, overrides: Sequence[str] = (), environ: Mapping[str, str] = os.environ
) -> Settings:
    """Returns the settings of a file, changed by the overrides.

    Args:
        path: the requested file; None for the default file, which may be missing.
        overrides: as `lights.brightness=0.3`; the value is TOML or a bare word.
        environ: the variables that name the default folders.

    Raises:
        SettingsError: the first mistake. The file must be valid without the overrides. Conflicts between settings are
            checked after all overrides, because one may use a pin that a later one frees.
    """
    file = path or settings_path(environ)
    try:
        data = _read_file(file)
    except OSError as error:
        # Only the default file may be missing; a requested file must exist.
        if path or not isinstance(error, FileNotFoundError | NotADirectoryError):
            raise SettingsError(f"{legible(file)}: cannot be read: {error.strerror}") from error
        data = {}
    settings, source = Settings(), legible(file)
    if data:
        settings = _convert(data, source)
        _refuse_conflict(settings, source)
    for override in overrides:
        _apply_override(data, override)
        source = f"--set {legible(override)}"
        settings = _convert(data, source)
    _refuse_conflict(settings, source)
    return settings


def _read_file(path: Path) -> dict[str, Any]:
    text = path.read_bytes()
    try:
        return _parse_toml(text.decode("utf-8-sig"))  # some editors on Windows write a byte order mark
    except UnicodeDecodeError as error:
        line = text.count(b"\n", 0, error.start) + 1
        raise SettingsError(f"{legible(path)}: line {line} is not UTF-8: save the file as UTF-8") from error
    except ValueError as error:
        raise SettingsError(f"{legible(path)}: {_toml_hint(text.decode('utf-8-sig'), str(error))}") from error


def _toml_hint(text: str, error: str) -> str:
    """Returns a hint if the line has a common mistake, else the error."""
    # tomllib's message is like "Invalid value (at line 3, column 14)".
    found = re.search(r"at line (\d+)", error)
    number = int(found[1]) if found else 0
    line = text.splitlines()[number - 1] if found else ""
    hint = next((hint for mistake, hint in _TOML_MISTAKES if re.search(mistake, line)), "")
    return f"line {number}: {hint}" if hint else f"not valid TOML: {error}"


def _apply_override(data: dict[str, Any], override: str) -> None:
    try:
        override.encode()
    except UnicodeEncodeError as error:  # Python replaces such bytes by surrogates
        raise SettingsError(f"--set {legible(override)}: not UTF-8") from error
    key, equals, text = override.partition("=")
    # The second attempt quotes a bare word, as in `screen.bus=spi`.
    for value in (text.strip(), json.dumps(text.strip(), ensure_ascii=False)) if equals else ():
        with suppress(ValueError):
            _merge(data, _parse_toml(f"{key} = {value}"))
            return
    raise SettingsError(f"--set {legible(override)}: expected KEY=VALUE, as in lights.brightness=0.3")


def _merge(data: dict[str, Any], changes: dict[str, Any]) -> None:
    for name, value in changes.items():
        if isinstance(value, dict) and isinstance(data.get(name), dict):
            _merge(data[name], value)
        else:
            data[name] = value


def _parse_toml(text: str) -> dict[str, Any]:
    import tomllib  # noqa: PLC0415 - most installations have no settings file and start faster without it

    try:
        return tomllib.loads(text)
    except RecursionError:
        raise ValueError("nested too deeply") from None


def _convert(data: Mapping[str, Any], source: str) -> Settings:
    """Returns the settings with the type and range of every value checked, but without a check of combinations."""
    try:
        return msgspec.convert(data, Settings)
    except msgspec.ValidationError as error:
        message = str(error)
    # msgspec's message is like "Expected `int`, got `str` - at `$.buttons.ok`"; an unknown key has its section there.
    found = _MESSAGE.fullmatch(message)
    key, wrong = (found["key"] or "", found["wrong"]) if found else ("", message)
    if unknown := _UNKNOWN.fullmatch(wrong):
        raise _wrong_setting(f"{key}.{unknown['name']}".lstrip("."), "unknown key", source)
    if " matching regex " in wrong:
        raise _wrong_setting(key, "invalid text", source)
    reason = _TYPE.sub(lambda found: _TYPES.get(found[1], found[0]), wrong).replace("Invalid enum", "unknown")
    raise _wrong_setting(key, reason[0].lower() + reason[1:], source)


def _refuse_conflict(settings: Settings, source: str) -> None:
    for key, what in find_conflicts(settings):
        raise _wrong_setting(key, what, source)


def _wrong_setting(key: str, what: str, source: str) -> SettingsError:
    from companion.settings.settings_file import allowed_values  # noqa: PLC0415 - only a wrong setting needs it

    return SettingsError(f"{source}: {legible(key)}: {legible(what)}; allowed: {allowed_values(key)}")


def find_conflicts(settings: Settings) -> Iterator[tuple[str, str]]:
    """Yields each combination of settings that is impossible: the key to change, and the reason."""
    try:
        wiring_from(settings)
    except WrongWiring as error:
        yield error.setting, error.reason
    screen, seats, web = settings.screen, settings.seats, settings.web
    colours = {colour.lower() for colour in seats.colours}
    # Compared without invisible characters and regardless of capitals.
    names = {visible_text(name).lower() for name in seats.names}
    changes_direction = any(re.search(BIDI_CONTROLS, name) for name in seats.names)
    too_soon = f"{screen.dark_after_s} is not more than screen.dim_after_s"
    rules = (
        (screen.dark_after_s > screen.dim_after_s, "screen.dark_after_s", too_soon),
        (len(colours) == len(seats.colours), "seats.colours", "two seats have the same colour"),
        ("" not in names, "seats.names", "a name has no visible letter"),
        (not changes_direction, "seats.names", "a name changes the direction of the text"),
        (len(names) == len(seats.names), "seats.names", "duplicate name, or two names look the same"),
        (can_listen(web.host), "web.host", "neither a host name nor an address"),
        (not web.address or can_link_to(web.address), "web.address", "neither a host name nor an address nor a link"),
    )
    yield from ((key, reason) for is_valid, key, reason in rules if not is_valid)
    for origin in web.origins:
        if not is_origin(origin):
            yield "web.origins", f"{origin!r} is not an origin (scheme, host name and optional port)"
    reasons = [("table.options", _refusal(game, options)) for game, options in settings.table.options.items()]
    reasons.append(("journal.file", impossible_path_reason(Path(settings.journal.file))))
    yield from ((key, reason) for key, reason in reasons if reason)


def _refusal(game: str, options: Json) -> str:
    """Returns why a game cannot start with these options; "" if it can, or if its plug-in cannot be loaded."""
    if game not in GAMES:
        return f"unknown game {game}; available: {', '.join(GAMES)}"
    try:
        rules = GAMES[game]
    except BrokenPlugin:  # reported at the start; all other games can be played
        return ""
    try:
        # With every number of players, because the number is not known yet.
        for players in rules.seats:
            rules.start([str(seat) for seat in range(players)], Seat(0), {**rules.options, **options})
    except Illegal as refusal:
        return refusal.message.rstrip(".")
    # Some options are not for people: the application sets them, or they exist only in the notation.
    known = choosable_options(rules)
    unknown = options.keys() - known.keys()
    return f"{min(unknown)} is not an option of {rules.title}; available: {', '.join(known)}" if unknown else ""
