"""The variants of a game, as a command line names them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from companion.settings.schema import SettingsError

if TYPE_CHECKING:
    from engine.game import Json


def parse_option(text: str, known: Json) -> tuple[str, Any]:
    """Returns an option and its value: JSON (true, 3, [[0,0]]), or where the default is a text any text but a list.

    Raises:
        SettingsError: it is not written as NAME=VALUE.
    """
    name, equals, value = text.partition("=")
    if not (name and equals):
        raise SettingsError(f"--option: {text!r} names no value; allowed: NAME=VALUE")
    if isinstance(known.get(name), str) and not value.startswith("["):
        return name, value
    try:
        return name, json.loads(value)
    except (ValueError, RecursionError):  # no JSON, or nested too deep
        return name, value  # the game says which type it wants
