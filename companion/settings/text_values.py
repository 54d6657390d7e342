"""Parses values on a command line, in an address or in the settings: numbers, options, host names."""

import json
import re
from collections.abc import Collection, Sequence
from typing import Any

from companion.files import legible
from companion.settings.schema import SettingsError
from engine.game import AnyGame, Json
from engine.starts import choosable_options

MAX_HOST_LETTERS = 253
"""Maximum length of a host name (RFC 1035)."""
_LINK = r"(?i:(?P<scheme>https?)://(?P<host>\[[^\[\]/]+\]|[^\[\]/:]+)(:(?P<port>[0-9]{1,5}))?(?P<path>/[\w./~-]*)?)"
_PORTS = {"http": 80, "https": 443}
"""The default port of each scheme; browsers omit it in an origin."""
MAX_PORT = 65535
_NAME = re.compile(r"[0-9A-Za-z_-]+(\.[0-9A-Za-z_-]+)*")


def can_listen(text: str) -> bool:
    """Returns whether a socket can listen at this text: a host name or an address without brackets."""
    return _is_name(text) or (text.isprintable() and _is_ipv6(text))


def can_link_to(text: str) -> bool:
    """Returns whether the text is a host name (RFC 1035, 2.3.4), an address (IPv6 in brackets) or a link."""
    return _is_host(text) or origin_of(text) != ""


def origin_of(link: str) -> str:
    """Returns the origin of a link (RFC 6454) as browsers write it; "" if the text is not a link."""
    found = re.fullmatch(_LINK, link)
    if not found or not _is_host(found["host"]):
        return ""
    scheme, host = found["scheme"].lower(), found["host"].lower()
    port = int(found["port"] or _PORTS[scheme])
    if not 0 < port <= MAX_PORT:
        return ""
    return f"{scheme}://{host}" if port == _PORTS[scheme] else f"{scheme}://{host}:{port}"


def is_origin(text: str) -> bool:
    """Returns whether a text is an origin; a slash at the end is allowed."""
    found = re.fullmatch(_LINK, text)
    return bool(found and found["path"] in {None, "/"} and origin_of(text))


def _is_host(text: str) -> bool:
    # Without an IPv6 zone, which has no meaning on another machine.
    return _is_name(text) or (text[:1] + text[-1:] == "[]" and "%" not in text and _is_ipv6(text[1:-1]))


def _is_name(text: str) -> bool:
    # The pattern also matches IPv4 addresses.
    return len(text) <= MAX_HOST_LETTERS and _NAME.fullmatch(text) is not None


def _is_ipv6(text: str) -> bool:
    from ipaddress import ip_address  # noqa: PLC0415 - rarely needed, and the start is faster without it

    try:
        return len(text) <= MAX_HOST_LETTERS and ip_address(text).version == 6
    except ValueError:
        return False


def whole_number(text: str, most: int) -> int | None:
    """Returns the number in the text if it is from 0 to `most`, which is below 10 ** 10; else None."""
    # Longer texts are too large anyway, and `int` raises for thousands of digits (`sys.set_int_max_str_digits`).
    if not (text.isascii() and text.isdecimal() and len(text) <= 10):
        return None
    number = int(text)
    return number if number <= most else None


def parse_options(game: AnyGame, texts: Sequence[str], others: Collection[str] = ()) -> Json:
    """Returns a game's options from texts such as `recycle=true`, without the options in `others`.

    Raises SettingsError: the game has no such option, or its value has the wrong type.
    """
    known = choosable_options(game)
    given = dict(parse_option(text, known) for text in texts if text.partition("=")[0] not in others)
    if unknown := next((name for name in given if name not in known), None):
        allowed = ", ".join((*known, *sorted(others))) or "none"
        raise SettingsError(f"--option: {game.title} has no option {legible(unknown)}; allowed: {allowed}")
    return given


def parse_option(text: str, known: Json) -> tuple[str, Any]:
    """Returns the name and the value of an option.

    The value is JSON (true, 3, [[0,0]]). If the default is a string, the value is the text, unless it starts with `[`.

    Raises SettingsError: the text does not have the form NAME=VALUE, or the value has another type than the default.
    """
    name, equals, value = text.partition("=")
    if not (name and equals):
        raise SettingsError(f"--option: {text!r} has no value; allowed: NAME=VALUE")
    default = known.get(name)
    if isinstance(default, str) and not value.startswith("["):
        return name, value
    try:
        parsed = json.loads(value)
    except (ValueError, RecursionError):  # not JSON, or nested too deeply
        parsed = value
    allowed = {bool: "true or false", int: "a whole number"}.get(type(default))
    if allowed and type(parsed) is not type(default):
        raise SettingsError(f"--option: {text!r}; allowed: {name}= with {allowed}")
    return name, parsed  # the game rejects other wrong types
