"""What people write on a command line, in an address or in the settings: numbers, options, names of machines."""

from __future__ import annotations

import json
import re
from typing import Any

from engine.game import Json

HOST_LETTERS = 253
"""The longest name of a machine (RFC 1035)."""
_LINK = re.compile(
    r"(?P<scheme>https?)://(?P<host>\[[^\[\]/]+\]|[^\[\]/:]+)(:(?P<port>[0-9]{1,5}))?(?P<path>/[\w./~-]*)?",
    re.IGNORECASE,
)
_PORTS = {"http": 80, "https": 443}
"""The default port of each scheme, which no origin names."""
LAST_PORT = 65535
_NAME = re.compile(r"[0-9A-Za-z_-]+(\.[0-9A-Za-z_-]+)*")


def can_listen(text: str) -> bool:
    """Returns whether a socket can listen there: a name, or an address, without brackets."""
    return _is_name(text) or (text.isprintable() and _is_ipv6(text))


def can_link_to(text: str) -> bool:
    """Returns whether it is a name (RFC 1035, 2.3.4), an address, of version 6 in brackets, or a link."""
    return _is_host(text) or origin_of(text) != ""


def origin_of(link: str) -> str:
    """Returns the origin of a link (RFC 6454) as browsers write it; "" if it is no link."""
    found = _LINK.fullmatch(link)
    if not found or not _is_host(found["host"]):
        return ""
    scheme, host = found["scheme"].lower(), found["host"].lower()
    port = int(found["port"] or _PORTS[scheme])
    if not 0 < port <= LAST_PORT:
        return ""
    return f"{scheme}://{host}" if port == _PORTS[scheme] else f"{scheme}://{host}:{port}"


def is_origin(text: str) -> bool:
    """Returns whether a text is an origin, perhaps with a slash behind it."""
    found = _LINK.fullmatch(text)
    return bool(found and found["path"] in {None, "/"} and origin_of(text))


def _is_host(text: str) -> bool:
    """Returns whether it is a name or an address as in a link: no zone, which means nothing on another machine."""
    return _is_name(text) or (text[:1] + text[-1:] == "[]" and "%" not in text and _is_ipv6(text[1:-1]))


def _is_name(text: str) -> bool:
    """Returns whether it is a name; an address of version 4 has the same letters."""
    return len(text) <= HOST_LETTERS and _NAME.fullmatch(text) is not None


def _is_ipv6(text: str) -> bool:
    from ipaddress import ip_address  # noqa: PLC0415 - few tables are told their address, and the others start sooner

    try:
        return len(text) <= HOST_LETTERS and ip_address(text).version == 6
    except ValueError:
        return False


_DIGITS = re.compile("0*([0-9]{1,10})")
"""More digits are beyond any limit here, and reading thousands of them fails (`sys.set_int_max_str_digits`)."""


def whole_number(text: str, most: int) -> int | None:
    """Returns the number that the text is, from 0 to `most`, which is below 10 ** 10; None for any other text."""
    found = _DIGITS.fullmatch(text)
    number = int(found[1]) if found else most + 1
    return number if number <= most else None


def parse_option(text: str, known: Json) -> tuple[str, Any]:
    """Returns an option and its value: JSON (true, 3, [[0,0]]), or where the default is a text any text but a list.

    Raises:
        SettingsError: it is not written as NAME=VALUE.
    """
    name, equals, value = text.partition("=")
    if not (name and equals):
        from companion.settings.schema import SettingsError  # noqa: PLC0415 - the schema takes a while to load

        raise SettingsError(f"--option: {text!r} names no value; allowed: NAME=VALUE")
    if isinstance(known.get(name), str) and not value.startswith("["):
        return name, value
    try:
        return name, json.loads(value)
    except (ValueError, RecursionError):  # no JSON, or nested too deep
        return name, value  # the game says which type it wants
