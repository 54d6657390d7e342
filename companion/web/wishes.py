"""What the page may ask for: a few messages, each a JSON object with one key."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from companion.words import languages
from engine.game import Illegal
from engine.record import decode
from hardware.device import Button


class Unlock(NamedTuple):
    """Here is a token."""

    token: str


class Touch(NamedTuple):
    """Press a button, or hold it."""

    button: Button
    held: bool


class Speak(NamedTuple):
    """Tell me of the game in this language."""

    language: str


class Invite(NamedTuple):
    """Tell me the links for the seats."""


Wish: TypeAlias = Unlock | Touch | Speak | Invite

_HELD = {"press": False, "hold": True}


def read(text: str) -> Wish | None:
    """What a message asks for; None where it is no such message."""
    try:
        items = list(decode(text).items())
    except Illegal:
        return None
    match items:
        case [("token", str(token))]:
            return Unlock(token)
        case [("press" | "hold" as verb, str(name))] if name in list(Button):
            return Touch(Button(name), held=_HELD[verb])
        case [("language", str(language))] if language in languages():
            return Speak(language)
        case [("invite", True)]:
            return Invite()
        case _:
            return None
