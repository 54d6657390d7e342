"""The page's own texts, from the catalogues of the device."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.terminal.keys import SHOWN
from companion.words import mark

if TYPE_CHECKING:
    from companion.words import Words

TEXTS = {
    **{button.value: name for button, (name, _) in SHOWN.items()},
    "tools": mark("Tools"),
    "device": mark("Device"),
    "board": mark("Board"),
    "buttons": mark("Buttons"),
    "game": mark("Game"),
    "screen": mark("The screen says: {text}"),
    "field": mark("Field"),
    "point": mark("Point at a field, and here stands what lies there and why it is lit."),
    "players": mark("Players"),
    "log": mark("This turn and the one before"),
    "take back": mark("Take it back"),
    "welcome": mark("Welcome"),
    "begin": mark("This is the companion's box. Its buttons are here and on your keys: ok begins a game."),
    "watching": mark("You are watching. Who may press has the link with the token."),
    "seat": mark("You press for seat {seat}, on its turn."),
    "refused token": mark("This link is not valid any more: you are watching."),
    "refused turn": mark("It is not your turn."),
    "lost": mark("Connection lost, trying again …"),
    "language": mark("Language"),
    "sound": mark("Sound and speech"),
    "theme": mark("Light or dark"),
    "full screen": mark("Full screen"),
    "rules": mark("Rules"),
    "history": mark("History"),
    "invite": mark("Links for the seats"),
    "close": mark("Close"),
}
"""Key to text, in English, to be translated."""


def texts(_: Words) -> dict[str, str]:
    """All of them in one language; their fields are filled in by the page."""
    return {key: _.catalogue.gettext(text) for key, text in TEXTS.items()}
