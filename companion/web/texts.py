"""The page's own texts, from the catalogues of the device."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.names import COLOURS
from companion.tables import TABLES
from companion.terminal.keys import SHOWN
from companion.web.launch import launch_texts
from companion.words import mark

if TYPE_CHECKING:
    from companion.web.launch import Launch
    from companion.words import Words

WATCHING = mark("You are watching. To press, you need a link from the table.")
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
    "log": mark("What happened"),
    "take back": mark("Take it back"),
    "welcome": mark("Welcome"),
    "begin": mark("This is the companion's box. Its buttons are here and on your keys: ok begins a game."),
    "watching": WATCHING,
    "seat": mark("You play {name}, and press when it is your turn."),
    "some seat": mark("You press for one seat, on its turn."),
    "refused watching": WATCHING,
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
    "inviting": mark("Each code lets a phone press for one seat, and only on its turn."),
    "no seats": mark("There is no game yet."),
    "no games": mark("no games yet"),
    "won by": mark("won by {names}"),
    "no luck": mark("There is no luck report of this game."),
    "rolls": mark("rolls"),
    "busts": mark("busts"),
    "expected": mark("busts expected"),
    "boldest": mark("boldest that held"),
    "course": mark("The largest mine, turn by turn"),
    "close": mark("Close"),
    "failed": mark("This cannot be shown now."),
    **{f"colour {colour}": colour for colour in COLOURS},
}
"""Key to text, in English, to be translated."""


def rules(_: Words) -> dict[str, list[dict[str, str]]]:
    """The rules of every game in one language, by its title."""
    return {
        table.game.title: [{"heading": _(section.heading), "text": _(section.text)} for section in table.rules]
        for table in TABLES.values()
    }


def texts(_: Words, started: Launch) -> dict[str, str]:
    """All of them in one language; their fields are filled in by the page."""
    return {key: _.catalogue.gettext(text) for key, text in TEXTS.items()} | launch_texts(_, started)
