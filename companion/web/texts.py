"""The page's own texts, from the catalogues of the device."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.names import COLOURS
from companion.tables import TABLES
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
    "log": mark("What happened"),
    "take back": mark("Take it back"),
    "welcome": mark("Welcome"),
    "begin": mark("This is the companion's box. Its buttons are here and on your keys: ok begins a game."),
    "watching": mark("You are watching. Who may press has the link with the token."),
    "seat": mark("You press for seat {seat}, on its turn."),
    "refused watching": mark("You are watching. Who may press has the link with the token."),
    "refused token": mark("This link is not valid any more: you are watching."),
    "refused turn": mark("It is not your turn."),
    "lost": mark("Connection lost, trying again …"),
    "closed": mark(
        "The companion was closed. Start it again: companion play, or plug in the box. This page will be back."
    ),
    "silent": mark("The companion does not answer. Was it closed? Start it again: companion play, or plug in the box."),
    "language": mark("Language"),
    "sound": mark("Sound and speech"),
    "theme": mark("Light or dark"),
    "full screen": mark("Full screen"),
    "rules": mark("Rules"),
    "history": mark("History"),
    "invite": mark("Links for the seats"),
    "inviting": mark("Each code lets a phone press for one seat, and only on its turn."),
    "local": mark("Only this computer reaches these links: start with --host 0.0.0.0 for the phones around you."),
    "seat number": mark("Seat {seat}"),
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


def texts(_: Words) -> dict[str, str]:
    """All of them in one language; their fields are filled in by the page."""
    return {key: _.catalogue.gettext(text) for key, text in TEXTS.items()}
